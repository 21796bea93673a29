import { deviceStore } from './device-store';

// Apart from session.ts, which needs React: the first script of a page has only this.

/** What the device keeps. */
export const local = deviceStore('local');

/** What this tab keeps. */
export const session = deviceStore('session');

/** The token's name in both. */
export const TOKEN = 'token';

/** The bearer token of the member, or null for a visitor. A token of this tab wins over the remembered one. */
export function getToken(): string | null {
  return session.get(TOKEN) ?? local.get(TOKEN);
}
