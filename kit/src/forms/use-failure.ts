import { ApiError, serverNow } from '@krapao/kit/api';
import { useState } from 'react';

/** What went wrong last, and until when (server's clock, milliseconds) another try makes no sense. */
export interface Failure {
  error: unknown;
  until: number | null;
}

/** Keeps the last failure of a form. While a rate limit runs, `clear` keeps it, so that the form stays shut. */
export function useFailure() {
  const [failure, setFailure] = useState<Failure | null>(null);
  const waiting = failure?.until != null;
  return {
    failure,
    waiting,
    show(error: unknown) {
      const seconds = error instanceof ApiError ? error.retryAfter : undefined;
      setFailure({ error, until: seconds === undefined || seconds === 0 ? null : serverNow() + seconds * 1000 });
    },
    clear() {
      if (!waiting) setFailure(null);
    },
    /** The rate limit is over. */
    release() {
      setFailure(null);
    },
  };
}
