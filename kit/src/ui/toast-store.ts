/** How long a toast stays, in milliseconds (specification 9). */
export const TOAST_MS = 4000;

/** More than this many at once hide the screen. */
const MOST = 3;

/** Green, red, or indigo. */
export type ToastKind = 'success' | 'error' | 'info';

/** A text on its way over the screen. */
export interface ToastItem {
  id: number;
  kind: ToastKind;
  text: string;
}

let items: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  change(items.filter((item) => item.id !== id));
}

/** Shows a toast; the same text again restarts its time instead of standing there twice. */
export function showToast(kind: ToastKind, text: string): void {
  lastId += 1;
  const others = items.filter((item) => item.text !== text || item.kind !== kind);
  change([...others, { id: lastId, kind, text }].slice(-MOST));
}

/** The toasts now on the screen, oldest first. */
export function toasts(): readonly ToastItem[] {
  return items;
}

/** Calls `listener` after every change. Returns the undo. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
