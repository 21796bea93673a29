import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names';
import { Spinner } from './spinner';
import styles from './tile.module.css';

export interface TileProps {
  icon: ReactNode;
  label: string;
  /** A few words below the label: a count, an amount, or why it cannot be pressed. */
  detail?: ReactNode;
  /** `accent` for the one tile that matters most. */
  tone?: 'plain' | 'accent';
  /** The screen it leads to. */
  to?: string;
  /**
   * What it does, when it is no link. Without `to` and `onPress` the tile only tells: it is no button, and looks it.
   */
  onPress?: () => void;
  /** It opens a dialog. */
  opensDialog?: boolean;
  /** Shows a spinner and swallows presses. */
  loading?: boolean;
}

/**
 * One entry of the home screen's grid, the same for every application that puts one there: a link, a button, or a quiet
 * notice.
 */
export function Tile({ icon, label, detail, tone = 'plain', to, onPress, opensDialog, loading = false }: TileProps) {
  const face = (
    <span className={styles.face}>
      <span className={styles.icon} aria-hidden="true">
        {loading ? <Spinner /> : icon}
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    </span>
  );
  const look = classNames(styles.tile, tone === 'accent' && styles.accent);
  if (to !== undefined) {
    return (
      <Link to={to} className={look}>
        {face}
      </Link>
    );
  }
  if (!onPress) return <div className={classNames(styles.tile, styles.quiet)}>{face}</div>;
  return (
    <button
      type="button"
      className={look}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={loading ? undefined : onPress}
    >
      {face}
    </button>
  );
}
