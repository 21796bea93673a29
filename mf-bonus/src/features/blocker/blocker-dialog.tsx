import type { Slots } from '@krapao/kit/federation';
import { amountText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Dialog } from '@krapao/kit/ui/dialog';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawBlockers } from '../../api/gen/model';
import { useGetWithdrawBlockers } from '../../api/gen/portal';
import { useCurrency } from '../../shared/use-currency';
import styles from './blocker.module.css';
import { BlockerCard } from './blocker-card';

function Reasons({ data, open }: { data: WithdrawBlockers; open: boolean }) {
  const { t } = useTranslation('mf-bonus');
  const currency = useCurrency({ enabled: open });
  return (
    <div className={styles.body}>
      <p className={styles.lead}>{t('blocker.lead', { count: data.blockers.length })}</p>
      <ol className={styles.list}>
        {data.blockers.map((blocker) => (
          <BlockerCard key={blocker.code} blocker={blocker} data={data} currency={currency} />
        ))}
      </ol>
    </div>
  );
}

function Free({ data, open }: { data: WithdrawBlockers; open: boolean }) {
  const { t } = useTranslation('mf-bonus');
  const currency = useCurrency({ enabled: open });
  const [minimum, maximum] = [data.minimum, data.maximum].map((limit) => amountText(limit, currency));
  return (
    <>
      <EmptyState
        icon={<CircleCheck />}
        title={t('blocker.free')}
        text={t('blocker.freeText', { minimum, maximum, total: amountText(data.total, currency) })}
      />
      {data.cutsRest && <Alert tone="warning">{t('blocker.cutsRest')}</Alert>}
    </>
  );
}

/** Fills `withdraw.blockers`: every reason why a withdrawal would be refused now, and what lifts it. */
export default function BlockerDialog({ open, onClose }: Slots['withdraw.blockers']) {
  const { t } = useTranslation(['mf-bonus', 'common']);
  const query = useGetWithdrawBlockers({
    query: { enabled: open, staleTime: 0, gcTime: 0, refetchOnWindowFocus: 'always' },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('blocker.title')}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      <QueryView
        query={query}
        loading={
          <>
            <Skeleton shape="block" height={120} />
            <Skeleton shape="block" height={88} />
          </>
        }
        loadingClass={styles.body}
        empty={(data) => data.blockers.length === 0 && <Free data={data} open={open} />}
      >
        {(data) => <Reasons data={data} open={open} />}
      </QueryView>
    </Dialog>
  );
}
