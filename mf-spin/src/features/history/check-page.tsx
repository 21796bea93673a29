import { Alert } from '@krapao/kit/ui/alert';
import { buttonClass } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { DateTime } from '@krapao/kit/ui/date-time';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { SpinRecord } from '../../api/gen/model';
import { BackLink } from './back-link';
import { CheckSteps } from './check-steps';
import styles from './history.module.css';
import { canCheck, checkSpin } from './proof';
import { usePage } from './use-page';
import { useSpinRecord } from './use-spin-record';
import { VerdictCard } from './verdict-card';

function Waiting() {
  const { t } = useTranslation('common');
  return (
    <Card aria-busy="true" role="status" aria-label={t('loading')}>
      <div className={styles.waiting}>
        <Skeleton width="60%" />
        <Skeleton width="90%" />
        <Skeleton shape="block" height={120} />
      </div>
    </Card>
  );
}

function Checked({ spin }: { spin: SpinRecord }) {
  const { t } = useTranslation('mf-spin');
  const able = canCheck();
  const { data, error } = useQuery({
    queryKey: ['check', spin.proof, spin.code],
    queryFn: () => checkSpin(spin.proof, spin.code),
    enabled: able,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!able) return <Alert tone="warning">{t('check.noCrypto')}</Alert>;
  if (error) return <Alert tone="danger">{t('check.noProof')}</Alert>;
  if (!data) return <Waiting />;
  return (
    <>
      <VerdictCard verdict={data} />
      <CheckSteps verdict={data} spin={spin} />
    </>
  );
}

/** Checks one past spin in the member's own browser, and shows the arithmetic. */
export default function CheckPage() {
  const { t } = useTranslation('mf-spin');
  const [params] = useSearchParams();
  const [page] = usePage();
  const { data, error, isFetching, refetch } = useSpinRecord(params.get('coupon') ?? '', page);
  return (
    <div className={styles.page}>
      <BackLink to={page > 1 ? `/user/spin/history?page=${page}` : '/user/spin/history'}>{t('history.title')}</BackLink>
      <h1 className={styles.title}>{t('check.title')}</h1>
      {data && (
        <>
          <p className={styles.lead}>
            {`${data.label} · ${data.wheel} · `}
            <DateTime value={data.createdAt} />
          </p>
          <Checked spin={data} />
        </>
      )}
      {data === null && (
        <Card>
          <EmptyState
            icon={<Search />}
            title={t('check.unknown')}
            action={
              <Link to="/user/spin/history" className={buttonClass({ variant: 'secondary' })}>
                {t('history.title')}
              </Link>
            }
          />
        </Card>
      )}
      {data === undefined && (isFetching || !error) && <Waiting />}
      {data === undefined && error && !isFetching && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      )}
    </div>
  );
}
