import { errorCode, forgetIntent, useKeyedMutation } from '@krapao/kit/api';
import { usePollInterval } from '@krapao/kit/realtime';
import { toast } from '@krapao/kit/ui/toast';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WithdrawalRecord } from '../../api/gen/model';
import { cancelWithdrawal, useGetWithdrawal, useListWithdrawals } from '../../api/gen/portal';
import { isPending } from '../../shared/status';

/** The call that withdraws: under this name its intent is kept. */
export const WITHDRAW = 'withdrawAllFunds';

/** Withdrawals a page. */
export const PAGE_SIZE = 10;

/** How often a withdrawal that waits is asked about, in milliseconds. */
const POLL_MS = 10_000;

/** One page of the member's withdrawals, newest first, followed while one of them waits. */
export function useWithdrawals({ page, open }: { page: number; open: boolean }) {
  const pollMs = usePollInterval(POLL_MS);
  return useListWithdrawals(
    { page, limit: PAGE_SIZE },
    {
      query: {
        enabled: open,
        staleTime: 0,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: 'always',
        refetchInterval: ({ state: { data } }) => (open && data?.withdrawals.some(isPending) ? pollMs : false),
      },
    },
  );
}

/** One of the member's withdrawals, followed while it waits. */
export function useWithdrawal({ reference, open }: { reference: string; open: boolean }) {
  const pollMs = usePollInterval(POLL_MS);
  return useGetWithdrawal(reference, {
    query: {
      enabled: open,
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state: { data } }) => (open && data && isPending(data) ? pollMs : false),
    },
  });
}

/** What {@link useCancelWithdrawal} needs. */
export interface CancelInput {
  reference: string;
  /** It is back, or can no longer be taken back: the wallet and the list are to be read again. */
  onChanged: () => void;
  /** The question is answered. */
  onEnd: () => void;
}

/** Takes a withdrawal back, as long as nobody has approved it. The contract repeats this call safely without a key. */
export function useCancelWithdrawal({ reference, onChanged, onEnd }: CancelInput) {
  const { t } = useTranslation('mf-wallet');
  const keyed = useKeyedMutation<{ reference: string }, WithdrawalRecord>({
    operation: `cancelWithdrawal ${reference}`,
    send: (body) => cancelWithdrawal(body.reference),
    onSettled: () => {
      // Asked for again, the same amount is another withdrawal, also when the answer to this one was lost.
      forgetIntent(WITHDRAW);
      toast.success(t('withdraw.cancelled'));
      onChanged();
      onEnd();
    },
    onFailed: (error) => {
      toast.failure(error);
      // It was approved meanwhile: the list tells.
      if (errorCode(error) === 'WITHDRAW_APPROVED') onChanged();
      onEnd();
    },
  });
  return { cancelling: keyed.state.kind === 'sending', cancel: () => keyed.start({ reference }) };
}
