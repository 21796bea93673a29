/** Where a member lands who wanted nothing else. */
const HOME = '/user';

function parsed(wanted: string): URL | null {
  try {
    return new URL(wanted, window.location.origin);
  } catch {
    return null;
  }
}

/** Where to go after the login: the member's page that was asked for, on this origin and under /user, or home. */
export function safeNextUrl(wanted: string | null): string {
  const url = wanted?.startsWith('/user') ? parsed(wanted) : null;
  if (url === null || url.origin !== window.location.origin || !/^\/user(\/|$)/.test(url.pathname)) return HOME;
  return url.pathname + url.search + url.hash;
}
