import { Card } from '@krapao/kit/ui/card';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Pager } from '@krapao/kit/ui/pager';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getGetWalletQueryKey, getListStatementsQueryKey, useGetDeposit } from '../../api/gen/portal';
import { usePartyName } from '../../text/party-name';
import { DepositCard } from './deposit-card';
import styles from './deposits.module.css';
import { PAGE_SIZE, useDeposits } from './use-deposits';

/** The props of the place `wallet.deposits`. */
export interface DepositListDialogProps {
  open: boolean;
  onClose: () => void;
  /** Only this one, by its id. */
  entry?: string | undefined;
}

function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.list} aria-busy="true" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, key) => (
        <Card key={key} tone="sunken" className={styles.deposit}>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
          <Skeleton width="80%" />
        </Card>
      ))}
    </div>
  );
}

function Deposits({ open }: { open: boolean }) {
  const { t } = useTranslation('mf-wallet');
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const partyName = usePartyName({ enabled: open });
  const { data, error, isFetching, isPlaceholderData, refetch } = useDeposits({
    page,
    open,
    onCredited: () => {
      void queries.invalidateQueries({ queryKey: getGetWalletQueryKey() });
      void queries.invalidateQueries({ queryKey: getListStatementsQueryKey().slice(0, 2) });
    },
  });
  if (!data) {
    if (error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <Waiting count={3} />;
  }
  if (data.deposits.length === 0) {
    return <EmptyState icon={<ArrowDownToLine />} title={t('deposits.empty')} text={t('deposits.emptyText')} />;
  }
  return (
    <div className={styles.list}>
      <ul className={styles.list} aria-label={t('deposits.title')} aria-busy={isPlaceholderData || undefined}>
        {data.deposits.map((deposit) => (
          <li key={`${deposit.kind} ${deposit._id}`}>
            <DepositCard deposit={deposit} partyName={partyName} />
          </li>
        ))}
      </ul>
      <Pager page={page} total={data.total} pageSize={PAGE_SIZE} onPageChange={setPage} />
    </div>
  );
}

function OneDeposit({ id, open }: { id: string; open: boolean }) {
  const partyName = usePartyName({ enabled: open });
  const { data, error, isFetching, refetch } = useGetDeposit(id, { query: { enabled: open, staleTime: 0 } });
  if (data) return <DepositCard deposit={data} partyName={partyName} alone />;
  if (error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Waiting count={1} />;
}

/** The member's deposits, newest first, ten a page, or one of them; each with what happened to it. */
export default function DepositListDialog({ open, onClose, entry }: DepositListDialogProps) {
  const { t } = useTranslation('mf-wallet');
  return (
    <Dialog open={open} onClose={onClose} title={t(entry === undefined ? 'deposits.title' : 'deposits.one')}>
      {entry === undefined ? <Deposits open={open} /> : <OneDeposit key={entry} id={entry} open={open} />}
    </Dialog>
  );
}
