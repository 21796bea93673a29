import { newIdempotencyKey, type RequestOptions } from '@krapao/kit/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GameAccount, WalletResponse } from '../../api/gen/model';
import {
  activateGameAccount,
  getGetGameCredentialsQueryKey,
  getGetWalletQueryKey,
  resetGamePassword,
  useGetGameCredentials,
  useGetWallet,
} from '../../api/gen/portal';

const once = (idempotencyKey: string): RequestOptions => ({ idempotencyKey });

/** Puts a provider's account as the server has just told it into the wallet that is shown. */
function withAccount(data: WalletResponse | undefined, account: GameAccount): WalletResponse | undefined {
  return data && { ...data, slots: data.slots.map((slot) => (slot.code === account.code ? account : slot)) };
}

/** One provider's account: what the wallet says of it, its credentials, opening it, and a new password. */
export function useGameAccount({ code, open }: { code: string; open: boolean }) {
  const queries = useQueryClient();
  const wallet = useGetWallet({ query: { enabled: open } });
  const account = wallet.data?.slots.find((slot) => slot.code === code);
  // They are not kept once nobody looks at them (contract, getGameCredentials).
  const credentials = useGetGameCredentials(code, {
    query: { enabled: open && account?.isActive === true, gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  });

  const activate = useMutation({
    mutationFn: (key: string) => activateGameAccount(code, once(key)),
    onSuccess: (opened) => {
      queries.setQueryData<WalletResponse>(getGetWalletQueryKey(), (data) => withAccount(data, opened));
      void queries.invalidateQueries({ queryKey: getGetWalletQueryKey() });
    },
    // Opened before, perhaps on another phone: the wallet tells.
    onError: () => queries.invalidateQueries({ queryKey: getGetWalletQueryKey() }),
  });
  const reset = useMutation({
    mutationFn: (key: string) => resetGamePassword(code, once(key)),
    onSuccess: (renewed) =>
      queries.setQueryData(getGetGameCredentialsQueryKey(code), (past: object | undefined) => ({
        ...past,
        ...renewed,
      })),
  });

  return {
    wallet,
    account,
    credentials,
    activate: { ...activate, run: () => activate.mutate(newIdempotencyKey()) },
    reset: { ...reset, run: (done: () => void) => reset.mutate(newIdempotencyKey(), { onSuccess: done }) },
  };
}
