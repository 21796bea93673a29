import { DateTime } from '@krapao/kit/ui/date-time';
import { Check, Clock, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalRecord } from '../../api/gen/model';
import styles from './timeline.module.css';

/** The way of a withdrawal that is paid. */
const WAY = ['REQUESTED', 'APPROVED', 'SENT', 'PAID'] as const;

/** Steps after which the money is back in the wallet. */
const BACK: readonly string[] = ['REJECTED', 'CANCELLED', 'REFUSED'];

const KNOWN: readonly string[] = [...WAY, ...BACK];

type Mark = 'done' | 'back' | 'next';
const ICONS = { done: Check, back: X, next: Clock };

interface Entry {
  key: string;
  step: string;
  mark: Mark;
  at?: string;
}

/** What has happened, and for one that waits also what comes next. Payment by hand may skip steps: what is past is never announced. */
function entriesOf({ status, timeline }: WithdrawalRecord): Entry[] {
  const past = timeline.map(
    ({ step, at }): Entry => ({ key: `${step} ${at}`, step, at, mark: BACK.includes(step) ? 'back' : 'done' }),
  );
  if (status !== 'PENDING') return past;
  const reached = Math.max(...timeline.map(({ step }) => WAY.indexOf(step as (typeof WAY)[number])), -1);
  return [...past, ...WAY.slice(reached + 1).map((step): Entry => ({ key: step, step, mark: 'next' }))];
}

/** What happened to a withdrawal, oldest first. */
export function Timeline({ withdrawal }: { withdrawal: WithdrawalRecord }) {
  const { t } = useTranslation('mf-wallet');
  const entries = entriesOf(withdrawal);
  const firstNext = entries.findIndex(({ mark }) => mark === 'next');
  return (
    <ol className={styles.timeline} aria-label={t('withdraw.timeline')}>
      {entries.map(({ key, step, mark, at }, index) => {
        const Icon = ICONS[mark];
        return (
          <li
            key={key}
            className={styles.step}
            data-mark={mark}
            aria-current={index === firstNext ? 'step' : undefined}
          >
            <span className={styles.dot} aria-hidden="true">
              <Icon />
            </span>
            <span className={styles.words}>
              <span className={styles.name}>
                {t(
                  KNOWN.includes(step)
                    ? `withdraw.step.${step}${mark === 'next' ? '_NEXT' : ''}`
                    : 'withdraw.step.OTHER',
                )}
              </span>
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
