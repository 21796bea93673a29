import { useRouteError } from 'react-router';
import { RemoteFailure } from './remote-failure';

/** The page, for tests to stand in. */
export const page = { reload: (): void => window.location.reload() };

const reload = () => {
  if (navigator.onLine) page.reload();
};

/**
 * A screen of the shell that broke or whose code did not come: loading the page again is the retry. Without a
 * connection that would leave the member with the browser's own page, so it waits until there is one.
 */
export function RouteFailure() {
  return <RemoteFailure error={useRouteError()} onRetry={reload} />;
}
