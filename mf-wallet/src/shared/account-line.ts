import { formatAmount } from '@krapao/kit/format';
import type { GameAccount } from '../api/gen/model';

/** 'name : amount × ftWalletSlot' (specification 2.4); it breaks after the name only. */
export function accountLine({
  name,
  amount,
  ftWalletSlot,
}: Pick<GameAccount, 'name' | 'amount' | 'ftWalletSlot'>): string {
  return `${name} : ${formatAmount(amount)}\u00a0×\u00a0${ftWalletSlot}`;
}
