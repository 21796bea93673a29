import { type ReactNode, useId } from 'react';
import styles from './profile.module.css';

interface SectionProps {
  title: string;
  /** What can be done here, at the far end of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the profile with its heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
