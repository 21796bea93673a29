import { Alert } from '@krapao/kit/ui/alert';
import { buttonClass } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { DateTime } from '@krapao/kit/ui/date-time';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { usePageParam } from '@krapao/kit/ui/entry-list';
import { QueryView } from '@krapao/kit/ui/query-view';
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
import { useSpinRecord } from './use-spin-record';
import { VerdictCard } from './verdict-card';

const LOADING = (
  <Card>
    <div className={styles.waiting}>
      <Skeleton width="60%" />
      <Skeleton width="90%" />
      <Skeleton shape="block" height={120} />
    </div>
  </Card>
);

function Checked({ spin }: { spin: SpinRecord }) {
  const { t } = useTranslation('mf-spin');
  const able = canCheck();
  const query = useQuery({
    queryKey: ['check', spin.proof, spin.code],
    queryFn: () => checkSpin(spin.proof, spin.code),
    enabled: able,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!able) return <Alert tone="warning">{t('check.noCrypto')}</Alert>;
  return (
    <QueryView query={query} loading={LOADING} failed={() => <Alert tone="danger">{t('check.noProof')}</Alert>}>
      {(verdict) => (
        <>
          <VerdictCard verdict={verdict} />
          <CheckSteps verdict={verdict} spin={spin} />
        </>
      )}
    </QueryView>
  );
}

/** Checks one past spin in the member's own browser, and shows the arithmetic. */
export default function CheckPage() {
  const { t } = useTranslation('mf-spin');
  const [params] = useSearchParams();
  const [page] = usePageParam();
  const query = useSpinRecord(params.get('coupon') ?? '', page);
  return (
    <div className={styles.page}>
      <BackLink to={page > 1 ? `/user/spin/history?page=${page}` : '/user/spin/history'}>{t('history.title')}</BackLink>
      <h1 className={styles.title}>{t('check.title')}</h1>
      <QueryView
        query={query}
        loading={LOADING}
        framed
        empty={(spin) =>
          spin === null && (
            <EmptyState
              icon={<Search />}
              title={t('check.unknown')}
              action={
                <Link to="/user/spin/history" className={buttonClass({ variant: 'secondary' })}>
                  {t('history.title')}
                </Link>
              }
            />
          )
        }
      >
        {(spin) =>
          spin && (
            <>
              <p className={styles.lead}>
                {`${spin.label} · ${spin.wheel} · `}
                <DateTime value={spin.createdAt} />
              </p>
              <Checked spin={spin} />
            </>
          )
        }
      </QueryView>
    </div>
  );
}
