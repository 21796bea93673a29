import { Slot, useDialogCode } from '@krapao/kit/federation';
import { Card } from '@krapao/kit/ui/card';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Loading, QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckActiveBonus, useGetWallet, useListBonuses } from '../../api/gen/portal';
import { ActiveCondition, useWay } from './active-condition';
import { BonusGrid } from './bonus-grid';
import styles from './bonus-page.module.css';

/** Who comes back looks for what has changed: a bonus that was switched off, a condition that was met. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;

/** As tall as the entry of a promotion code: what stands below it does not move when it comes. */
const WAITING = (
  <Card>
    <div className={styles.waiting}>
      <div className={styles.waitingTitle}>
        <Skeleton width="60%" />
      </div>
      <div className={styles.waitingField}>
        <Skeleton width="36%" />
        <Skeleton shape="block" height="var(--control)" />
      </div>
      <Skeleton shape="block" height="var(--control)" />
    </div>
  </Card>
);

/** So long the page waits at most for what stands above the offers, in milliseconds. */
const LONGEST_WAIT_MS = 5000;

/** True from the moment that all is there, or has been waited for long enough, for as long as the page is open. */
function useStands(isThere: boolean): boolean {
  const [stands, setStands] = useState(isThere);
  if (isThere && !stands) setStands(true);
  useEffect(() => {
    const timer = setTimeout(() => setStands(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return stands;
}

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
  const wallet = useGetWallet({ query: { enabled: active.data?.status === true } });
  const bonuses = useListBonuses({ query: FRESH });
  // A button that moved when something came above it would lose the tap, or take one that was meant for another.
  const stands = useStands(active.isFetched && (!active.data?.status || (way.isFetched && wallet.isFetched)));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('bonus.title')}</h1>
      <QueryView query={active} loading={WAITING} framed>
        {(condition) =>
          !condition.status ? (
            <Slot name="bonus.promotion" pending={<Loading>{WAITING}</Loading>} fallback={null} />
          ) : stands ? (
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
            <Loading>{WAITING}</Loading>
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
      <BonusGrid
        query={stands ? bonuses : { data: undefined, error: null, refetch: bonuses.refetch }}
        active={active.data}
      />
    </div>
  );
}
