import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Pager } from '@krapao/kit/ui/pager';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE, useWithdrawals } from './use-withdrawals';
import styles from './withdraw.module.css';
import { WithdrawalCard } from './withdrawal-card';
import { WithdrawalsWaiting } from './withdrawals-waiting';

interface WithdrawalListProps {
  open: boolean;
  onChanged: () => void;
}

/** The member's withdrawals, newest first, ten a page, each with its timeline. */
export function WithdrawalList({ open, onChanged }: WithdrawalListProps) {
  const { t } = useTranslation('mf-wallet');
  const [page, setPage] = useState(1);
  const { data, error, isFetching, isPlaceholderData, refetch } = useWithdrawals({ page, open });
  if (!data) {
    if (error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <WithdrawalsWaiting count={2} />;
  }
  if (data.withdrawals.length === 0) {
    return <EmptyState icon={<Landmark />} title={t('withdraw.empty')} text={t('withdraw.emptyText')} />;
  }
  return (
    <div className={styles.form}>
      <ul className={styles.form} aria-label={t('withdraw.listTab')} aria-busy={isPlaceholderData || undefined}>
        {data.withdrawals.map((withdrawal) => (
          <li key={withdrawal.reference}>
            <WithdrawalCard withdrawal={withdrawal} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <Pager page={page} total={data.total} pageSize={PAGE_SIZE} onPageChange={setPage} />
    </div>
  );
}
