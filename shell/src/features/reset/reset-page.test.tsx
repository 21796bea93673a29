import { expectAccessible } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PasswordResetRequest } from '../../api/gen/model';
import {
  getGetSiteSettingsMockHandler,
  getGetSiteSettingsResponseMock,
  getSendOtpMockHandler,
} from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import { enter, giveCode, givePhone, heading, openWizard, press, type WizardPage } from '../../testing/wizard';
import ResetPage from './reset-page';

const open = () => openWizard(ResetPage, '/forgot');

async function givePassword(page: WizardPage, password = 'staple battery', confirm = password) {
  await enter(page, await screen.findByLabelText('Password'), password);
  await enter(page, screen.getByLabelText('Confirm password'), confirm);
  await press(page, 'Save the new password');
}

async function toPassword() {
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await heading('Choose a new password');
  return page;
}

function capture() {
  const sent = vi.fn<(body: PasswordResetRequest) => void>();
  server.use(
    http.post('*/api/account/password-reset', async ({ request }) => {
      sent((await request.json()) as PasswordResetRequest);
      return HttpResponse.json({ message: 'SUCCESS' });
    }),
  );
  return sent;
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('a member who forgot the password confirms the phone, sets a new one and is led to the login', async () => {
  const sent = capture();
  const page = await toPassword();
  expect(screen.getByText(/withdrawals are paused for 24 hours/)).toBeTruthy();
  await givePassword(page);
  expect((await screen.findByLabelText('where')).textContent).toBe('/login');
  expect(sent.mock.calls).toEqual([[{ phoneNumber: '0812345678', newPassword: 'staple battery' }]]);
  expect(window.sessionStorage.getItem('reset')).toContain('"confirmed":false');
});

it('each step moves the focus to its heading and says how far it is', async () => {
  const page = open();
  expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
  await givePhone(page);
  const code = await heading('Enter the code from the SMS');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await giveCode(page);
  const password = await heading('Choose a new password');
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect(screen.getByText('Step 3 of 3')).toBeTruthy();
});

it('a number that is confirmed on this device skips the code', async () => {
  server.use(getSendOtpMockHandler({ code: 'OTP_VERIFIED' }));
  const page = open();
  await givePhone(page);
  expect(await heading('Choose a new password')).toBeTruthy();
});

it('a number that cannot be one is refused before anything is sent', async () => {
  const asked = vi.fn();
  server.use(http.post('*/api/otp/send', asked));
  const page = open();
  await enter(page, await screen.findByLabelText('Phone number'), '081234567');
  await press(page, 'Send the code');
  expect(screen.getByText('The phone number must support 10 digits')).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
});

it.each([
  ['OTP_BLOCK', 'too many requests, please wait a moment'],
  ['OTP_SEND_FAIL', 'cannot send OTP'],
  ['PHONE_NUMBER_REQUIRE_10_DIGIT', 'The phone number must support 10 digits'],
])('%s on sending is told, and the number stays', async (code, text) => {
  refuse('post', '/api/otp/send', code);
  const page = open();
  await givePhone(page);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('0812345678');
});

it('where numbers have 8 to 11 digits, a refused one is called wrong and nobody speaks of ten', async () => {
  const phoneRule = { pattern: '^(020[0-9]{8}|[0-9]{8,11})$', length: null };
  server.use(getGetSiteSettingsMockHandler({ ...getGetSiteSettingsResponseMock(), edition: 'laos', phoneRule }));
  refuse('post', '/api/otp/send', 'PHONE_NUMBER_REQUIRE_10_DIGIT');
  const page = open();
  await enter(page, await screen.findByLabelText('Phone number'), '02055512345');
  await press(page, 'Send the code');
  expect((await screen.findByRole('alert')).textContent).toBe('This does not look like a mobile number');
});

it('a code asked for too soon is told with the time to wait', async () => {
  refuse('post', '/api/otp/send', 'REQUEST_LIMIT_1MIN', { status: 429, headers: { 'Retry-After': '42' } });
  const page = open();
  await givePhone(page);
  expect((await screen.findByRole('timer')).textContent).toBe('00:42');
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send the code' });
  expect(send.disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(43_000));
  expect(send.disabled).toBe(false);
});

it.each([
  ['OTP_CODE_INVALID', 'Invalid OTP code'],
  ['OTP_EXPIRED', 'expired OTP'],
  ['OTP_NOT_EXIST', 'OTP does not exist'],
  ['OTP_TOKEN_INVALID', 'invalid OTP token'],
  ['OTP_BLOCK', 'too many requests, please wait a moment'],
])('%s on confirming is told, and the code can be entered again', async (code, text) => {
  refuse('post', '/api/otp/verify', code);
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.getByLabelText<HTMLInputElement>('6-digit OTP code').value).toBe('');
});

