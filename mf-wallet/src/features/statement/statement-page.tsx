import { serverNow } from '@krapao/kit/api';
import { usePollInterval } from '@krapao/kit/realtime';
import { Button, buttonClass } from '@krapao/kit/ui/button';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { EntryList, usePageParam } from '@krapao/kit/ui/entry-list';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatementPage as StatementPageData } from '../../api/gen/model';
import { type getListStatementsQueryKey, useListStatements } from '../../api/gen/portal';
import { usePartyName } from '../../shared/party-name';
import { isPending } from '../../shared/status';
import { daysBegun } from './days';
import { KindFilter } from './kind-filter';
import styles from './statement.module.css';
import { StatementLinks, useStatementDialogs } from './statement-dialogs';
import { StatementRow } from './statement-row';
import { useKind } from './use-kind';

/** Entries a page (specification 9). */
const PAGE_SIZE = 10;

/** How often the page is read again while one of its transactions is in progress, in milliseconds. */
const POLL_MS = 10_000;

function isMoving({ statements }: StatementPageData): boolean {
  return statements.some(isPending);
}

/** What happened to the wallet, newest first, by day, ten a page; all of it or one kind. */
export default function StatementPage() {
  const { t } = useTranslation('mf-wallet');
  const [page, toPage] = usePageParam();
  const { kind, types, toKind } = useKind();
  const dialogs = useStatementDialogs();
  const pollMs = usePollInterval(POLL_MS);
  const query = useListStatements(
    { page, limit: PAGE_SIZE, ...(types && { types }) },
    // Who comes back from the bank's app looks for the new line.
    {
      query: {
        staleTime: 0,
        // Another page of the same kind. What is of another kind, or that there is none of it, would be false here.
        placeholderData: (shown, past) => {
          const key = past?.queryKey as ReturnType<typeof getListStatementsQueryKey> | undefined;
          return key?.[2]?.types === types ? shown : undefined;
        },
        refetchOnWindowFocus: 'always',
        refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? pollMs : false),
      },
    },
  );
  const partyName = usePartyName({ enabled: query.data !== undefined });
  const nothing = kind ? (
    <EmptyState
      icon={<ReceiptText />}
      title={t('statement.noneOfKind')}
      action={
        <Button variant="secondary" onClick={() => toKind(undefined)}>
          {t('statement.showAll')}
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
  );
  const rows = ({ statements }: StatementPageData) => {
    const days = daysBegun(statements, serverNow());
    return statements.map((entry, index) => (
      <StatementRow key={entry._id} entry={entry} day={days[index]} partyName={partyName} onOpen={dialogs.open} />
    ));
  };
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('statement.title')}</h1>
      <StatementLinks dialogs={dialogs} />
      <KindFilter kind={kind} onChange={toKind} />
      <EntryList
        label={t('statement.list')}
        query={query}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={toPage}
        rows={rows}
        icon={<ReceiptText />}
        empty={nothing}
      />
    </div>
  );
}
