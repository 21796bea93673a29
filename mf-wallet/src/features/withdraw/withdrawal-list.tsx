import { EmptyState } from '@krapao/kit/ui/empty-state';
import { Pager } from '@krapao/kit/ui/pager';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import stack from '../../shared/stack.module.css';
import { PAGE_SIZE, useWithdrawals } from './use-withdrawals';
import styles from './withdraw.module.css';
import { WithdrawalCard } from './withdrawal-card';
import { WithdrawalSkeletons } from './withdrawal-skeletons';

interface WithdrawalListProps {
  open: boolean;
  onChanged: () => void;
}

/** The member's withdrawals, newest first, ten a page, each with its timeline. */
export function WithdrawalList({ open, onChanged }: WithdrawalListProps) {
  const { t } = useTranslation('mf-wallet');
  const [page, setPage] = useState(1);
  const query = useWithdrawals({ page, open });
  return (
    <QueryView
      query={query}
      loading={<WithdrawalSkeletons count={2} />}
      loadingClass={stack.stack}
      empty={({ withdrawals }) =>
        withdrawals.length === 0 && (
          <EmptyState icon={<Landmark />} title={t('withdraw.empty')} text={t('withdraw.emptyText')} />
        )
      }
    >
      {({ withdrawals, total }) => (
        <div className={stack.stack}>
          <ul
            className={styles.list}
            aria-label={t('statement.withdrawals')}
            aria-busy={query.isPlaceholderData || undefined}
          >
            {withdrawals.map((withdrawal) => (
              <li key={withdrawal.reference}>
                <WithdrawalCard withdrawal={withdrawal} onChanged={onChanged} />
              </li>
            ))}
          </ul>
          <Pager page={page} total={total} pageSize={PAGE_SIZE} onPageChange={setPage} />
        </div>
      )}
    </QueryView>
  );
}
