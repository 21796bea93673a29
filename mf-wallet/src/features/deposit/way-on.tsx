import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './way-on.module.css';

/** A row that leads on. */
export interface Way {
  key: string;
  icon: ReactNode;
  title: string;
  text: string;
  go: () => void;
}

/** What else can be done about a deposit, one row each. */
export function WaysOn({ label, ways }: { label: string; ways: Way[] }) {
  return (
    <ul className={styles.ways} aria-label={label}>
      {ways.map(({ key, icon, title, text, go }) => (
        <li key={key}>
          <button type="button" className={styles.way} aria-haspopup="dialog" onClick={go}>
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              <span className={styles.text}>{text}</span>
            </span>
            <ChevronRight className={styles.chevron} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
