import type { Currency } from '@krapao/kit/format';
import { DateTime } from '@krapao/kit/ui/date-time';
import { Money } from '@krapao/kit/ui/money';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListRefunds } from '../../api/gen/portal';
import { PAGE_SIZE, PagedTable } from '../../shared/paged-table';

interface RefundLogProps {
  open: boolean;
  currency: Currency | undefined;
}

/** The refunds that were paid, newest first, ten a page. */
export function RefundLog({ open, currency }: RefundLogProps) {
  const { t } = useTranslation(['mf-bonus', 'reward']);
  const [page, setPage] = useState(1);
  const query = useListRefunds(
    { page, limit: PAGE_SIZE },
    { query: { enabled: open, staleTime: 0, placeholderData: keepPreviousData } },
  );
  return (
    <PagedTable
      label={t('refund.log')}
      query={query}
      page={page}
      onPageChange={setPage}
      empty={{ title: t('refund.logEmpty'), text: t('refund.logEmptyText') }}
      columns={[t('reward:refund.date'), t('reward:refund.amount')]}
      rows={({ refunds }) =>
        refunds.map(({ _id, createdAt, refundAmount }) => ({
          key: _id,
          cells: [
            <DateTime key="date" value={createdAt} />,
            <Money key="amount" value={refundAmount} currency={currency} />,
          ],
        }))
      }
    />
  );
}
