import { INTENTS, subscribeSession, tabStore } from './session';
import { getToken } from './token';

/** What the member asked for and whose end is not known: it may have happened, or may still happen. */
export interface Intent {
  /** Under this key the server does it once, however often it is sent. */
  key: string;
  body: unknown;
  /** When it was first sent, in milliseconds since 1970. */
  at: number;
  /** It was sent more than once. */
  resent?: true;
  /** The server's answer that it is under way (202). */
  answer?: unknown;
}

interface Stored {
  owner: string;
  intents: Record<string, Intent>;
}

/**
 * The server keeps a key for 7 days; an older intent could not be repeated safely and is forgotten before that, in
 * milliseconds.
 */
const KEPT_MS = 6 * 24 * 3_600_000;

const EMPTY: Record<string, Intent> = {};
const listeners = new Set<() => void>();
let cache: { raw: string | null; owner: string; intents: Record<string, Intent> } | undefined;

/** Marks whose intents these are without keeping the token: 32 bits (FNV-1a) that lead back to nothing. */
export function intentOwner(): string {
  let hash = 0x811c9dc5;
  for (const character of getToken() ?? '') {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}

function parse(raw: string | null, owner: string): Record<string, Intent> {
  if (raw === null) return EMPTY;
  try {
    const stored = JSON.parse(raw) as Stored;
    return stored.owner === owner ? stored.intents : EMPTY;
  } catch {
    return EMPTY;
  }
}

function intents(): Record<string, Intent> {
  const raw = tabStore.get(INTENTS);
  const owner = intentOwner();
  if (cache?.raw !== raw || cache.owner !== owner) cache = { raw, owner, intents: parse(raw, owner) };
  return cache.intents;
}

function write(next: Record<string, Intent>): void {
  const stored: Stored = { owner: intentOwner(), intents: next };
  tabStore.set(INTENTS, Object.keys(next).length === 0 ? null : JSON.stringify(stored));
  for (const listener of listeners) listener();
}

/** The present member's intent of that name in this tab. The same object until it changes. */
export function readIntent(id: string): Intent | undefined {
  const found = intents()[id];
  return found && Date.now() - found.at < KEPT_MS ? found : undefined;
}

/** Keeps an intent over screens and reloads of this tab, until it ends or the member logs out. */
export function keepIntent(id: string, intent: Intent): void {
  write({ ...intents(), [id]: intent });
}

/** Forgets an intent whose end is known; with `key` only if it is still that one. */
export function endIntent(id: string, key?: string): void {
  const { [id]: found, ...others } = intents();
  if (found && (key === undefined || found.key === key)) write(others);
}

/** Calls `listener` after every change, also of whose session it is. Returns the undo. */
export function subscribeIntents(listener: () => void): () => void {
  listeners.add(listener);
  const leave = subscribeSession(listener);
  return () => {
    listeners.delete(listener);
    leave();
  };
}
