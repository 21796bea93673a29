import { useConnection } from './connection';

/**
 * How often reads are repeated while the socket tells of changes, in milliseconds: one that it did not tell of is seen
 * all the same.
 */
export const LIVE_POLL_MS = 30_000;

/**
 * How often to read again what the socket tells of, in milliseconds: every `ms`, or rarely while the socket is there.
 */
export function usePollInterval(ms: number): number {
  return useConnection().kind === 'joined' ? Math.max(ms, LIVE_POLL_MS) : ms;
}
