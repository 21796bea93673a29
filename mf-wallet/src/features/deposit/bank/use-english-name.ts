import { useRefresh } from '@krapao/kit/api';
import { isLatinName } from '@krapao/kit/format';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WalletResponse } from '../../../api/gen/model';
import { getGetWalletQueryKey, updateBankAccountName, useGetSiteSettings } from '../../../api/gen/portal';
import type { CopyRule } from '../account-card';

interface EnglishNameInput {
  open: boolean;
  /** Undefined while it is not known. */
  wallet: WalletResponse | undefined;
  walletFailed: boolean;
}

/**
 * Some banks send the holder's name in Latin letters only: a member of one, whose account stands here under another
 * name, gives the English one before a deposit account can be copied (specification 2.5).
 */
export function useEnglishName({ open, wallet, walletFailed }: EnglishNameInput) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const site = useGetSiteSettings({ query: { enabled: open } });
  const [asking, setAsking] = useState(false);
  const account = wallet?.bankAccount;

  const copyRule = (): CopyRule => {
    const failed = (!site.data && site.isError) || (!wallet && walletFailed);
    // What cannot be known keeps nobody from paying in.
    if (failed) return { kind: 'free' };
    if (!site.data || !account) return { kind: 'unknown' };
    const wanted = site.data.latinNameBanks.includes(account.bankCode) && !isLatinName(account.bankAccountName);
    return wanted ? { kind: 'first', ask: () => setAsking(true) } : { kind: 'free' };
  };
  return {
    copy: copyRule(),
    asking,
    account,
    close: () => setAsking(false),
    save: async (name: string) => {
      if (!account) return;
      const saved = await updateBankAccountName({ bankCode: account.bankCode, bankAccountName: name });
      const walletKey = getGetWalletQueryKey();
      await queryClient.cancelQueries({ queryKey: walletKey });
      queryClient.setQueryData<WalletResponse>(walletKey, (past) => past && { ...past, bankAccount: saved });
      void refresh('getProfile');
    },
  };
}
