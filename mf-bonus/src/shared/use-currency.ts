import type { Currency } from '@krapao/kit/format';
import { useGetWallet } from '../api/gen/portal';

/** The member's currency; undefined until the wallet is known. */
export function useCurrency({ enabled = true }: { enabled?: boolean } = {}): Currency | undefined {
  return useGetWallet({ query: { enabled } }).data?.profile.currency;
}
