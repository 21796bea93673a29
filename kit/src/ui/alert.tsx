import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from './class-names';

export interface AlertProps {
  tone?: 'info' | 'success' | 'warning' | 'danger';
  title?: string;
  children: ReactNode;
  /** Read out when it appears; on for danger. */
  live?: boolean;
}

const ICON = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** A note in the page: what to know, what went well, what to mind, what failed. */
export function Alert({ tone = 'info', title, children, live = tone === 'danger' }: AlertProps) {
  const Icon = ICON[tone];
  return (
    <div className={classNames(styles.alert, styles[tone])} role={live ? 'alert' : undefined}>
      <Icon aria-hidden="true" />
      <div className={styles.content}>
        {title && <p className={styles.title}>{title}</p>}
        <div className={styles.text}>{children}</div>
      </div>
    </div>
  );
}
