import { setInviteCode } from '@krapao/kit/session';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse, server } from '../../testing/server';
import { enter, giveCode, givePhone, press } from '../../testing/wizard';
import { capture, giveBank, giveProfile, open } from './testing/walk';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

/** The server takes every profile without an invite code, and none with one. */
const refuseInvites = () =>
  server.use(
    http.post('*/api/account/validate', async ({ request }) =>
      ((await request.json()) as { inviteCode?: string }).inviteCode
        ? HttpResponse.json({ message: 'INVALID_USER_INFO' }, { status: 400 })
        : HttpResponse.json({ message: 'SUCCESS' }),
    ),
  );

it('an invite code from a link is kept on the device, shown and sent, and cannot be changed', async () => {
  const sent = capture();
  const page = open('/register?code=PR100234');
  await givePhone(page);
  await giveCode(page);
  const invite = await screen.findByLabelText<HTMLInputElement>('Invite code');
  expect(invite.value).toBe('PR100234');
  expect(invite.readOnly).toBe(true);
  expect(window.localStorage.getItem('code')).toBe('PR100234');
  await giveProfile(page);
  await giveBank(page, /Kasikornbank/);
  await press(page, 'Create account');
  await screen.findByText('Registration successful');
  expect(sent.mock.calls[0]?.[0].inviteCode).toBe('PR100234');
  expect(window.localStorage.getItem('code')).toBeNull();
});

it("a link's invite code that the server does not take can be changed and left out", async () => {
  const page = open('/register?code=PRnobody');
  await givePhone(page);
  await giveCode(page);
  await screen.findByLabelText('Invite code');
  refuseInvites();
  await giveProfile(page);
  const invite = await screen.findByLabelText<HTMLInputElement>(/^Invite code/);
  await waitFor(() => expect(invite.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(invite.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/invite code/);
  await waitFor(() => expect(document.activeElement).toBe(invite));
  expect(screen.queryByText(/password that is harder to guess/)).toBeNull();
  expect(screen.queryByText('invalid user info')).toBeNull();
  expect([invite.value, invite.readOnly]).toEqual(['PRnobody', false]);
  expect(window.localStorage.getItem('code')).toBeNull();
  server.resetHandlers();
  const sent = capture();
  await page.user.clear(invite);
  await press(page, 'Continue');
  await giveBank(page, /Kasikornbank/);
  await press(page, 'Create account');
  await screen.findByText('Registration successful');
  expect(sent.mock.calls[0]?.[0].inviteCode).toBeUndefined();
});

it('a password that is refused beside an invite code is not put down to the code', async () => {
  refuse('post', '/api/account/validate', 'INVALID_USER_INFO');
  const page = open('/register?code=PR100234');
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  expect((await screen.findByText(/password that is harder to guess/)).closest('[role=alert]')).toBeTruthy();
  const invite = screen.getByLabelText<HTMLInputElement>('Invite code');
  expect([invite.readOnly, invite.getAttribute('aria-invalid')]).toEqual([true, null]);
});

it('an invite code kept from an earlier visit is prefilled', async () => {
  setInviteCode('PR7');
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect((await screen.findByLabelText<HTMLInputElement>('Invite code')).value).toBe('PR7');
});

it("passwords that don't match are not sent", async () => {
  const asked = vi.fn();
  server.use(http.post('*/api/account/validate', asked));
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await enter(page, await screen.findByLabelText('Profile name'), 'Somchai');
  await enter(page, screen.getByLabelText('Password'), 'password1');
  await enter(page, screen.getByLabelText('Confirm password'), 'password2');
  await press(page, 'Continue');
  expect(screen.getByText("Passwords don't match")).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
});

it('what the server refuses about a profile is a toast', async () => {
  refuse('post', '/api/account/validate', 'INTERNAL_SERVER_ERROR', { status: 500 });
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  expect(await screen.findByText('System error, please try again')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Set up your profile' })).toBeTruthy();
});

it('sources that cannot be loaded can be asked for again, and nobody needs them', async () => {
  refuse('get', '/api/lookup/sources', 'INTERNAL_SERVER_ERROR', { status: 500 });
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect(await screen.findByText(/You can go on without them\./)).toBeTruthy();
  server.resetHandlers();
  await press(page, 'Try again');
  const sources = await screen.findByLabelText('How did you find us?');
  expect(sources.querySelectorAll('option').length).toBeGreaterThan(1);
});
