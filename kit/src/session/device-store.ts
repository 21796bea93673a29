/** One browser storage; a private window or a blocked one falls back to memory, so no screen ever fails on storage. */
export interface DeviceStore {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

/**
 * Wraps localStorage (`local`) or sessionStorage (`session`). Touching the storage is delayed until first use, because
 * a page that forbids storage throws on the property itself.
 */
export function deviceStore(kind: 'local' | 'session'): DeviceStore {
  const memory = new Map<string, string>();
  const storage = (): Storage => (kind === 'local' ? window.localStorage : window.sessionStorage);
  return {
    get(key) {
      try {
        // What could not be stored is newer than what still is.
        return memory.get(key) ?? storage().getItem(key);
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key, value) {
      memory.delete(key);
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        if (value !== null) memory.set(key, value);
      }
    },
  };
}
