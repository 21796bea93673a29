import type { QueryState } from '@krapao/kit/ui/query-view';
import { useEffect, useState } from 'react';
import type { Banner, BannerList } from '../api/gen/model';

/** So long the dialog waits for its banners, in milliseconds: they are no reason to keep somebody from their money. */
export const BANNERS_WAIT_MS = 4000;

/** What {@link useBannersFirst} needs. */
interface BannersFirstInput {
  open: boolean;
  onClose: () => void;
  query: Pick<QueryState<BannerList>, 'data' | 'error'>;
}

/**
 * Which of the two stands: the banners, or the dialog that they stand before. Banners that cannot be read or do not
 * come in time hold nothing up, and those that come after the dialog has opened wait for its next time.
 */
export function useBannersFirst({ open, onClose, query: { data, error } }: BannersFirstInput) {
  const [seen, setSeen] = useState(false);
  const banners: readonly Banner[] = data?.banners ?? [];
  const asking = open && !seen && data === undefined && !error;
  const showing = open && !seen && banners.length > 0;
  useEffect(() => {
    if (!open || showing) return;
    const timer = setTimeout(() => setSeen(true), asking ? BANNERS_WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [open, showing, asking]);
  return {
    asking,
    banners: { banners, open: showing, onClose: () => setSeen(true) },
    dialogOpen: open && !asking && !showing,
    leave: () => {
      setSeen(false);
      onClose();
    },
  };
}
