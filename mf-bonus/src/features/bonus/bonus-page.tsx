import { Slot, useDialogCode } from '@krapao/kit/federation';
import { Card } from '@krapao/kit/ui/card';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckActiveBonus, useListBonuses } from '../../api/gen/portal';
import { ActiveCondition, useWay } from './active-condition';
import { BonusGrid } from './bonus-grid';
import styles from './bonus-page.module.css';

/** Who comes back looks for what has changed: a bonus that was switched off, a condition that was met. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;

const WAITING = (
  <Card>
    <Skeleton shape="block" height={96} />
  </Card>
);

/**
 * The bonuses: the condition that the member is under with its way out, or the entry of a promotion code, and what is
 * on offer.
 */
export default function BonusPage() {
  const { t } = useTranslation('mf-bonus');
  const active = useCheckActiveBonus({ query: FRESH });
  const [ending, setEnding] = useState(false);
  const [asked, setAsked] = useState(false);
  const code = useDialogCode();
  const way = useWay(active.data?.status === true || ending);
  const bonuses = useListBonuses({ query: FRESH });
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('bonus.title')}</h1>
      <QueryView query={active} loading={WAITING} framed>
        {(condition) =>
          condition.status ? (
            <ActiveCondition
              active={condition}
              way={way}
              near={code.near('bonus.end')}
              onEnd={() => {
                code.press('bonus.end');
                setAsked(true);
                setEnding(true);
              }}
            />
          ) : (
            <Slot name="bonus.promotion" pending={WAITING} fallback={null} />
          )
        }
      </QueryView>
      {/* Beside the condition, which goes when it has ended: the question has the last word. */}
      {asked && (
        <Slot
          name="bonus.end"
          with={{ way: way.data, open: ending, onClose: () => setEnding(false) }}
          pending={<LoadingOverlay active={ending} />}
        />
      )}
      <BonusGrid query={bonuses} active={active.data} />
    </div>
  );
}
