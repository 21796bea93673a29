import { isUnanswered } from '@krapao/kit/api';
import { ErrorState } from '@krapao/kit/ui/error-state';
import { useEffect, useState } from 'react';

interface RemoteFailureProps {
  error: unknown;
  onRetry: () => void;
}

/**
 * Stands in the place of a remote or a screen that did not load or broke; the rest of the page works on. What did not
 * come without a connection is tried again as soon as there is one, and not before.
 */
export function RemoteFailure({ error, onRetry }: RemoteFailureProps) {
  const [waits, setWaits] = useState(isUnanswered(error) && !navigator.onLine);
  useEffect(() => {
    if (!waits) return;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [waits, onRetry]);
  const retry = () => {
    if (navigator.onLine || !isUnanswered(error)) onRetry();
    else setWaits(true);
  };
  return (
    <div data-remote-failure="">
      <ErrorState error={error} onRetry={retry} />
    </div>
  );
}
