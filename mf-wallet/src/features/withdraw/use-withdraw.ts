import { useKeyedMutation, useRefresh } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferLeg, WithdrawAllReport, WithdrawalRecord, WithdrawRequest } from '../../api/gen/model';
import { withdrawAllFunds } from '../../api/gen/portal';
import { WALLET } from '../../shared/account-name';
import { statusOf } from '../../shared/status';
import { legsOf } from './refusal';
import { statusKey } from './status-key';
import { WITHDRAW } from './use-withdrawals';

/** What {@link useWithdraw} needs. */
export interface UseWithdrawInput {
  open: boolean;
  /** The member's withdrawal that waits, as far as the list tells. */
  waiting: WithdrawalRecord | undefined;
}

/**
 * Brings the games' money home and withdraws. What was accepted or refused is told also after the dialog was closed.
 */
export function useWithdraw({ open, waiting }: UseWithdrawInput) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const refresh = useRefresh();
  const [report, setReport] = useState<WithdrawAllReport | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [legs, setLegs] = useState<readonly TransferLeg[]>([]);
  const [changed, setChanged] = useState(false);

  const refreshMoney = () => {
    setChanged(true);
    void refresh('getWallet', 'listStatements', 'listWithdrawals', 'checkActiveBonus', 'checkBonusMinimum');
  };
  /** What became of the games' money is told also where nobody looks at the dialog any more. */
  const tellLegs = (moved: readonly TransferLeg[]) => {
    if (moved.some(({ heldBy }) => heldBy !== WALLET)) toast.info(t('withdraw.notHomeText'));
    else if (moved.length > 0) toast.info(t('withdraw.cameHome'));
  };
  const keyed = useKeyedMutation<WithdrawRequest, WithdrawAllReport>({
    operation: WITHDRAW,
    send: withdrawAllFunds,
    onSettled: (answer, _, { here }) => {
      refreshMoney();
      const status = statusOf(answer.withdrawal.status);
      if (open && here) return setReport(answer);
      if (status === 'pending') toast.success(t('wallet:withdraw.waiting'));
      else toast.info(t(statusKey(status)));
      tellLegs(answer.legs.filter((leg) => leg.status !== 'SETTLED'));
    },
    // Refused or not, money may have come home from the games.
    onFailed: (failure, _, { here }) => {
      refreshMoney();
      if (open && here) {
        setError(errorText(failure));
        setLegs(legsOf(failure));
        return;
      }
      toast.failure(failure);
      tellLegs(legsOf(failure));
    },
  });
  const { state, forget } = keyed;
  const sending = state.kind === 'sending';
  const unknown = state.kind === 'unknown' || (sending && !state.fresh) ? state.body : undefined;
  // One waits at a time: the one that is in the list is the one whose answer was lost.
  const found = unknown !== undefined && !sending && waiting?.amount === unknown.amount;
  useEffect(() => {
    if (found) forget();
  });
  const forgetError = () => {
    setError(null);
    setLegs([]);
  };

  return {
    report,
    error,
    /** What became of each game's money when nothing was withdrawn. */
    legs,
    sending,
    /** Sent, and nobody knows whether it was accepted. */
    unknown,
    /** Money has moved, or may have, since the last `leave`. */
    changed,
    refreshMoney,
    send: (request: WithdrawRequest) => {
      forgetError();
      keyed.start(request);
    },
    /** Sends what is unknown again; it happens once. */
    resume: () => {
      forgetError();
      keyed.resume();
    },
    /** Gives up what is unknown, for another one. */
    startAnew: () => {
      forgetError();
      forget();
    },
    forgetError,
    /** The report has been read. */
    dismiss: () => setReport(null),
    leave: () => {
      setReport(null);
      forgetError();
      setChanged(false);
    },
  };
}
