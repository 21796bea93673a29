import type { Near } from '@krapao/kit/federation';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './deposit-shortcuts.module.css';

/** A row that opens a dialog or a page. */
export interface Shortcut {
  key: string;
  icon: ReactNode;
  title: string;
  text: string;
  /** Where it leads: a dialog that this opens, or a page's address. */
  to: (() => void) | string;
  /** For a dialog whose code is a file of its own. */
  near?: Near;
}

function Label({ icon, title, text }: Pick<Shortcut, 'icon' | 'title' | 'text'>) {
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

/** The shortcuts below a way to deposit, one row each. */
export function DepositShortcuts({ label, items }: { label: string; items: Shortcut[] }) {
  return (
    <ul className={styles.shortcuts} aria-label={label}>
      {items.map((shortcut) => (
        <li key={shortcut.key}>
          {typeof shortcut.to === 'string' ? (
            <Link to={shortcut.to} className={styles.shortcut}>
              <Label icon={shortcut.icon} title={shortcut.title} text={shortcut.text} />
            </Link>
          ) : (
            <button
              type="button"
              className={styles.shortcut}
              aria-haspopup="dialog"
              {...shortcut.near}
              onClick={shortcut.to}
            >
              <Label icon={shortcut.icon} title={shortcut.title} text={shortcut.text} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
