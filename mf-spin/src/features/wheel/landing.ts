import { sectorAngle } from './wheel-shape';

/** One turning of the wheel: from one angle to another, in degrees clockwise, and for how long, in milliseconds. */
export interface Landing {
  from: number;
  to: number;
  duration: number;
}

/** What {@link landingOf} needs. */
export interface LandingInput {
  /** The winning sector, and how many there are. */
  index: number;
  count: number;
  /** How far the wheel is turned now. */
  from: number;
  /** From 0 to below 1. */
  random?: () => number;
}

/** How far an angle is into its circle: 0 to below 360. */
function within(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/**
 * Where the wheel comes to rest, as specification 9 has it: 3 or 4 full turns more than it needs, for random(4000–5000
 * ms) × turns × 0.1, with the pointer anywhere between 10% and 90% of the winning sector. The draw itself was the
 * server's.
 */
export function landingOf({ index, count, from, random = Math.random }: LandingInput): Landing {
  const turns = 3 + Math.floor(random() * 2);
  const duration = (4000 + 1000 * random()) * turns * 0.1;
  const point = (index + 0.1 + 0.8 * random()) * sectorAngle(count);
  return { from, to: from + turns * 360 + within(-point - from), duration };
}

/** The sector under the pointer, which stands at the top, when the wheel is turned so far. */
export function sectorAt(angle: number, count: number): number {
  return Math.floor(within(-angle) / sectorAngle(count)) % count;
}

/** How the wheel is turned when the middle of a sector is under the pointer. */
export function restingAngle(index: number, count: number): number {
  return -(index + 0.5) * sectorAngle(count);
}

/** A push, and then a long run out: the control points of a cubic Bézier curve. */
const CURVE = [0.28, 0.22, 0.12, 1] as const;

/** The curve as CSS has it. */
export const EASING = `cubic-bezier(${CURVE.join(', ')})`;

/** One coordinate of the curve, which begins at 0 and ends at 1. */
function curve(u: number, first: number, second: number): number {
  return 3 * (1 - u) ** 2 * u * first + 3 * (1 - u) * u ** 2 * second + u ** 3;
}

/** After which part of the time the wheel has turned this part of its way: the curve's way back. */
export function timeAt(way: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (curve(middle, CURVE[1], CURVE[3]) < way) low = middle;
    else high = middle;
  }
  return curve((low + high) / 2, CURVE[0], CURVE[2]);
}

/** When a peg between two sectors passes the pointer, in milliseconds from the start. */
export function tickTimes({ from, to, duration }: Landing, count: number): number[] {
  const angle = sectorAngle(count);
  const ticks: number[] = [];
  for (let peg = Math.floor(from / angle) + 1; peg * angle < to; peg++)
    ticks.push(duration * timeAt((peg * angle - from) / (to - from)));
  return ticks;
}

/** How far a peg bends the pointer, in degrees, and how long it swings back, in milliseconds. */
const BEND = -20;
const SWING_MS = 140;

/** The pointer's way through the turning: every peg bends it, and it swings back until the next one comes. */
export function pointerFrames(ticks: number[], duration: number): Keyframe[] {
  const frames: Keyframe[] = [{ offset: 0, transform: 'rotate(0deg)' }];
  ticks.forEach((tick, index) => {
    const swing = Math.min(SWING_MS, 0.8 * ((ticks[index + 1] ?? duration) - tick), duration - tick);
    const left = BEND * (1 - swing / SWING_MS);
    frames.push({ offset: tick / duration, transform: `rotate(${BEND}deg)` });
    frames.push({ offset: Math.min(1, (tick + swing) / duration), transform: `rotate(${left.toFixed(2)}deg)` });
  });
  frames.push({ offset: 1, transform: 'rotate(0deg)' });
  return frames;
}

/** A tick that is felt, the least pause before the next one, in milliseconds, and the most that a browser takes. */
const TICK_MS = 8;
const PAUSE_MS = 45;
const MOST = 40;

/**
 * The turning as a phone vibrates it: pause and tick in turns. Ticks that come too fast to be felt apart are left out.
 */
export function hapticPattern(ticks: number[]): number[] {
  const pattern = [0];
  let end = 0;
  for (const tick of ticks) {
    const pause = Math.round(tick - end);
    if (pause < PAUSE_MS) continue;
    pattern.push(pause, TICK_MS);
    end = tick + TICK_MS;
  }
  return pattern.slice(0, 2 * MOST + 1);
}
