import { usePollInterval } from '@krapao/kit/realtime';
import { keepPreviousData } from '@tanstack/react-query';
import type { Slip } from '../../api/gen/model';
import { useListSlips } from '../../api/gen/portal';
import { isPending } from '../../shared/status';

/** Slips a page of the table (specification 9). */
export const PAGE_SIZE = 10;

/** Slips that the server is asked for at once: the most it gives. The table pages through them without asking again. */
const BATCH = 100;

/** How often slips in progress are asked about, in milliseconds. */
const POLL_MS = 5000;

/** A person looks at it; once it is decided nobody does, whatever is said. */
export function isInReview(slip: Slip): boolean {
  return slip.inReview === true && isPending(slip);
}

/** One page of the member's slips, newest first, followed until each is decided. */
export function useSlips({ page, open }: { page: number; open: boolean }) {
  const first = (page - 1) * PAGE_SIZE;
  const pollMs = usePollInterval(POLL_MS);
  const list = useListSlips(
    { page: Math.floor(first / BATCH) + 1, limit: BATCH },
    {
      query: {
        enabled: open,
        staleTime: 0,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: 'always',
        refetchInterval: ({ state: { data } }) => (open && data?.slips.some(isPending) ? pollMs : false),
      },
    },
  );
  return {
    ...list,
    total: list.data?.total ?? 0,
    slips: list.data?.slips.slice(first % BATCH, (first % BATCH) + PAGE_SIZE),
  };
}
