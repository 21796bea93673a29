import { deviceStore } from './device-store';

const local = deviceStore('local');
const INVITE = 'code';

/** The invite code of the link that brought the visitor here, or null. */
export function getInviteCode(): string | null {
  return local.get(INVITE);
}

/** Keeps the invite code until a registration uses it; null forgets it. */
export function setInviteCode(code: string | null): void {
  local.set(INVITE, code);
}
