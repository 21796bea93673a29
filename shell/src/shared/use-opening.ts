import { useCallback, useState } from 'react';

/**
 * Whether a dialog is open. Each opening has a key of its own, so that the dialog starts anew and still fades when it
 * closes.
 */
export function useOpening() {
  const [opening, setOpening] = useState({ key: 0, open: false });
  return {
    ...opening,
    show: useCallback(() => setOpening(({ key }) => ({ key: key + 1, open: true })), []),
    close: useCallback(() => setOpening(({ key }) => ({ key, open: false })), []),
  };
}
