import { ErrorState } from '@krapao/kit/ui/error-state';

interface RemoteFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Stands in the place of a remote that did not load or broke; the rest of the page works on. */
export function RemoteFailure({ error, onRetry }: RemoteFailureProps) {
  return (
    <div data-remote-failure="">
      <ErrorState error={error} onRetry={onRetry} />
    </div>
  );
}
