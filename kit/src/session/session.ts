import { useSyncExternalStore } from 'react';
import { getToken, local, session, TOKEN } from './token';
import { forgetGuestId } from './visitor';

const listeners = new Set<() => void>();

/** An earlier version's note of the agreement; only the server knows now what a member accepted. */
const AGREEMENT = 'remember-agreement';
const LAST_SYNC = 'last_sync';

/** Where this tab keeps what {@link keepIntent} was given. */
export const INTENTS = 'intents';

/** This tab's storage: it survives a reload and ends with the tab. In memory where storage is blocked. */
export const tabStore = session;

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Keeps the token that a login answered: with `remember` in persistent storage, otherwise for this browser session only
 * (specification 4.1). The server ends it after 30 days or 12 hours.
 */
export function setToken(token: string, options: { remember: boolean }): void {
  local.set(TOKEN, options.remember ? token : null);
  session.set(TOKEN, options.remember ? null : token);
  notify();
}

/**
 * Logs out on this device: forgets the token, the intents, the accepted agreement and the sync time; who asks the
 * server is the shell.
 */
export function clearSession(): void {
  // What was not handed over to this member is nothing for the next one on the phone.
  if (getToken() !== null) forgetGuestId();
  for (const store of [local, session]) store.set(TOKEN, null);
  session.set(INTENTS, null);
  local.set(AGREEMENT, null);
  local.set(LAST_SYNC, null);
  notify();
}

/**
 * Calls `listener` after every change of the token or the sync time, also one made in another tab. Returns the undo.
 */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notify);
  };
}

/** The token as React state: null for a visitor, changes with login, logout and other tabs. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribeSession, getToken, () => null);
}

/** When the balances were last refreshed on this device, or null. */
export function getLastSync(): Date | null {
  const time = Date.parse(local.get(LAST_SYNC) ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

/** Records a refresh of the balances. */
export function setLastSync(at: Date): void {
  local.set(LAST_SYNC, at.toISOString());
  notify();
}

/** The time of the last refresh as React state. */
export function useLastSync(): Date | null {
  const stored = useSyncExternalStore(
    subscribeSession,
    () => local.get(LAST_SYNC),
    () => null,
  );
  return stored === null || Number.isNaN(Date.parse(stored)) ? null : new Date(stored);
}
