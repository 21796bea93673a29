import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { EASING, hapticPattern, landingOf, pointerFrames, restingAngle, tickTimes } from './landing';

/** How far the wheel is drawn back before it is let go, in degrees, and for how long, in milliseconds. */
const DRAW_BACK = -9;
const DRAW_BACK_MS = 420;
/** How much later than it should a browser may tell that the turning is over: a hidden page tells nothing. */
const LATE_MS = 400;
/** What a phone does when the wheel stands still. */
const LANDED = [28, 60, 60];

const rotated = (degrees: number) => `rotate(${degrees}deg)`;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets the phone be felt, where it can and may. */
function vibrate(pattern: number[]): void {
  try {
    navigator.vibrate?.(pattern);
  } catch {
    // Some in-app browsers forbid it by throwing.
  }
}

function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * The one thing that moves a wheel of `count` sectors. Only transforms, so that the browser moves layers and paints
 * nothing.
 */
export function useTurning(count: number) {
  const disc = useRef<HTMLDivElement>(null);
  const pointer = useRef<SVGSVGElement>(null);
  const angle = useRef(0);
  const running = useRef<Animation[]>([]);

  const rest = useCallback((degrees: number) => {
    angle.current = degrees;
    if (disc.current) disc.current.style.transform = rotated(degrees);
    for (const animation of running.current.splice(0)) animation.cancel();
  }, []);

  // The pointer never stands on an edge.
  useLayoutEffect(() => rest(restingAngle(0, count)), [rest, count]);

  return useMemo(() => {
    const canMove = () => disc.current?.animate !== undefined && !prefersStillness();
    /** What the wheel is turned by at this moment. */
    const present = () => {
      if (running.current.length === 0 || !disc.current) return angle.current;
      const { a, b } = new DOMMatrix(getComputedStyle(disc.current).transform);
      const shown = (Math.atan2(b, a) * 180) / Math.PI;
      return shown + 360 * Math.round((angle.current - shown) / 360);
    };
    const move = (element: Element | null, frames: Keyframe[], timing: KeyframeAnimationOptions) => {
      const animation = element?.animate(frames, { fill: 'forwards', ...timing });
      if (animation) running.current.push(animation);
      return animation;
    };
    return {
      /** Where the disc is drawn; it stands there as it did before. */
      disc: (element: HTMLDivElement | null) => {
        disc.current = element;
        if (element) element.style.transform = rotated(angle.current);
      },
      pointer,
      /** Draws the wheel back while the server draws: the hand is on it. */
      drawBack: () => {
        if (!canMove()) return;
        const frames = [{ transform: rotated(angle.current) }, { transform: rotated(angle.current + DRAW_BACK) }];
        move(disc.current, frames, { duration: DRAW_BACK_MS, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' });
      },
      /** Lets it sink back: nothing was drawn. */
      letGo: () => {
        if (running.current.length > 0) rest(angle.current);
      },
      /** Puts the middle of a sector under the pointer at once. */
      place: (index: number) => rest(restingAngle(index, count)),
      /** Turns until the sector is under the pointer. False: there is no moving here, and it stands there at once. */
      turnTo: async (index: number): Promise<boolean> => {
        if (!canMove()) {
          rest(restingAngle(index, count));
          return false;
        }
        const from = present();
        for (const animation of running.current.splice(0)) animation.cancel();
        const landing = landingOf({ index, count, from });
        const { to, duration } = landing;
        const ticks = tickTimes(landing, count);
        const turning = move(disc.current, [{ transform: rotated(from) }, { transform: rotated(to) }], {
          duration,
          easing: EASING,
        });
        move(pointer.current, pointerFrames(ticks, duration), { duration });
        vibrate(hapticPattern(ticks));
        await Promise.race([turning?.finished.catch(() => undefined), wait(duration + LATE_MS)]);
        rest(to % 360);
        vibrate(LANDED);
        return true;
      },
    };
  }, [count, rest]);
}

/** What moves a wheel. */
export type Turning = ReturnType<typeof useTurning>;
