import { useTranslation } from 'react-i18next';
import type { GameAccount } from '../api/gen/model';

/** The main wallet among the accounts of a transfer (contract). */
export const WALLET = 'WALLET';

/**
 * What an account of a transfer is called: the main wallet, or a provider by its name; an unknown code stands for
 * itself.
 */
export function useAccountName(accounts: readonly Pick<GameAccount, 'code' | 'name'>[]): (code: string) => string {
  const { t } = useTranslation('mf-wallet');
  return (code) =>
    code === WALLET ? t('home.wallet') : (accounts.find((account) => account.code === code)?.name ?? code);
}

/** The accounts' names by code, for the texts of failures. */
export function providerNames(accounts: readonly Pick<GameAccount, 'code' | 'name'>[]): Record<string, string> {
  return Object.fromEntries(accounts.map(({ code, name }) => [code, name]));
}
