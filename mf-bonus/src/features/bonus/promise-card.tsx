import { cardClass } from '@krapao/kit/ui/card';
import type { ReactNode } from 'react';
import styles from './promise-card.module.css';

interface PromiseCardProps {
  /** The address' part that leads here: `#invite`. */
  id: string;
  icon: ReactNode;
  title: string;
  text: string;
  /** The address led here. */
  marked: boolean;
}

/** One thing that will be on this screen, in a few words. */
export function PromiseCard({ id, icon, title, text, marked }: PromiseCardProps) {
  return (
    <li id={id} className={`${cardClass()} ${styles.promise}`} data-marked={marked || undefined}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title} data-anchor={id} tabIndex={-1}>
          {title}
        </h3>
        <p className={styles.text}>{text}</p>
      </div>
    </li>
  );
}
