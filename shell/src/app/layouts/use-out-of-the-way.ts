import { useEffect, useState } from 'react';

/** How far the reader scrolls until it counts, in pixels: a finger that rests trembles. */
const STEP = 12;

/**
 * Whether what floats over the page is to leave it: while the reader scrolls on, until they scroll back or reach an
 * end.
 */
export function useOutOfTheWay(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    // Where it stands is noted by the first movement: to ask before would have the browser lay the page out in the
    // middle of its first moments.
    let last: number | undefined;
    const look = () => {
      const now = window.scrollY;
      last ??= now;
      const end = document.documentElement.scrollHeight - window.innerHeight;
      if (now <= 0 || now >= end - STEP) setAway(false);
      else if (Math.abs(now - last) < STEP) return;
      else setAway(now > last);
      last = now;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return away;
}
