import type { ReactNode } from 'react';
import styles from './profile.module.css';

/** Something to read, with its name, and perhaps something to do about it. */
export interface Row {
  label: string;
  value: ReactNode;
  action?: ReactNode;
}

/** Rows of names and values. */
export function Rows({ rows }: { rows: Row[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value, action }) => (
        <div className={styles.row} key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {action}
          </dd>
        </div>
      ))}
    </dl>
  );
}
