import { type ReactNode, useId } from 'react';
import type { Turning } from './use-turning';
import styles from './wheel.module.css';
import { Disc, Gloss, Lamps, POINTER, PointerShape, Rim, type Sector, Spotlight } from './wheel-drawing';

interface WheelProps {
  sectors: Sector[];
  /** In the middle. */
  hub: ReactNode;
  /** Moves it; without, it stands still. */
  turning?: Turning;
  /** The winning sector, once the wheel stands on it: the others are dark. */
  winner?: number;
  mood?: 'rest' | 'turning' | 'won';
  /** A wheel that is off. */
  faded?: boolean;
}

/**
 * A prize wheel, in layers: what turns, what blinks and what darkens each lie in a layer of their own, so that a moving
 * wheel paints nothing. Decorative: the screen says in words what is to be known.
 */
export function Wheel({ sectors, hub, turning, winner = -1, mood = 'rest', faded = false }: WheelProps) {
  const id = useId();
  return (
    <div className={styles.wheel} data-faded={faded || undefined}>
      <Rim id={id} />
      <Lamps id={`${id}0`} odd={false} mood={mood} />
      <Lamps id={`${id}1`} odd mood={mood} />
      <div className={styles.disc} ref={turning?.disc} data-disc="">
        <Disc sectors={sectors} />
        {winner >= 0 && <Spotlight id={id} index={winner} count={sectors.length} />}
      </div>
      <Gloss id={id} />
      <svg
        className={styles.pointer}
        ref={turning?.pointer}
        viewBox={POINTER.viewBox}
        style={{ transformOrigin: POINTER.pin }}
        aria-hidden="true"
        focusable="false"
      >
        <PointerShape id={id} />
      </svg>
      <div className={styles.hub}>{hub}</div>
    </div>
  );
}
