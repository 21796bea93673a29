import type { WalletResponse } from '../../api/gen/model';
import { sumOf } from '../../shared/sum';

/** What can be withdrawn: the wallet and all open game accounts, in the major unit. */
export function totalOf({ wallet, slots }: WalletResponse): number {
  return sumOf([wallet.amount, ...slots.filter(({ isActive }) => isActive).map(({ amount }) => amount)]);
}
