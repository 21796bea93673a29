import type { ProfileEntry } from './schemas';

/** What a refresh of the page keeps of the profile: never the password. */
export type KeptProfile = Pick<ProfileEntry, 'name' | 'sourceCode' | 'inviteCode'>;

const KEY = 'registration-profile';
const NOTHING: KeptProfile = { name: '', sourceCode: '', inviteCode: '' };

/** What an earlier load of this page in this tab had of the profile. */
export function loadProfile(): KeptProfile {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null');
    if (typeof value !== 'object' || value === null) return NOTHING;
    const text = (field: unknown) => (typeof field === 'string' ? field : '');
    const { name, sourceCode, inviteCode } = value as Record<string, unknown>;
    return { name: text(name), sourceCode: text(sourceCode), inviteCode: text(inviteCode) };
  } catch {
    return NOTHING;
  }
}

/** Keeps it for the next load; a browser without storage begins with empty fields. */
export function saveProfile({ name, sourceCode, inviteCode }: KeptProfile): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ name, sourceCode, inviteCode }));
  } catch {
    // Storage is blocked: a refresh empties the fields.
  }
}

/** The account exists. */
export function forgetProfile(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
