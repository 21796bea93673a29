import { Alert } from '@krapao/kit/ui/alert';
import { Button } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { Unfinished } from '@krapao/kit/ui/unfinished';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { RotateCw } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpinSetup } from '../../api/gen/model';
import { Confetti } from './confetti';
import { HubButton } from './hub-button';
import { sectorsOf } from './preview';
import styles from './stage.module.css';
import type { SpinState } from './use-spin';
import type { Turning } from './use-turning';
import { Wheel } from './wheel';

interface StageProps {
  setup: SpinSetup;
  state: SpinState;
  turning: Turning;
  onSpin: () => void;
}

/** The wheel to spin, with what is said of it while it turns. */
export function Stage({ setup, state, turning, onSpin }: StageProps) {
  const { t } = useTranslation('mf-spin');
  const noteId = useId();
  const { activeSpinwheel, userCoin, coinPerSpin } = setup;
  const { phase, won, drawing } = state;
  // The same drawing as long as the wheel is the same: a turning wheel has no time to draw.
  const sectors = useMemo(() => sectorsOf(activeSpinwheel.slice), [activeSpinwheel.slice]);
  const stands = phase === 'landed' || phase === 'shown';
  const enough = userCoin >= coinPerSpin && userCoin > 0;
  const busy = drawing || phase === 'turning' || phase === 'landed';
  const moving = drawing || phase === 'turning';
  return (
    <Card tone="brand" className={styles.stage} data-phase={phase}>
      <div className={styles.rays} data-on={stands || undefined} />
      <Wheel
        sectors={sectors}
        turning={turning}
        winner={stands && won ? sectors.findIndex(({ key }) => key === won.code) : -1}
        mood={moving ? 'turning' : stands ? 'won' : 'rest'}
        hub={
          <HubButton
            coins={userCoin}
            enough={enough || state.unfinished}
            busy={busy}
            describedBy={enough ? undefined : noteId}
            onPress={onSpin}
          />
        }
      />
      {phase === 'landed' && <Confetti />}
      <p className={styles.note} id={noteId}>
        {enough || busy ? t('wheel.price', { count: coinPerSpin }) : t('wheel.needs', { count: coinPerSpin })}
      </p>
      <div role="status" className={styles.spoken}>
        <VisuallyHidden>
          {moving && t('wheel.turning')}
          {phase === 'landed' && won && t('wheel.won', { label: won.label })}
        </VisuallyHidden>
      </div>
    </Card>
  );
}

interface SpinTroubleProps {
  state: SpinState;
  onRetry: () => void;
  onStartAnew: () => void;
}

/** Why the wheel did not turn, or that nobody knows whether a coin was taken. */
export function SpinTrouble({ state: { unfinished, drawing, error }, onRetry, onStartAnew }: SpinTroubleProps) {
  const { t } = useTranslation('common');
  if (!unfinished) return error && <Alert tone="danger">{error}</Alert>;
  return (
    <div className={styles.trouble}>
      <Unfinished error={error}>{null}</Unfinished>
      <div className={styles.ways}>
        <Button variant="secondary" disabled={drawing} onClick={onStartAnew}>
          {t('unfinished.anew')}
        </Button>
        <Button loading={drawing} icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </div>
    </div>
  );
}
