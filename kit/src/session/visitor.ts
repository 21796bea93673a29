import { deviceStore } from './device-store';
import { randomId } from './random-id';

const local = deviceStore('local');
const INVITE = 'code';
const GUEST = 'guest-id';

/** The invite code of the link that brought the visitor here, or null. */
export function getInviteCode(): string | null {
  return local.get(INVITE);
}

/** Keeps the invite code until a registration uses it; null forgets it. */
export function setInviteCode(code: string | null): void {
  local.set(INVITE, code);
}

/** The chat guest id of this device, `guest-{uuid}`; made on first use. It is a secret: it opens the guest's conversation. */
export function getGuestId(): string {
  const known = local.get(GUEST);
  if (known !== null) return known;
  const made = `guest-${randomId()}`;
  local.set(GUEST, made);
  return made;
}

/** Forgets the guest id, once the guest has become a member. */
export function clearGuestId(): void {
  local.set(GUEST, null);
}
