import { type RefObject, useEffect, useRef, useState } from 'react';

/** Until the member moves anything: what the bar at the bottom covers is not seen. */
const AT_REST = '0px 0px -72px';

/** From then on: what comes into sight next. */
const MOVING = '320px';

let margin = AT_REST;

/**
 * Whether an element has come into sight, or is about to; it stays true. A browser's own lazy loading starts thousands
 * of pixels before: on a phone that is every picture of home.
 */
export function useSeen<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [seen, setSeen] = useState(() => !('IntersectionObserver' in window));
  useEffect(() => {
    const place = element.current;
    if (seen || !place) return;
    const watch = () => {
      const watching = new IntersectionObserver(
        (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
        { rootMargin: margin },
      );
      watching.observe(place);
      return watching;
    };
    let observer = watch();
    const moved = () => {
      margin = MOVING;
      observer.disconnect();
      observer = watch();
    };
    if (margin === AT_REST) document.addEventListener('scroll', moved, { capture: true, passive: true, once: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', moved, { capture: true });
    };
  }, [seen]);
  return [element, seen];
}
