import { DateTime } from '@krapao/kit/ui/date-time';
import { Check, Clock, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DepositRecord } from '../../api/gen/model';
import styles from './deposits.module.css';

const KNOWN: readonly string[] = ['STARTED', 'PAID', 'REVIEW', 'CREDITED', 'FAILED', 'EXPIRED', 'CANCELLED'];

/** Steps after which no money comes. */
const OVER: readonly string[] = ['FAILED', 'EXPIRED', 'CANCELLED'];

const ICONS = { done: Check, over: X, next: Clock };

interface DepositTimelineProps {
  deposit: DepositRecord;
  /** A kind that has texts. */
  kind: string;
  /** In progress: what comes next is told too. */
  waiting: boolean;
}

/** What happened to a deposit, oldest first. */
export function DepositTimeline({ deposit: { timeline }, kind, waiting }: DepositTimelineProps) {
  const { t } = useTranslation('mf-wallet');
  const textOf = (step: string) => {
    if (step === 'STARTED') return t(`deposits.started.${kind}`);
    return t(`deposits.step.${KNOWN.includes(step) ? step : 'OTHER'}`);
  };
  const entries = timeline.map(({ step, at }) => ({
    key: `${step} ${at}`,
    mark: OVER.includes(step) ? ('over' as const) : ('done' as const),
    text: textOf(step),
    at,
  }));
  return (
    <ol className={styles.timeline} aria-label={t('deposits.timeline')}>
      {[
        ...entries,
        ...(waiting ? [{ key: 'next', mark: 'next' as const, text: t('deposits.next'), at: undefined }] : []),
      ].map(({ key, mark, text, at }) => {
        const Icon = ICONS[mark];
        return (
          <li key={key} className={styles.step} data-mark={mark} aria-current={mark === 'next' ? 'step' : undefined}>
            <span className={styles.dot} aria-hidden="true">
              <Icon />
            </span>
            <span className={styles.words}>
              <span className={styles.name}>{text}</span>
              {at !== undefined && (
                <span className={styles.when}>
                  <DateTime value={at} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
