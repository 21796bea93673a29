import { useKeyedMutation } from '@krapao/kit/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GameCredentials } from '../../api/gen/model';
import { getGetGameCredentialsQueryKey, resetGamePassword } from '../../api/gen/portal';

/** A new password at a provider. `onRenewed`: it is among the credentials. */
export function usePasswordReset({ code, onRenewed }: { code: string; onRenewed: () => void }) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const keyed = useKeyedMutation<{ code: string }, GameCredentials>({
    operation: `resetGamePassword ${code}`,
    send: (body, options) => resetGamePassword(body.code, options),
    onSettled: (renewed, _, { here }) => {
      queryClient.setQueryData(getGetGameCredentialsQueryKey(code), (past: object | undefined) => ({
        ...past,
        ...renewed,
      }));
      if (here) onRenewed();
    },
    onFailed: setFailure,
  });
  return {
    sending: keyed.state.kind === 'sending',
    failure,
    forgetFailure: () => setFailure(null),
    run: () => {
      setFailure(null);
      keyed.start({ code });
    },
  };
}
