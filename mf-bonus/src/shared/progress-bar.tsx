import styles from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** How far it is. Below 0 it is drawn as nothing. */
  value: number;
  /** What makes it full. */
  most: number;
  /** What a screen reader says. */
  text: string;
}

/** A bar that fills up. */
export function ProgressBar({ label, value, most, text }: ProgressBarProps) {
  const percent = most > 0 ? Math.min(100, Math.max(0, (value / most) * 100)) : 100;
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
      aria-valuetext={text}
    >
      <div className={styles.fill} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}
