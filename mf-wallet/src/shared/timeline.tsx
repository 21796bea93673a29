import { DateTime } from '@krapao/kit/ui/date-time';
import { Check, Clock, X } from 'lucide-react';
import styles from './timeline.module.css';

/**
 * One step. `over`: no money comes after it. `cancelled`: nor after this, as the member wished. `next`: it is still to
 * come.
 */
export interface TimelineStep {
  key: string;
  mark: 'done' | 'over' | 'cancelled' | 'next';
  text: string;
  /** When it happened; undefined for one to come. */
  at?: string | undefined;
}

const ICONS = { done: Check, over: X, cancelled: X, next: Clock };

/** What happened to a deposit or a withdrawal, oldest first, and what comes next. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  const firstNext = steps.findIndex(({ mark }) => mark === 'next');
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map(({ key, mark, text, at }, index) => {
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
