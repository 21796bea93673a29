import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

const LINKS = ['deposit', 'withdraw', 'transfer'] as const;

/** A dialog that an address can open. */
export type LinkedDialog = (typeof LINKS)[number];

/**
 * `/user/home?deposit` (or `?withdraw`, `?transfer`) opens the dialog, once: the word leaves the address first, so that
 * going back does not open it again.
 */
export function useDialogLink(open: (dialog: LinkedDialog) => void): void {
  const [params, setParams] = useSearchParams();
  const wanted = useRef<LinkedDialog | null>(null);
  const asked = LINKS.find((link) => params.has(link));
  useEffect(() => {
    if (asked) {
      wanted.current = asked;
      setParams({}, { replace: true });
    } else if (wanted.current) {
      open(wanted.current);
      wanted.current = null;
    }
  }, [asked, setParams, open]);
}
