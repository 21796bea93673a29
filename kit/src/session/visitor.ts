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

/**
 * The id by which the chat knows a visitor, or null where nobody has chatted. A secret: who has it reads the
 * conversation.
 */
export function getGuestId(): string | null {
  return local.get(GUEST);
}

/** The id by which the chat knows this visitor, made at the first use and kept on the device (specification 4.9). */
export function keepGuestId(): string {
  const kept = local.get(GUEST) ?? `guest-${randomId()}`;
  local.set(GUEST, kept);
  return kept;
}

/** Forgets the id: its conversation is a member's now, or the server does not know it any more. */
export function forgetGuestId(): void {
  local.set(GUEST, null);
}
