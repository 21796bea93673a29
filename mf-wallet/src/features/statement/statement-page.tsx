import { Button, buttonClass } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Pager } from '@krapao/kit/ui/pager';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { keepPreviousData } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatementPage as StatementPageData } from '../../api/gen/model';
import { useListStatements } from '../../api/gen/portal';
import { usePartyName } from '../../text/party-name';
import styles from './statement.module.css';
import { type Beside, StatementLinks, useBeside } from './statement-links';
import { StatementRow } from './statement-row';
import { usePage } from './use-page';

/** Entries a page (specification 9). */
const PAGE_SIZE = 10;

function Waiting() {
  const { t } = useTranslation('common');
  return (
    <Card flush aria-busy="true" role="status" aria-label={t('loading')}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.entry}>
          <Skeleton shape="circle" width={44} height={44} />
          <div className={styles.waiting}>
            <Skeleton width="56%" />
            <Skeleton width="80%" />
            <Skeleton width="64%" />
          </div>
          <Skeleton width={72} />
        </div>
      ))}
    </Card>
  );
}

function Nothing({ beyond, toFirst }: { beyond: boolean; toFirst: () => void }) {
  const { t } = useTranslation('mf-wallet');
  return (
    <Card>
      {beyond ? (
        <EmptyState
          icon={<ReceiptText />}
          title={t('statement.beyond')}
          action={
            <Button variant="secondary" onClick={toFirst}>
              {t('statement.firstPage')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<ReceiptText />}
          title={t('statement.empty')}
          text={t('statement.emptyText')}
          action={
            <Link to="/user/home?deposit" className={buttonClass()}>
              {t('statement.firstDeposit')}
            </Link>
          }
        />
      )}
    </Card>
  );
}

interface EntriesProps {
  data: StatementPageData;
  page: number;
  /** Another page is on its way. */
  turning: boolean;
  toPage: (page: number) => void;
  onTell: (where: Beside, reference: string) => void;
}

function Entries({ data, page, turning, toPage, onTell }: EntriesProps) {
  const { t } = useTranslation('mf-wallet');
  const partyName = usePartyName();
  if (data.statements.length === 0) return <Nothing beyond={data.total > 0} toFirst={() => toPage(1)} />;
  return (
    <>
      <Card flush className={styles.list} aria-busy={turning || undefined}>
        <ul aria-label={t('statement.list')}>
          {data.statements.map((entry) => (
            <StatementRow key={entry._id} entry={entry} partyName={partyName} onTell={onTell} />
          ))}
        </ul>
      </Card>
      <Pager page={page} total={data.total} pageSize={PAGE_SIZE} onPageChange={toPage} />
    </>
  );
}

/** How often the page is read again while one of its transactions is in progress, in milliseconds. */
const POLL_MS = 10_000;

function isMoving({ statements }: StatementPageData): boolean {
  return statements.some(({ status }) => status !== 'SUCCESS' && status !== 'FAILED');
}

/** What happened to the wallet, newest first, ten a page. */
export default function StatementPage() {
  const { t } = useTranslation('mf-wallet');
  const [page, toPage] = usePage();
  const beside = useBeside();
  const { data, error, isFetching, isPlaceholderData, refetch } = useListStatements(
    { page, limit: PAGE_SIZE },
    // Who comes back from the bank's app looks for the new line.
    {
      query: {
        staleTime: 0,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: 'always',
        refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
      },
    },
  );
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('statement.title')}</h1>
      <StatementLinks {...beside} />
      {data && <Entries data={data} page={page} turning={isPlaceholderData} toPage={toPage} onTell={beside.show} />}
      {!data && (isFetching || !error) && <Waiting />}
      {!data && error && !isFetching && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      )}
    </div>
  );
}
