import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** What a state means: `neutral` is over and needs no attention. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

export interface BadgeProps {
  tone?: Tone;
  children: ReactNode;
}

/** A state in a word. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
