import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * The part of the screen that the address names (`#invite`), or ''. It is brought into view and its heading, marked with
 * `data-anchor`, gets the focus.
 */
export function useAnchor(): string {
  const { hash, key } = useLocation();
  const anchor = hash.slice(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link tapped again leads there again
  useEffect(() => {
    if (anchor === '') return;
    // A frame later: by then the shell has put a new screen to its top.
    const frame = requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(anchor)}"]`);
      heading?.closest('[id]')?.scrollIntoView({ block: 'center' });
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [anchor, key]);
  return anchor;
}
