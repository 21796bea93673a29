import { type RefObject, useEffect, useState } from 'react';

/** What a member presses. */
const ACTIONS = 'a[href], button:enabled, input, select, textarea, label, summary, [role="button"]';

/** Sides that touch may overlap by so many pixels, since layouts are not whole ones. */
const ROUNDING = 1;

/** So long after a change of the page it is looked at, in milliseconds. */
const SETTLE_MS = 150;

/** Where what floats may stand: at its place, aside with its edge in the gutter, or nowhere. */
export type Standing = 'place' | 'aside' | 'away';

/** Whether something to press lies between two sides of `own`'s height. */
function liesOverAction(own: HTMLElement, left: number, right: number): boolean {
  const { top, bottom } = own.getBoundingClientRect();
  return [...document.querySelectorAll(ACTIONS)].some((action) => {
    if (action.contains(own)) return false;
    const area = action.getBoundingClientRect();
    const isBeside = right - area.left <= ROUNDING || area.right - left <= ROUNDING;
    return !isBeside && area.top < bottom && top < area.bottom;
  });
}

function standingOf(own: HTMLElement): Standing {
  const { left, right, width } = own.getBoundingClientRect();
  if (!liesOverAction(own, left, right)) return 'place';
  return liesOverAction(own, right, Math.min(right + width, window.innerWidth)) ? 'away' : 'aside';
}

/**
 * Where what floats in `place` covers nothing to press. Away until that is known. It is looked at after every change,
 * but not under a dialog.
 */
export function useClearPlace(place: RefObject<HTMLElement | null>, enabled: boolean): Standing {
  const [standing, setStanding] = useState<Standing>('away');
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      if (place.current && !document.querySelector('[data-dialog-head]')) setStanding(standingOf(place.current));
    };
    const soon = () => {
      timer ??= setTimeout(look, SETTLE_MS);
    };
    soon();
    const changes = new MutationObserver(soon);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [place, enabled]);
  return standing;
}
