import { useKeyedMutation, useRefresh } from '@krapao/kit/api';
import { amountText, errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferRequest, TransferResult } from '../../api/gen/model';
import { transferFunds } from '../../api/gen/portal';
import { isPending } from '../../shared/status';

/**
 * Where a transfer stands: being entered or sent; sent with an unknown end, to be sent again; in transit, or arrived.
 */
export type TransferState =
  | { kind: 'form'; sending: boolean; error: string | null }
  | { kind: 'unknown'; request: TransferRequest; sending: boolean; error: string | null }
  | { kind: 'pending' | 'done'; transfer: TransferResult };

/** What {@link useTransfer} needs. */
export interface UseTransferInput {
  open: boolean;
  nameOf: (code: string) => string;
  /** Providers' names by code, for failures that name one. */
  providers: Record<string, string>;
}

/**
 * Moves money between the wallet and a game, follows what is in transit, and says how it ended, also after the dialog
 * was closed.
 */
export function useTransfer({ open, nameOf, providers }: UseTransferInput) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const refresh = useRefresh();
  const [done, setDone] = useState<TransferResult | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [changed, setChanged] = useState(false);

  const refreshMoney = () => {
    setChanged(true);
    void refresh('getWallet', 'listStatements');
  };
  const messageOf = ({ from, to, amount, currency }: TransferResult) =>
    t('wallet:transfer.done', { amount: amountText(amount, currency), from: nameOf(from), to: nameOf(to) });

  const keyed = useKeyedMutation<TransferRequest, TransferResult>({
    operation: 'transferFunds',
    send: transferFunds,
    isPending,
    onPending: refreshMoney,
    onSettled: (transfer, _, { here }) => {
      refreshMoney();
      if (open && here) setDone(transfer);
      else toast.success(messageOf(transfer));
    },
    onFailed: (failure, _, { here }) => {
      refreshMoney();
      if (open && here) setError(errorText(failure, { providers }));
      else toast.failure(failure, { providers });
    },
  });

  const stateOf = (): TransferState => {
    if (done) return { kind: 'done', transfer: done };
    const sent = keyed.state;
    if (sent.kind === 'pending') return { kind: 'pending', transfer: sent.answer };
    const sending = sent.kind === 'sending';
    if (sent.kind === 'unknown' || (sending && !sent.fresh)) {
      return { kind: 'unknown', request: sent.body as TransferRequest, sending, error };
    }
    return { kind: 'form', sending, error };
  };
  return {
    state: stateOf(),
    messageOf,
    /** Money has moved, or may have, since the last `leave`. */
    changed,
    send: (request: TransferRequest) => {
      setError(null);
      keyed.start(request);
    },
    /** Sends what is unknown again; it happens once. */
    resume: () => {
      setError(null);
      keyed.resume();
    },
    /** Gives up what is unknown, for another one. */
    startAnew: () => {
      setError(null);
      keyed.forget();
    },
    forgetError: () => setError(null),
    /** The dialog is left: next time it begins anew, unless something is in transit. */
    leave: () => {
      setDone(null);
      setError(null);
      setChanged(false);
    },
  };
}
