import { useContext, useMemo, useRef } from 'react';
import { SlotHostContext } from './filling';
import type { SlotName } from './slots';

/** Browsers tell who wants to save data; their type does not know it. */
interface Network {
  connection?: { saveData?: boolean };
}

/** For the button that opens a dialog, or for what is around it. */
export interface Near {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** Fetches once a finger, the pointer or the focus comes; not where the browser saves data. */
export function nearTo(fetch: () => void): Near {
  const tell = () => {
    if (!(navigator as Network).connection?.saveData) fetch();
  };
  return { onPointerEnter: tell, onFocus: tell };
}

/** What {@link useDialogCode} gives; it stays the same. */
export interface DialogCode {
  /** Has the code of the dialog in a place fetched when a finger, the pointer or the focus comes to its button. */
  near: (name: SlotName) => Near;
  /** To be called by the press, before the place is shown. */
  press: (name: SlotName) => void;
}

/**
 * Fetches the code of dialogs when their button is near, which is time enough for a good part of it. Nothing is fetched
 * before the press where the browser saves data. A fetch that fails shows nothing, and the first press asks again,
 * unless the code has come meanwhile: a retry forgets every failure of its remote, also those of other dialogs. From
 * then on the place tells of a failure.
 */
export function useDialogCode(): DialogCode {
  const { fills } = useContext(SlotHostContext);
  const pressed = useRef(new Set<SlotName>());
  const failed = useRef(new Set<string>());
  return useMemo(() => {
    const fetch = (name: SlotName) => {
      if (pressed.current.has(name)) return;
      for (const fill of fills(name)) {
        const key = `${fill.remote} ${name}`;
        fill.read().then(
          () => failed.current.delete(key),
          () => failed.current.add(key),
        );
      }
    };
    return {
      near: (name) => nearTo(() => fetch(name)),
      press: (name) => {
        if (pressed.current.has(name)) return;
        pressed.current.add(name);
        for (const fill of fills(name)) {
          if (failed.current.delete(`${fill.remote} ${name}`)) fill.retry(false);
        }
      },
    };
  }, [fills]);
}
