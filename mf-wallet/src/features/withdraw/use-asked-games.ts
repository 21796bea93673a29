import { useRefresh } from '@krapao/kit/api';
import { useEffect, useRef, useState } from 'react';
import type { WalletResponse } from '../../api/gen/model';
import { useRefreshGameAccounts } from '../../api/gen/portal';

/** For so long the server answers with what the games said before, in milliseconds (repeatRefresh, server/game). */
const REPEATED_MS = 3000;

/** What {@link useAskedGames} needs. */
export interface UseAskedGamesInput {
  open: boolean;
  /** Undefined while it is not known. */
  wallet: WalletResponse | undefined;
}

/**
 * Asks the games what was won whenever the dialog opens, so that winnings can be withdrawn at once, and reads the
 * wallet and the bonus condition again: what was played may have met it. True until all of that is known. A game that
 * does not tell keeps nobody from withdrawing what is known. An answer that was known before lacks what was won a
 * moment ago: then the games are asked once more, and nobody waits for it.
 */
export function useAskedGames({ open, wallet }: UseAskedGamesInput): boolean {
  const refresh = useRefresh();
  const { mutateAsync: refreshGames } = useRefreshGameAccounts();
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  // The answer to a question of an earlier opening does not end the wait for this one's.
  const latest = useRef(0);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const known = wallet?.timesync;
  const plays = wallet?.slots.some(({ isActive }) => isActive) ?? false;
  useEffect(() => {
    if (!open) asked.current = false;
    if (!open || !plays || asked.current) return;
    asked.current = true;
    latest.current += 1;
    const question = latest.current;
    setAsking(true);
    const ask = async () => {
      const report = await refreshGames().catch(() => undefined);
      await refresh('getWallet', 'checkActiveBonus', 'checkBonusMinimum').catch(() => undefined);
      return report?.timesync;
    };
    void ask().then((timesync) => {
      if (question !== latest.current) return;
      setAsking(false);
      if (asked.current && timesync !== undefined && timesync === known) again.current = setTimeout(ask, REPEATED_MS);
    });
  }, [open, plays, known, refreshGames, refresh]);
  useEffect(() => {
    if (open) return () => clearTimeout(again.current);
    return undefined;
  }, [open]);
  return asking;
}
