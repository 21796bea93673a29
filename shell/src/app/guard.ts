import { clearSession, getToken } from '@krapao/kit/session';
import { redirect } from 'react-router';
import { endSession } from '../shared/end-session';

/** Sends a visitor without a token to the login and tells it where they wanted to go. */
export function requireMember({ request }: { request: Request }) {
  if (getToken() !== null) return null;
  const url = new URL(request.url);
  return redirect(`/login?nextUrl=${encodeURIComponent(url.pathname + url.search)}`);
}

/** Whoever opens a public screen is logged out: the token is forgotten at once, the server is told beside it. */
export function leaveSession() {
  if (getToken() === null) return null;
  void endSession();
  clearSession();
  return null;
}
