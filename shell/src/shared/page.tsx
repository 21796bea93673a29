import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  lead?: string;
  /** Something small at the far end of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A plain screen: title, a line about it, and its parts one below the other. */
export function Page({ title, lead, aside, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  );
}
