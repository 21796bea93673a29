import { expect, it } from 'vitest';
import { clearSession, forgetGuestId, getGuestId, keepGuestId } from '.';

it('a visitor who chats keeps one id on the device, over a logout too, until it is forgotten', () => {
  expect(getGuestId()).toBeNull();
  const id = keepGuestId();
  expect(id).toMatch(/^guest-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  clearSession();
  expect([keepGuestId(), getGuestId()]).toEqual([id, id]);
  forgetGuestId();
  expect(getGuestId()).toBeNull();
  expect(keepGuestId()).not.toBe(id);
});
