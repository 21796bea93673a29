/** How long a toast stays, in milliseconds (specification 9). */
export const TOAST_MS = 4000;

/** How long it stays where another one waits, in milliseconds: time to read it, and the next is not late. */
export const TOAST_WAITED_MS = 1500;

/** More than this many in a row nobody reads: the oldest go. */
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

/** The toasts to show, one after the other, oldest first. */
export function toasts(): readonly ToastItem[] {
  return items;
}

/** Calls `listener` after every change. Returns the undo. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
