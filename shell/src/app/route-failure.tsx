import { isUnanswered } from '@krapao/kit/api';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { RemoteFailure } from './remote-failure';

/** The page, for tests to stand in. */
export const page = { reload: (): void => window.location.reload() };

/**
 * A screen of the shell that broke or whose code did not come: loading the page again is the retry. Without a
 * connection that would leave the member with the browser's own page, so it waits until there is one.
 */
export function RouteFailure() {
  const error = useRouteError();
  const [waits, setWaits] = useState(isUnanswered(error) && !navigator.onLine);
  useEffect(() => {
    if (!waits) return;
    const reload = () => page.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [waits]);
  const retry = () => {
    if (navigator.onLine) page.reload();
    else setWaits(true);
  };
  return <RemoteFailure error={error} onRetry={retry} />;
}
