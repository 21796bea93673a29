import { useDialogCode } from '@krapao/kit/federation';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A dialog of home. `to` is where a transfer goes to begin with, `back` the game whose dialog it came from. */
export type HomeDialog =
  | { kind: 'deposit' }
  | { kind: 'withdraw' }
  | { kind: 'transfer'; to?: string; back?: string }
  | { kind: 'game'; code: string };

type Kind = HomeDialog['kind'];
type Of<K extends Kind> = Extract<HomeDialog, { kind: K }>;

/** When a closed dialog has faded away and given the focus back, in milliseconds. */
const FADED_MS = 300;

/**
 * Gives the focus back to what opened the first of a chain of dialogs: each dialog gives it to what had it when it
 * opened, and of a chain that is a button of the dialog before, gone by now.
 */
function useFocusBack(open: boolean): void {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (open) return;
    const note = (event: Event) => {
      if (event.target instanceof Element) opener.current = event.target.closest('a, button');
    };
    document.addEventListener('click', note, true);
    const timer = setTimeout(() => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus();
    }, FADED_MS);
    return () => {
      document.removeEventListener('click', note, true);
      clearTimeout(timer);
    };
  }, [open]);
}

/**
 * Which dialog is open, one at a time. A dialog's code is fetched when a finger, the pointer or the focus comes to its
 * button; the dialog itself is there from the first tap on, and stays, so that a payment or a transfer in transit is
 * noticed after it was closed.
 */
export function useDialogs() {
  const [open, setOpen] = useState<HomeDialog | null>(null);
  const [last, setLast] = useState<Partial<{ [K in Kind]: Of<K> }>>({});
  const { near, press } = useDialogCode();
  useFocusBack(open !== null);
  const show = useCallback(
    (dialog: HomeDialog) => {
      press(`wallet.${dialog.kind}`);
      setLast((past) => ({ ...past, [dialog.kind]: dialog }));
      setOpen(dialog);
    },
    [press],
  );
  const nearTo = useCallback((kind: Kind) => near(`wallet.${kind}`), [near]);
  const close = useCallback(() => setOpen(null), []);
  return {
    open,
    /**
     * What a dialog was last opened with; undefined until then. Closing it does not forget, so that it can fade away
     * whole.
     */
    last,
    /** For the button of a dialog, or what is around it: fetches the dialog's code. */
    nearTo,
    show,
    close,
  };
}
