import { type RefObject, useEffect, useRef } from 'react';

/** When a closed dialog has faded away and given the focus back, in milliseconds. */
const FADED_MS = 300;

/**
 * Gives the focus back to the button in the element once the last of its dialogs has closed. Each dialog gives it to
 * what had it before; after a chain of dialogs that is a button of the one before, gone by now.
 */
export function useFocusBack(open: boolean): RefObject<HTMLSpanElement | null> {
  const opener = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open) {
      wasOpen.current = true;
      return;
    }
    if (!wasOpen.current) return;
    wasOpen.current = false;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) opener.current?.querySelector('button')?.focus();
    }, FADED_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return opener;
}
