import { Button, buttonClass } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { DateTime } from '@krapao/kit/ui/date-time';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Pager } from '@krapao/kit/ui/pager';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { keepPreviousData } from '@tanstack/react-query';
import { ShieldCheck, Ticket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SpinHistory, SpinRecord } from '../../api/gen/model';
import { useListSpins } from '../../api/gen/portal';
import { BackLink } from './back-link';
import styles from './history.module.css';
import { usePage } from './use-page';
import { PAGE_SIZE } from './use-spin-record';

function Waiting() {
  const { t } = useTranslation('common');
  return (
    <Card flush aria-busy="true" role="status" aria-label={t('loading')}>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={styles.entry}>
          <Skeleton shape="circle" width={44} height={44} />
          <div className={styles.waiting}>
            <Skeleton width="48%" />
            <Skeleton width="76%" />
            <Skeleton width="60%" />
          </div>
        </div>
      ))}
    </Card>
  );
}

function Row({ spin, page }: { spin: SpinRecord; page: number }) {
  const { t } = useTranslation('mf-spin');
  const { label, wheel, coins, createdAt, coupon } = spin;
  return (
    <li className={styles.entry}>
      <span className={styles.icon} data-status={coupon.status} aria-hidden="true">
        <Ticket />
      </span>
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        <p className={styles.detail}>{`${wheel} · ${t('wheel.coins', { count: coins })}`}</p>
        {coupon.code && <p className={styles.detail}>{t('history.code', { code: coupon.code })}</p>}
        <p className={styles.when}>
          <DateTime value={createdAt} />
        </p>
      </div>
      <div className={styles.side}>
        <p className={styles.status} data-status={coupon.status}>
          {t(`history.status.${coupon.status}`)}
        </p>
        <Link
          className={styles.check}
          to={`/user/spin/check?coupon=${coupon._id}${page > 1 ? `&page=${page}` : ''}`}
          aria-label={t('check.of', { label })}
        >
          <ShieldCheck aria-hidden="true" />
          {t('check.short')}
        </Link>
      </div>
    </li>
  );
}

function Entries({ data, page, toPage, turning }: EntriesProps) {
  const { t } = useTranslation('mf-spin');
  if (data.spins.length === 0) {
    return (
      <Card>
        {data.total > 0 ? (
          <EmptyState
            icon={<Ticket />}
            title={t('history.beyond')}
            action={
              <Button variant="secondary" onClick={() => toPage(1)}>
                {t('history.firstPage')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<Ticket />}
            title={t('history.empty')}
            text={t('history.emptyText')}
            action={
              <Link to="/user/spin" className={buttonClass()}>
                {t('wheel.tile')}
              </Link>
            }
          />
        )}
      </Card>
    );
  }
  return (
    <>
      <Card flush aria-busy={turning || undefined} className={styles.list}>
        <ul aria-label={t('history.title')}>
          {data.spins.map((spin) => (
            <Row key={spin._id} spin={spin} page={page} />
          ))}
        </ul>
      </Card>
      <Pager page={page} total={data.total} pageSize={PAGE_SIZE} onPageChange={toPage} />
    </>
  );
}

interface EntriesProps {
  data: SpinHistory;
  page: number;
  toPage: (page: number) => void;
  /** Another page is on its way. */
  turning: boolean;
}

/** The member's spins, newest first, ten a page, each with the way to its check. */
export default function HistoryPage() {
  const { t } = useTranslation('mf-spin');
  const [page, toPage] = usePage();
  const { data, error, isFetching, isPlaceholderData, refetch } = useListSpins(
    { page, limit: PAGE_SIZE },
    { query: { staleTime: 0, placeholderData: keepPreviousData } },
  );
  return (
    <div className={styles.page}>
      <BackLink to="/user/spin">{t('wheel.title')}</BackLink>
      <h1 className={styles.title}>{t('history.title')}</h1>
      <p className={styles.lead}>{t('history.lead')}</p>
      {data && <Entries data={data} page={page} toPage={toPage} turning={isPlaceholderData} />}
      {!data && (isFetching || !error) && <Waiting />}
      {!data && error && !isFetching && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      )}
    </div>
  );
}
