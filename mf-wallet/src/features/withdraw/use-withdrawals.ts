import { errorCode } from '@krapao/kit/api';
import { errorText } from '@krapao/kit/i18n';
import { toast } from '@krapao/kit/ui/toast';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCancelWithdrawal, useGetWithdrawal, useListWithdrawals } from '../../api/gen/portal';

/** Withdrawals a page. */
export const PAGE_SIZE = 10;

/** How often a withdrawal that waits is asked about, in milliseconds. */
const POLL_MS = 10_000;

/** One page of the member's withdrawals, newest first, followed while one of them waits. */
export function useWithdrawals({ page, open }: { page: number; open: boolean }) {
  return useListWithdrawals(
    { page, limit: PAGE_SIZE },
    {
      query: {
        enabled: open,
        staleTime: 0,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: 'always',
        refetchInterval: ({ state: { data } }) =>
          open && data?.withdrawals.some(({ status }) => status === 'PENDING') ? POLL_MS : false,
      },
    },
  );
}

/** One of the member's withdrawals, followed while it waits. */
export function useWithdrawal({ reference, open }: { reference: string; open: boolean }) {
  return useGetWithdrawal(reference, {
    query: {
      enabled: open,
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state: { data } }) => (open && data?.status === 'PENDING' ? POLL_MS : false),
    },
  });
}

/** Takes a withdrawal back, as long as nobody has approved it. `onChanged`: the wallet and the list are to be read again. */
export function useTakeBack(onChanged: () => void) {
  const { t } = useTranslation('mf-wallet');
  const cancel = useCancelWithdrawal({
    mutation: {
      onSuccess: () => {
        toast.success(t('withdraw.cancelled'));
        onChanged();
      },
      onError: (error) => {
        toast.error(errorText(error));
        // It was approved meanwhile: the list tells.
        if (errorCode(error) === 'WITHDRAW_APPROVED') onChanged();
      },
    },
  });
  return {
    cancelling: cancel.isPending,
    cancel: (reference: string, done: () => void) => cancel.mutate({ reference }, { onSettled: done }),
  };
}
