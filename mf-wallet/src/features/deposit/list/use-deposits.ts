import { amountText } from '@krapao/kit/i18n';
import { usePollInterval } from '@krapao/kit/realtime';
import { toast } from '@krapao/kit/ui/toast';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useListDeposits } from '../../../api/gen/portal';
import { isPending } from '../../../shared/status';

/** Deposits a page. */
export const PAGE_SIZE = 10;

/** How often deposits in progress are asked about, in milliseconds. */
const POLL_MS = 5000;

/** One page of the member's deposits, newest first, followed until each has ended. `onCredited`: money has arrived. */
export function useDeposits({ page, open, onCredited }: { page: number; open: boolean; onCredited: () => void }) {
  const { t } = useTranslation('mf-wallet');
  const pollMs = usePollInterval(POLL_MS);
  const list = useListDeposits(
    { page, limit: PAGE_SIZE },
    {
      query: {
        enabled: open,
        staleTime: 0,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: 'always',
        refetchInterval: ({ state: { data } }) => (open && data?.deposits.some(isPending) ? pollMs : false),
      },
    },
  );
  const waiting = useRef(new Set<string>());
  const credited = useRef(onCredited);
  useEffect(() => {
    credited.current = onCredited;
  });
  const deposits = list.data?.deposits;
  useEffect(() => {
    if (!deposits) return;
    const arrived = deposits.filter(({ _id, status }) => status === 'SUCCESS' && waiting.current.has(_id));
    for (const { amount, currency } of arrived) {
      toast.success(t('qr.paidToast', { amount: amountText(amount, currency) }));
    }
    waiting.current = new Set(deposits.filter(isPending).map(({ _id }) => _id));
    if (arrived.length > 0) credited.current();
  }, [deposits, t]);
  return list;
}
