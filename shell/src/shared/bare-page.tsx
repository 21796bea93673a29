import { type ReactNode, useEffect } from 'react';
import styles from './bare-page.module.css';
import { SiteLogo } from './site-logo';

interface BarePageProps {
  title: string;
  text: string;
  icon: ReactNode;
  action?: ReactNode;
  /** The site is shut and must not be asked anything. */
  shut?: boolean;
}

/** A screen outside the layouts, with one thing to say; it is also the page's title. */
export function BarePage({ title, text, icon, action, shut }: BarePageProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles.page}>
      <SiteLogo size={40} known={shut} />
      <div className={styles.words}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </main>
  );
}
