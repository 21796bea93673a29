import { useRouteError } from 'react-router';
import { RemoteFailure } from './remote-failure';

/** A screen of the shell that broke or whose code did not come: loading the page again is the retry. */
export function RouteFailure() {
  return <RemoteFailure error={useRouteError()} onRetry={() => window.location.reload()} />;
}
