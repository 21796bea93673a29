import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './way-on.module.css';

/** A row that leads on. */
export interface Way {
  key: string;
  icon: ReactNode;
  title: string;
  text: string;
  /** Where it leads: a dialog that this opens, or a page's address. */
  to: (() => void) | string;
}

function Words({ icon, title, text }: Pick<Way, 'icon' | 'title' | 'text'>) {
  return (
    <>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
      </span>
      <ChevronRight className={styles.chevron} aria-hidden="true" />
    </>
  );
}

/** What else can be done about a deposit, one row each. */
export function WaysOn({ label, ways }: { label: string; ways: Way[] }) {
  return (
    <ul className={styles.ways} aria-label={label}>
      {ways.map((way) => (
        <li key={way.key}>
          {typeof way.to === 'string' ? (
            <Link to={way.to} className={styles.way}>
              <Words icon={way.icon} title={way.title} text={way.text} />
            </Link>
          ) : (
            <button type="button" className={styles.way} aria-haspopup="dialog" onClick={way.to}>
              <Words icon={way.icon} title={way.title} text={way.text} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
