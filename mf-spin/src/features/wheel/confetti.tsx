import type { CSSProperties } from 'react';
import styles from './confetti.module.css';

/** Scraps of paper: where they fly to in pixels, how far they turn, and when. */
const SCRAPS = Array.from({ length: 22 }, (_, index) => {
  const angle = (index * 137.5 * Math.PI) / 180;
  const far = 120 + ((index * 53) % 110);
  return {
    '--x': `${Math.round(far * Math.sin(angle))}px`,
    '--y': `${Math.round(-far * Math.cos(angle))}px`,
    '--turn': `${180 + ((index * 97) % 540)}deg`,
    '--wait': `${(index % 6) * 30}ms`,
  } as CSSProperties;
});

/** Paper that flies out of the middle, once. */
export function Confetti() {
  return (
    <div className={styles.confetti} aria-hidden="true">
      {SCRAPS.map((style, index) => (
        <i key={index} className={styles.scrap} style={style} />
      ))}
    </div>
  );
}
