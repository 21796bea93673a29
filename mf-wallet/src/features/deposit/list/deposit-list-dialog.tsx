import { useRefresh } from '@krapao/kit/api';
import type { Slots } from '@krapao/kit/federation';
import { Card } from '@krapao/kit/ui/card';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { Pager } from '@krapao/kit/ui/pager';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetDeposit } from '../../../api/gen/portal';
import { usePartyName } from '../../../shared/party-name';
import { DepositCard } from './deposit-card';
import styles from './deposits.module.css';
import { PAGE_SIZE, useDeposits } from './use-deposits';

function Skeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, key) => (
    <Card key={key} tone="sunken" className={styles.deposit}>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
      <Skeleton width="80%" />
    </Card>
  ));
}

function Deposits({ open }: { open: boolean }) {
  const { t } = useTranslation('mf-wallet');
  const refresh = useRefresh();
  const [page, setPage] = useState(1);
  const partyName = usePartyName({ enabled: open });
  const query = useDeposits({ page, open, onCredited: () => void refresh('getWallet', 'listStatements') });
  return (
    <QueryView
      query={query}
      loading={<Skeletons count={3} />}
      loadingClass={styles.list}
      empty={({ deposits }) =>
        deposits.length === 0 && (
          <EmptyState icon={<ArrowDownToLine />} title={t('deposits.empty')} text={t('deposits.emptyText')} />
        )
      }
    >
      {({ deposits, total }) => (
        <div className={styles.list}>
          <ul
            className={styles.list}
            aria-label={t('statement.deposits')}
            aria-busy={query.isPlaceholderData || undefined}
          >
            {deposits.map((deposit) => (
              <li key={`${deposit.kind} ${deposit._id}`}>
                <DepositCard deposit={deposit} partyName={partyName} />
              </li>
            ))}
          </ul>
          <Pager page={page} total={total} pageSize={PAGE_SIZE} onPageChange={setPage} />
        </div>
      )}
    </QueryView>
  );
}

function OneDeposit({ id, open }: { id: string; open: boolean }) {
  const partyName = usePartyName({ enabled: open });
  const query = useGetDeposit(id, { query: { enabled: open, staleTime: 0 } });
  return (
    <QueryView query={query} loading={<Skeletons count={1} />} loadingClass={styles.list}>
      {(deposit) => <DepositCard deposit={deposit} partyName={partyName} alone />}
    </QueryView>
  );
}

/** The member's deposits, newest first, ten a page, or one of them; each with what happened to it. */
export default function DepositListDialog({ open, onClose, entry }: Slots['wallet.deposits']) {
  const { t } = useTranslation('mf-wallet');
  return (
    <Dialog open={open} onClose={onClose} title={t(entry === undefined ? 'statement.deposits' : 'deposits.one')}>
      {entry === undefined ? <Deposits open={open} /> : <OneDeposit key={entry} id={entry} open={open} />}
    </Dialog>
  );
}
