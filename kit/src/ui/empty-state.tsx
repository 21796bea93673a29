import type { ReactNode } from 'react';
import styles from './state.module.css';

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What to do next. */
  text?: ReactNode;
  /** A button or a link that does it. */
  action?: ReactNode;
}

/** Nothing is there yet, and what to do about it. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
