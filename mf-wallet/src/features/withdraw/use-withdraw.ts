import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferLeg, WithdrawAllReport, WithdrawRequest } from '../../api/gen/model';
import {
  getGetWalletQueryKey,
  getListStatementsQueryKey,
  getListWithdrawalsQueryKey,
  withdrawAllFunds,
} from '../../api/gen/portal';
import { useWish } from '../../api/use-wish';
import { legsOf } from './refusal';

/** Brings the games' money home and withdraws. What was accepted or refused is told also after the dialog was closed. */
export function useWithdraw({ open }: { open: boolean }) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const queries = useQueryClient();
  const [report, setReport] = useState<WithdrawAllReport | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [legs, setLegs] = useState<readonly TransferLeg[]>([]);
  const [changed, setChanged] = useState(false);

  const refreshMoney = () => {
    setChanged(true);
    void queries.invalidateQueries({ queryKey: getGetWalletQueryKey() });
    void queries.invalidateQueries({ queryKey: getListStatementsQueryKey().slice(0, 2) });
    void queries.invalidateQueries({ queryKey: getListWithdrawalsQueryKey().slice(0, 2) });
  };
  const wish = useWish<WithdrawRequest, WithdrawAllReport>({
    name: 'withdrawAllFunds',
    send: withdrawAllFunds,
    onSettled: (answer) => {
      refreshMoney();
      if (open) setReport(answer);
      else toast.success(t('wallet:withdraw.waiting'));
    },
    // Refused or not, money may have come home from the games.
    onFailed: (failure) => {
      refreshMoney();
      if (open) {
        setError(errorText(failure));
        setLegs(legsOf(failure));
      } else toast.error(errorText(failure));
    },
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
    sending: wish.state.kind === 'sending',
    /** Money has moved, or may have, since the last `leave`. */
    changed,
    refreshMoney,
    send: (request: WithdrawRequest) => {
      forgetError();
      wish.start(request);
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
