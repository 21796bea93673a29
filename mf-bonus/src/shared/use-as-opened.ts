import { useState } from 'react';

/**
 * What a dialog is about: what there was when it opened, or came first after that. It stays while the dialog is open
 * and fades away.
 */
export function useAsOpened<T>(open: boolean, now: T | undefined): T | undefined {
  const [kept, keep] = useState({ open, value: now });
  const isNew = open && (!kept.open || kept.value === undefined);
  const next = isNew ? now : kept.value;
  if (kept.open !== open || kept.value !== next) keep({ open, value: next });
  return next;
}
