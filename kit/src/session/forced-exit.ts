import { clearSession } from './session';

/** Where a forced exit leads: `login` when the session is no longer valid, `terminated` when the site is shut. */
export type ForcedExit = 'login' | 'terminated';

/** How the shell leaves; `code` is the answer's, for a member to be told why. */
type Leave = (exit: ForcedExit, code: string) => void;

let handler: Leave | undefined;

/** The shell registers how to leave (it owns the router). Returns the undo. */
export function registerForcedExit(leave: Leave): () => void {
  handler = leave;
  return () => {
    if (handler === leave) handler = undefined;
  };
}

/**
 * Ends the session where it is invalid and leaves the screen (specification 4.1). Without a shell it only ends the
 * session.
 */
export function forceExit(exit: ForcedExit, code: string): void {
  if (exit === 'login') clearSession();
  handler?.(exit, code);
}

/** Which forced exit an answer's code demands, or null. */
export function forcedExitOf(code: string): ForcedExit | null {
  if (code === 'gone') return 'terminated';
  if (code === 'invalid-token' || code === 'EXPIRED_AUTH_TOKEN' || /^INVALID_USER_\d$/.test(code)) return 'login';
  return null;
}
