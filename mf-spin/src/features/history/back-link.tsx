import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import styles from './history.module.css';

/** The way to the screen above. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.back}>
      <ChevronLeft aria-hidden="true" />
      {children}
    </Link>
  );
}
