import { clearSession } from './session';

/** Where a forced exit leads: `login` when the session is no longer valid, `terminated` when the site is shut. */
export type ForcedExit = 'login' | 'terminated';

let handler: ((exit: ForcedExit) => void) | undefined;

/** The shell registers how to leave (it owns the router). Returns the undo. */
export function registerForcedExit(leave: (exit: ForcedExit) => void): () => void {
  handler = leave;
  return () => {
    if (handler === leave) handler = undefined;
  };
}

/** Ends the session where it is invalid and leaves the screen (specification 4.1). Without a shell it only ends the session. */
export function forceExit(exit: ForcedExit): void {
  if (exit === 'login') clearSession();
  handler?.(exit);
}

/** Which forced exit an answer's code demands, or null. */
export function forcedExitOf(code: string): ForcedExit | null {
  if (code === 'gone') return 'terminated';
  if (code === 'invalid-token' || code === 'EXPIRED_AUTH_TOKEN' || /^INVALID_USER_\d$/.test(code)) return 'login';
  return null;
}
