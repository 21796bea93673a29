import { Slot } from '@krapao/kit/federation';
import { Button, buttonClass } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ChartPie, Coins, History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OddsDialog } from './odds-dialog';
import { PREVIEW } from './preview';
import styles from './spin-page.module.css';
import { SpinTrouble, Stage } from './stage';
import stage from './stage.module.css';
import { useSpin } from './use-spin';
import { useTurning } from './use-turning';
import { useWheel } from './use-wheel';
import { Wheel } from './wheel';
import { WonDialog } from './won-dialog';

const LOADING = (
  <Card tone="brand" className={stage.stage}>
    <div className={stage.waiting}>
      <Skeleton shape="circle" height="auto" />
    </div>
    <div className={`${stage.note} ${stage.waitingNote}`}>
      <Skeleton />
    </div>
  </Card>
);

/** A wheel that is off: pictures instead of prizes, and what that means for the member's coins. */
function Off() {
  const { t } = useTranslation('mf-spin');
  return (
    <Card tone="brand" className={stage.stage}>
      <Wheel
        sectors={PREVIEW}
        faded
        hub={
          <span className={styles.offHub}>
            <Coins aria-hidden="true" />
          </span>
        }
      />
      <div className={styles.off}>
        <h2 className={styles.lead}>{t('wheel.off')}</h2>
        <p>{t('wheel.offText')}</p>
      </div>
    </Card>
  );
}

/** The prize wheel: spin it, see what was won, claim it. */
export default function SpinPage() {
  const { t } = useTranslation('mf-spin');
  const wheel = useWheel();
  const setup = wheel.data ?? undefined;
  const turning = useTurning(setup?.activeSpinwheel.slice.length ?? 1);
  const { state, ...spin } = useSpin({ setup, turning });
  const [odds, setOdds] = useState(false);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{setup?.activeSpinwheel.name ?? t('wheel.title')}</h1>
      <QueryView query={wheel} loading={LOADING} framed>
        {(shown) => (shown ? <Stage setup={shown} state={state} turning={turning} onSpin={spin.spin} /> : <Off />)}
      </QueryView>
      <SpinTrouble state={state} onRetry={spin.spin} onStartAnew={spin.startAnew} />
      <div className={styles.links}>
        {/* The place of the prizes is kept while nobody knows: a link that moved to its right would lose a tap to them. */}
        {wheel.data === undefined && !wheel.error && <Skeleton shape="block" height="var(--touch)" />}
        {setup && (
          <Button
            variant="secondary"
            size="small"
            icon={<ChartPie aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setOdds(true)}
          >
            {t('odds.title')}
          </Button>
        )}
        <Link
          to="/user/spin/history"
          className={`${buttonClass({ variant: 'secondary', size: 'small' })} ${styles.link}`}
        >
          <History aria-hidden="true" />
          {t('history.title')}
        </Link>
      </div>
      <Slot name="spin.coupons" pending={<Skeleton shape="card" height={220} />} />
      {setup && <OddsDialog setup={setup} open={odds} onClose={() => setOdds(false)} />}
      <WonDialog won={state.won} open={state.phase === 'shown'} onClose={spin.close} />
    </div>
  );
}
