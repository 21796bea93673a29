import { useTranslation } from 'react-i18next';
import type { DepositKind, DepositRecord } from '../../../api/gen/model';
import { isOneOf } from '../../../shared/is-one-of';
import { Timeline, type TimelineStep } from '../../../shared/timeline';
import styles from './deposits.module.css';

const KNOWN = ['PAID', 'REVIEW', 'CREDITED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;

/** Steps after which no money comes. */
const OVER: readonly string[] = ['FAILED', 'EXPIRED'];

interface DepositTimelineProps {
  deposit: DepositRecord;
  /** A kind that has texts. */
  kind: DepositKind;
  /** In progress: the next step is shown too. */
  waiting: boolean;
}

/** What happened to a deposit, oldest first. */
export function DepositTimeline({ deposit: { timeline }, kind, waiting }: DepositTimelineProps) {
  const { t } = useTranslation('mf-wallet');
  const textOf = (step: string) => {
    if (step === 'STARTED') return t(`deposits.started.${kind}`);
    return t(`deposits.step.${isOneOf(KNOWN, step) ? step : 'OTHER'}`);
  };
  const steps = timeline.map(
    ({ step, at }): TimelineStep => ({
      key: `${step} ${at}`,
      mark: step === 'CANCELLED' ? 'cancelled' : OVER.includes(step) ? 'over' : 'done',
      text: textOf(step),
      at,
    }),
  );
  if (waiting) steps.push({ key: 'next', mark: 'next', text: t('deposits.next') });
  return (
    <div className={styles.timeline}>
      <Timeline label={t('deposits.timeline')} steps={steps} />
    </div>
  );
}
