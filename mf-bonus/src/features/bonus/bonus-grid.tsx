import { Slot, useDialogCode } from '@krapao/kit/federation';
import { buttonClass } from '@krapao/kit/ui/button';
import { EmptyState } from '@krapao/kit/ui/empty-state';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { type QueryState, QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ActiveBonus, Bonus } from '../../api/gen/model';
import { BonusCard } from './bonus-card';
import styles from './bonus-page.module.css';

const WAITING = Array.from({ length: 4 }, (_, index) => <Skeleton key={index} shape="card" height={148} />);

interface BonusGridProps {
  query: QueryState<Bonus[]>;
  /** The condition that the member is under; undefined until it is known. */
  active: ActiveBonus | undefined;
}

/** What is on offer, a card each, and the dialog of the one that was tapped. */
export function BonusGrid({ query, active }: BonusGridProps) {
  const { t } = useTranslation('mf-bonus');
  const [chosen, setChosen] = useState<Bonus | null>(null);
  const [open, setOpen] = useState(false);
  const code = useDialogCode();
  // One that was switched off meanwhile stays in its dialog as it was: the server says that it is gone.
  const shown = query.data?.find(({ code }) => code === chosen?.code) ?? chosen;
  return (
    <section className={styles.offers} aria-labelledby="bonuses">
      <h2 id="bonuses" className={styles.subtitle}>
        {t('bonus.offers')}
      </h2>
      <QueryView
        query={query}
        loading={WAITING}
        loadingClass={styles.grid}
        framed
        empty={(bonuses) =>
          bonuses.length === 0 && (
            <EmptyState
              icon={<Gift />}
              title={t('bonus.empty')}
              text={t('bonus.emptyText')}
              action={
                <Link className={buttonClass({ variant: 'secondary' })} to="/user/home">
                  {t('bonus.home')}
                </Link>
              }
            />
          )
        }
      >
        {(bonuses) => (
          <ul className={styles.grid}>
            {bonuses.map((bonus) => (
              <BonusCard
                key={bonus.code}
                bonus={bonus}
                near={code.near('bonus.offer')}
                onOpen={() => {
                  code.press('bonus.offer');
                  setChosen(bonus);
                  setOpen(true);
                }}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {shown && (
        <Slot
          key={shown.code}
          name="bonus.offer"
          with={{ bonus: shown, active, open, onClose: () => setOpen(false) }}
          pending={<LoadingOverlay active={open} />}
        />
      )}
    </section>
  );
}
