import { readKey } from '@krapao/kit/api';
import { useQuery } from '@tanstack/react-query';
import type { SpinRecord } from '../../api/gen/model';
import { listSpins } from '../../api/gen/portal';

/** Spins a page. */
export const PAGE_SIZE = 10;

async function findSpin(coupon: string, first: number, signal: AbortSignal): Promise<SpinRecord | null> {
  for (let page = first; ; page++) {
    const { spins, total } = await listSpins({ page, limit: PAGE_SIZE }, { signal });
    const found = spins.find((spin) => spin.coupon._id === coupon);
    if (found) return found;
    if (page * PAGE_SIZE >= total) return null;
  }
}

/**
 * The spin that won a coupon; null when the member has none. It is looked for from a page on: newer spins push it back.
 */
export function useSpinRecord(coupon: string, page: number) {
  return useQuery({
    queryKey: [...readKey('listSpins'), 'of', coupon],
    queryFn: ({ signal }) => findSpin(coupon, page, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