it('a code whose answer was lost stays, for it may be right', async () => {
  server.use(http.post('*/api/otp/verify', () => HttpResponse.error()));
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect((await screen.findByRole('alert')).textContent).toContain('no connection');
  expect(screen.getByLabelText<HTMLInputElement>('6-digit OTP code').value).toBe('123456');
});

it('a code that was used before counts', async () => {
  refuse('post', '/api/otp/verify', 'OTP_VERIFIED');
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect(await heading('Choose a new password')).toBeTruthy();
});

it.each([
  ['short', 'short', 'The password needs at least 8 characters'],
  ['staple battery', 'staple batterx', "Passwords don't match"],
])('the passwords %s and %s are not sent', async (password, confirm, text) => {
  const sent = capture();
  await givePassword(await toPassword(), password, confirm);
  expect(screen.getByText(text)).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
});

it('a password that is easily guessed is told beside its field', async () => {
  refuse('post', '/api/account/password-reset', 'INVALID_USER_INFO');
  await givePassword(await toPassword());
  expect(await screen.findByText('Please choose a password that is harder to guess')).toBeTruthy();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
});

it.each([
  ['NO_USER', 'user not found', 'Create an account', '/register'],
  ['INACTIVE_USER', 'this user has been deactivated', 'Contact', '/contact'],
])('%s is told together with what to do', async (code, text, link, path) => {
  refuse('post', '/api/account/password-reset', code);
  await givePassword(await toPassword());
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(path);
});

it('a confirmation that no longer counts leads back to the number', async () => {
  refuse('post', '/api/account/password-reset', 'UNVERIFIED_OTP');
  await givePassword(await toPassword());
  expect(await screen.findByText('please verify phone number via OTP code')).toBeTruthy();
  expect(await heading('Which number do you log in with?')).toBeTruthy();
});

it('a reset whose answer was lost is not an error the second time', async () => {
  const page = await toPassword();
  server.use(http.post('*/api/account/password-reset', () => HttpResponse.error()));
  await givePassword(page);
  expect(await screen.findByText(/^no connection/)).toBeTruthy();
  refuse('post', '/api/account/password-reset', 'UNVERIFIED_OTP');
  await press(page, 'Save the new password');
  expect((await screen.findByLabelText('where')).textContent).toBe('/login');
});

it('the back button steps back, and a refresh while the code is on its way keeps the number', async () => {
  const page = open();
  await givePhone(page);
  await heading('Enter the code from the SMS');
  await press(page, 'browser back');
  await heading('Which number do you log in with?');
  page.unmount();
  open();
  expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe('0812345678');
});

it('nobody jumps to the new password', async () => {
  window.sessionStorage.setItem('reset', JSON.stringify({ phone: '0812345678', otp: null, confirmed: false }));
  open();
  expect(await heading('Which number do you log in with?')).toBeTruthy();
});

it('settings that cannot be loaded can be asked for again', async () => {
  refuse('get', '/api/lookup/site', 'INTERNAL_SERVER_ERROR', { status: 500 });
  const page = open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.resetHandlers();
  await page.user.click(retry);
  expect(await heading('Which number do you log in with?')).toBeTruthy();
});

it('every step is accessible', async () => {
  const page = open();
  await screen.findByLabelText('Phone number');
  await expectAccessible(page.container);
  await givePhone(page);
  await screen.findByText('OTP (ref : K7QX)');
  await expectAccessible(page.container);
  await giveCode(page);
  await screen.findByLabelText('Confirm password');
  await expectAccessible(page.container);
});
