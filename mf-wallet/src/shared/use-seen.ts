import { type RefObject, useEffect, useRef, useState } from 'react';

/** Until the member moves anything: what the bar at the bottom covers is not seen. */
const AT_REST = '0px 0px -72px';

/** From then on: what comes into sight next. */
const MOVING = '320px';

/** The elements that nobody has seen yet, and what to call once one is. */
const waiting = new Map<Element, () => void>();

/** Watches all of them. It lasts as long as any element waits. */
let observer: IntersectionObserver | undefined;

function observe(rootMargin: string) {
  observer?.disconnect();
  observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin },
  );
  for (const element of waiting.keys()) observer.observe(element);
}

const moved = () => observe(MOVING);

/** Calls `onSeen` when the element is in sight; gives what ends that. */
function watch(element: Element, onSeen: () => void): () => void {
  waiting.set(element, onSeen);
  if (observer) {
    observer.observe(element);
  } else {
    observe(AT_REST);
    document.addEventListener('scroll', moved, { capture: true, passive: true, once: true });
  }
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
    if (waiting.size > 0) return;
    observer?.disconnect();
    observer = undefined;
    document.removeEventListener('scroll', moved, { capture: true });
  };
}

/**
 * Whether an element has come into sight, or is about to; it stays true. A browser's own lazy loading starts thousands
 * of pixels before: on a phone that is every picture of home.
 */
export function useSeen<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [seen, setSeen] = useState(() => !('IntersectionObserver' in window));
  useEffect(() => {
    if (!seen && element.current) return watch(element.current, () => setSeen(true));
  }, [seen]);
  return [element, seen];
}
