import { useKeyedMutation, useRefresh } from '@krapao/kit/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GameAccount, WalletResponse } from '../../api/gen/model';
import { activateGameAccount, getGetWalletQueryKey, useGetGameCredentials, useGetWallet } from '../../api/gen/portal';

/** Puts a provider's account as the server has just answered it into the wallet that is shown. */
function withAccount(data: WalletResponse | undefined, account: GameAccount): WalletResponse | undefined {
  return data && { ...data, slots: data.slots.map((slot) => (slot.code === account.code ? account : slot)) };
}

/** One provider's account: what the wallet says of it, its credentials, and opening it. */
export function useGameAccount({ code, open }: { code: string; open: boolean }) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const wallet = useGetWallet({ query: { enabled: open } });
  const account = wallet.data?.slots.find((slot) => slot.code === code);
  // They are not kept once nobody looks at them (contract, getGameCredentials).
  const credentials = useGetGameCredentials(code, {
    query: { enabled: open && account?.isActive === true, gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  });

  const [failure, setFailure] = useState<unknown>(null);
  const activate = useKeyedMutation<{ code: string }, GameAccount>({
    operation: `activateGameAccount ${code}`,
    send: (body, options) => activateGameAccount(body.code, options),
    onSettled: (opened) => {
      queryClient.setQueryData<WalletResponse>(getGetWalletQueryKey(), (data) => withAccount(data, opened));
      void refresh('getWallet');
    },
    onFailed: (error) => {
      setFailure(error);
      // Opened before, perhaps on another phone: the wallet tells.
      void refresh('getWallet');
    },
  });
  return {
    wallet,
    account,
    credentials,
    activate: {
      sending: activate.state.kind === 'sending',
      failure,
      forgetFailure: () => setFailure(null),
      run: () => {
        setFailure(null);
        activate.start({ code });
      },
    },
  };
}
