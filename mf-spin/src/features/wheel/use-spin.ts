import { errorCode, useKeyedMutation, useRefresh } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { randomId } from '@krapao/kit/session';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpinRequest, SpinResponse, SpinResult, SpinSetup, SpinSetupResponse } from '../../api/gen/model';
import { getGetSpinSetupQueryKey, spinWheel } from '../../api/gen/portal';
import { keepUnseen, markSeen, readUnseen } from './unseen-prize';
import type { Turning } from './use-turning';

/** How long the wheel stands still before the prize is shown, in milliseconds (specification 9). */
const STANDS_MS = 2000;

/**
 * `rest`: nothing is won. `turning`, `landed`: the prize is drawn and the wheel shows it. `shown`: the member reads
 * what it is.
 */
export type Phase = 'rest' | 'turning' | 'landed' | 'shown';

/**
 * What changed on the screen is drawn before anything moves. A hidden page draws nothing, and is not waited for, in
 * milliseconds.
 */
const DRAWN_MS = 100;

function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, DRAWN_MS);
  });
}

/** Where a spin stands. */
export interface SpinState {
  phase: Phase;
  won: SpinResult | null;
  /** The server is drawing. */
  drawing: boolean;
  /** Sent, and nobody knows whether a coin was taken. */
  unfinished: boolean;
  /** Why the last one did not turn. */
  error: string | null;
}

/** What {@link useSpin} needs. */
export interface UseSpinInput {
  /** The wheel that is shown; undefined while it is off or not known. */
  setup: SpinSetup | undefined;
  turning: Turning;
}

/**
 * Spins: takes a coin once, turns the wheel to what the server drew, and shows the prize once, also after a reload in
 * between.
 */
export function useSpin({ setup, turning }: UseSpinInput) {
  const { t } = useTranslation(['mf-spin', 'spin']);
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const [won, setWon] = useState<SpinResult | null>(() => readUnseen() ?? null);
  const [phase, setPhase] = useState<Phase>(won ? 'shown' : 'rest');
  const [recovered, setRecovered] = useState(won !== null);
  const [error, setError] = useState<string | null>(null);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const sectorOf = ({ code }: SpinResult) =>
    setup?.activeSpinwheel.slice.findIndex((slice) => slice.code === code) ?? -1;
  const readSetup = () => {
    void refresh('getSpinSetup', 'getWallet');
  };
  /** The coin is gone and the next spin is fixed: both are in the answer. */
  const takeOver = ({ remainingCoin, proof }: SpinResult) =>
    queryClient.setQueryData<SpinSetupResponse>(
      getGetSpinSetupQueryKey(),
      (past) =>
        past && {
          result: {
            ...past.result,
            userCoin: remainingCoin,
            commitment: proof.nextCommitment ?? past.result.commitment,
          },
        },
    );
  const show = async (prize: SpinResult) => {
    setWon(prize);
    setPhase('turning');
    takeOver(prize);
    const index = sectorOf(prize);
    await drawn();
    const moved = index >= 0 && (await turning.turnTo(index));
    if (here.current) setPhase(moved ? 'landed' : 'shown');
  };

  const keyed = useKeyedMutation<SpinRequest, SpinResponse>({
    operation: 'spinWheel',
    send: spinWheel,
    onSettled: ({ result, error: refusal }, _, end) => {
      if (result) keepUnseen(result);
      if (!end.here) return;
      if (result) return void show(result);
      // The wheel is another one by now; no coin was taken.
      const why = refusal ? t(`spin:error.${refusal}`) : errorText('INTERNAL_SERVER_ERROR');
      setError(`${why} — ${t('wheel.changed')}`);
      readSetup();
    },
    onFailed: (failure, _, end) => {
      if (!end.here) return;
      const code = errorCode(failure);
      setError(code === 'MONEY_NOT_ENOUGH' ? t('wheel.tooFew') : errorText(failure));
      if (code === 'MONEY_NOT_ENOUGH' || code === 'NO_DATA') readSetup();
    },
  });
  const drawing = keyed.state.kind === 'sending';

  useEffect(() => {
    if (phase !== 'rest') return;
    if (drawing) turning.drawBack();
    else turning.letGo();
  }, [drawing, phase, turning]);

  useEffect(() => {
    if (phase !== 'landed') return;
    const timer = setTimeout(() => setPhase('shown'), STANDS_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  useEffect(() => {
    if (phase !== 'shown') return;
    markSeen();
    void refresh('listSpinCoupons', 'listSpins');
  }, [phase, refresh]);

  // What was won before a reload: the wheel stands there as if it had turned.
  const recoveredAt = recovered && won ? sectorOf(won) : -1;
  useEffect(() => {
    if (recoveredAt >= 0) turning.place(recoveredAt);
  }, [recoveredAt, turning]);

  const state: SpinState = {
    phase,
    won,
    drawing,
    unfinished: keyed.state.kind === 'unknown' || (keyed.state.kind === 'sending' && !keyed.state.fresh),
    error,
  };
  return {
    state,
    /** Spins, or sends again what was sent and never answered. */
    spin: () => {
      if (phase !== 'rest' || drawing) return;
      setError(null);
      if (keyed.state.kind === 'unknown') keyed.resume();
      else if (setup) keyed.start({ requestId: randomId(), commitment: setup.commitment });
    },
    /** Gives up what was never answered. */
    startAnew: () => {
      setError(null);
      keyed.forget();
      readSetup();
    },
    /** The member has read what they won. */
    close: () => {
      setPhase('rest');
      setWon(null);
      setRecovered(false);
      readSetup();
    },
  };
}
