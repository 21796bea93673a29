import { type RefObject, useEffect } from 'react';

/**
 * Keeps the keyboard's place inside: when what has the focus goes away, like a pressed quick reply or a message that
 * left the drawn rows, the history has it. Not the message box, which would open a phone's keyboard.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    let held: Element | undefined;
    const hold = ({ target }: FocusEvent) => {
      held = target instanceof Element ? target : undefined;
    };
    // Looked at a moment later: a browser may say that the focus left just before it removes what had it.
    const letGo = () => {
      const left = held;
      queueMicrotask(() => {
        if (held === left && left?.isConnected) held = undefined;
      });
    };
    const observer = new MutationObserver(() => {
      if (!held || held.isConnected || (document.activeElement ?? document.body) !== document.body) return;
      held = undefined;
      node.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    });
    observer.observe(node, { childList: true, subtree: true });
    node.addEventListener('focusin', hold);
    node.addEventListener('focusout', letGo);
    return () => {
      observer.disconnect();
      node.removeEventListener('focusin', hold);
      node.removeEventListener('focusout', letGo);
    };
  }, [place]);
}
