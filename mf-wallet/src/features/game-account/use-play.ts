import { isUnknownEnd, useKeyedMutation, useRefresh } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameAccount, TransferAllReport, TransferAllRequest, TransferLeg } from '../../api/gen/model';
import { transferAllFunds, useGetSiteSettings } from '../../api/gen/portal';
import { isPending } from '../../shared/status';
import { launch } from './launch';
import { type LaunchTarget, openTarget } from './launch-target';

/**
 * Where play stands. `moving`: everything goes into the game; `problem`: the member decides whether to play all the
 * same; without a text some of the money did not arrive, and `isUnknown` says that nobody knows whether it did.
 */
export type PlayState =
  | { kind: 'ready' }
  | { kind: 'moving' | 'opening' }
  | { kind: 'pending'; legs: readonly TransferLeg[] }
  | { kind: 'arrived' }
  | { kind: 'problem'; text: string | null; isUnknown?: boolean; legs: readonly TransferLeg[] };

/** What {@link usePlay} needs. */
export interface UsePlayInput {
  /** The provider's code. */
  code: string;
  account: GameAccount | undefined;
  /** The main wallet, in the major unit. */
  wallet: number;
  /** Providers' names by code, for failures that name one. */
  providers: Record<string, string>;
  open: boolean;
}

const underWay = (legs: readonly TransferLeg[]) => legs.filter(({ status }) => status !== 'SETTLED');
const failedOf = ({ legs }: TransferAllReport) => legs.filter(({ status }) => status === 'FAILED');

/**
 * Play: with money in the wallet everything is moved into the game first, then the game opens (specification 2.5).
 * Whatever does not go smoothly ends in a choice, never in a game that opens by itself later.
 */
export function usePlay({ code, account, wallet, providers, open }: UsePlayInput) {
  const { t } = useTranslation('mf-wallet');
  const refresh = useRefresh();
  const settings = useGetSiteSettings({ query: { staleTime: Number.POSITIVE_INFINITY, enabled: open } });
  const [state, setState] = useState<PlayState>({ kind: 'ready' });
  const target = useRef<LaunchTarget | null>(null);
  // The screen itself is left, as when the session ends: no game takes the page that comes then.
  useEffect(() => () => target.current?.drop(), []);

  const refreshMoney = () => {
    void refresh('getWallet', 'listStatements');
  };
  /** Leaves the empty tab, so that the member reads what is asked here. */
  const ask = (next: PlayState) => {
    target.current?.drop();
    target.current = null;
    setState(next);
  };
  const start = async (game: GameAccount, place: LaunchTarget) => {
    setState({ kind: 'opening' });
    try {
      await launch(game, place);
      target.current = null;
      setState({ kind: 'ready' });
    } catch (error) {
      // Left meanwhile: nobody waits for this game any more.
      if (target.current !== place) return;
      ask({ kind: 'problem', text: errorText(error, { providers }), legs: [] });
    }
  };

  const transferAll = useKeyedMutation<TransferAllRequest, TransferAllReport>({
    operation: `transferAllFunds ${code}`,
    send: transferAllFunds,
    isPending,
    onPending: ({ legs }) => {
      refreshMoney();
      ask({ kind: 'pending', legs: underWay(legs) });
    },
    onSettled: (report, _, { waited, here }) => {
      refreshMoney();
      const failed = failedOf(report);
      const shown = open && here;
      if (failed.length > 0) {
        ask({ kind: 'problem', text: null, legs: failed });
        if (!shown) toast.error(t('game.partly'));
      } else if (account && target.current && !waited) void start(account, target.current);
      else {
        ask({ kind: 'arrived' });
        if (account && !shown) toast.success(t('game.arrivedIn', { name: account.name }));
      }
    },
    onFailed: (error, _, { here }) => {
      refreshMoney();
      ask({ kind: 'problem', text: errorText(error, { providers }), isUnknown: isUnknownEnd(error), legs: [] });
      if (!open || !here) toast.failure(error, { providers });
    },
  });

  /** Must run inside the tap: it opens the tab. */
  const play = (move: boolean) => {
    if (!account) return;
    const place = openTarget(settings.data?.gamesInNewTab ?? false, t('game.openingName', { name: account.name }));
    target.current = place;
    const unknown = transferAll.state.kind === 'unknown';
    if (move && (unknown || (wallet > 0 && transferAll.state.kind === 'idle'))) {
      setState({ kind: 'moving' });
      transferAll.start({ to: account.code });
    } else void start(account, place);
  };

  // Under way since before a reload, or sent by this dialog before it was left.
  const carriedOn = (): PlayState => {
    if (state.kind !== 'ready') return state;
    if (transferAll.state.kind === 'pending') return { kind: 'pending', legs: underWay(transferAll.state.answer.legs) };
    return transferAll.state.kind === 'sending' ? { kind: 'moving' } : state;
  };
  return {
    state: carriedOn(),
    /** How games open is not known yet. */
    preparing: settings.isLoading,
    play: () => play(true),
    /** Plays with what is in the game by now. */
    playAnyway: () => play(false),
    /**
     * The dialog is left: the game that was to open does not, and next time it begins anew, unless money is under way.
     */
    leave: () => {
      target.current?.drop();
      target.current = null;
      setState((past) => (past.kind === 'moving' || past.kind === 'pending' ? past : { kind: 'ready' }));
    },
  };
}
