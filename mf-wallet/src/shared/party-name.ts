import { bankName, type Locale, useLocale } from '@krapao/kit/i18n';
import { useTranslation } from 'react-i18next';
import type { DepositLookup, WalletResponse } from '../api/gen/model';
import { useGetDepositLookup, useGetWallet } from '../api/gen/portal';
import { isOneOf } from './is-one-of';

/**
 * Parties that are no bank of a member and no game: the wallet, a bonus, and who stands for those that nobody named
 * (contract).
 */
const NAMED = ['WALLET', 'BONUS', 'BANK', 'GAME', 'TRUE', 'PROMPTPAY', 'LAOQR'] as const;

function namesOf(wallet: WalletResponse | undefined, lookup: DepositLookup | undefined, locale: Locale) {
  const names = new Map<string, string>();
  for (const { bankType, bankCode, bank, gatewayCode } of lookup?.banks ?? []) {
    if (bankType === 'BANK') names.set(bankCode, bankName(bank, locale));
    if (gatewayCode !== undefined) names.set(gatewayCode, bankName(bank, locale));
  }
  if (wallet) names.set(wallet.bankAccount.bankCode, bankName(wallet.bankAccount.bank, locale));
  for (const { code, name } of wallet?.slots ?? []) names.set(code, name);
  return names;
}

/**
 * Who stands behind a code of a statement, a deposit or a withdrawal: the wallet, a game, a bank, a gateway. A code
 * nobody knows, or not yet, stands for itself.
 */
export function usePartyName({ enabled = true }: { enabled?: boolean } = {}): (code: string) => string {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  const wallet = useGetWallet({ query: { enabled } });
  const lookup = useGetDepositLookup({ query: { enabled } });
  const names = namesOf(wallet.data, lookup.data, locale);
  return (code) => names.get(code) ?? (isOneOf(NAMED, code) ? t(`party.${code}`) : code);
}
