import { ApiError, errorCode } from '@krapao/kit/api';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { WalletResponse } from '../../api/gen/model';
import { getGetWalletQueryOptions } from '../../api/gen/portal';
import { sumOf } from '../../text/sum';

/** What became of the games' money although nothing was withdrawn: all of it is in the wallet, or part of it could not come. */
export type Homecoming = 'home' | 'partly';

function inGames({ slots }: WalletResponse): number {
  return sumOf(slots.map(({ amount }) => amount));
}

/** From the wallets before and after a refused withdrawal; null when no money was to come, or none has moved. */
function homecomingOf(before: WalletResponse, after: WalletResponse, error: unknown): Homecoming | null {
  // Only who was refused knows that nothing was withdrawn.
  if (inGames(before) === 0 || !(error instanceof ApiError) || error.status !== 409) return null;
  const away = inGames(after) > 0 || (after.inTransit ?? 0) > (before.inTransit ?? 0);
  // Who asks for more than the wallet has sends for all of it.
  if (away) return errorCode(error) === 'MONEY_NOT_ENOUGH' ? 'partly' : null;
  return 'home';
}

/** A withdrawal brings the games' money home first; when it is refused after that, this tells what came. */
export function useHomecoming(wallet: WalletResponse | undefined) {
  const queries = useQueryClient();
  const [homecoming, setHomecoming] = useState<Homecoming | null>(null);
  const before = useRef<WalletResponse | undefined>(undefined);
  return {
    homecoming,
    /** The withdrawal is sent now. */
    begin: () => {
      before.current = wallet;
      setHomecoming(null);
    },
    /** It was refused. The wallet is read again; when it cannot be, nothing is told. */
    refused: async (error: unknown) => {
      const start = before.current;
      const after = await queries.fetchQuery({ ...getGetWalletQueryOptions(), staleTime: 0 }).catch(() => undefined);
      if (start && after && before.current === start) setHomecoming(homecomingOf(start, after, error));
    },
    forget: () => {
      before.current = undefined;
      setHomecoming(null);
    },
  };
}
