import { expectAccessible } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse, server } from '../../testing/server';
import { giveCode, givePhone, heading, press } from '../../testing/wizard';
import { capture, giveBank, giveProfile, open } from './testing/walk';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('a visitor registers with an OTP and is led to the login', async () => {
  const sent = capture();
  const page = open();
  await givePhone(page);
  expect(await screen.findByText('OTP (ref : K7QX)')).toBeTruthy();
  await giveCode(page);
  await giveProfile(page);
  await giveBank(page, /Kasikornbank/);
  await press(page, 'Create account');
  expect(await screen.findByText('Registration successful')).toBeTruthy();
  expect(sent).toHaveBeenCalledWith({
    name: 'Somchai',
    username: '0812345678',
    password: 'password1',
    bankCode: 'KBANK',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1234567890',
  });
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByLabelText('where')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1100));
  expect(screen.getByLabelText('where').textContent).toBe('/login');
});

it('each step moves the focus to its heading, and its steps cannot be pressed', async () => {
  const page = open();
  await givePhone(page);
  const title = await heading('Enter the code from the SMS');
  await waitFor(() => expect(document.activeElement).toBe(title));
  for (const step of screen.getAllByRole('listitem')) expect(step.querySelector('a, button')).toBeNull();
});

it('the back button steps back and what was entered is kept', async () => {
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  await heading('Where should withdrawals go?');
  await press(page, 'browser back');
  await heading('Set up your profile');
  expect(screen.getByLabelText<HTMLInputElement>('Profile name').value).toBe('Somchai');
  await press(page, 'browser back');
  await heading('What is your phone number?');
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('0812345678');
});

it('a refresh at the last step keeps the profile but for its password', async () => {
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  await heading('Where should withdrawals go?');
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('password1');
  page.unmount();
  const again = open();
  await givePhone(again);
  await giveCode(again);
  expect((await screen.findByLabelText<HTMLInputElement>('Profile name')).value).toBe('Somchai');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
});

it('a registration whose answer was lost is not an error the second time', async () => {
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  await giveBank(page, /Kasikornbank/);
  server.use(http.post('*/api/account', () => HttpResponse.error()));
  await press(page, 'Create account');
  expect(await screen.findByRole('alert')).toBeTruthy();
  refuse('post', '/api/account', 'EXISTING_USER', { status: 409 });
  await press(page, 'Create account');
  expect(await screen.findByText('Registration successful')).toBeTruthy();
});

it('a number that a member has is told right after its code, with the ways in and the way back', async () => {
  server.use(http.post('*/api/otp/verify', () => HttpResponse.json({ message: 'OTP_CODE_VALID', isRegistered: true })));
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await waitFor(async () => expect(document.activeElement).toBe(await heading('This number already has an account')));
  expect(screen.queryByLabelText('Profile name')).toBeNull();
  expect(screen.getByText(/081-234-5678 is registered with us/)).toBeTruthy();
  await expectAccessible(page.container);
  expect(screen.getByRole('link', { name: 'Set a new password' }).getAttribute('href')).toBe('/forgot');
  await press(page, 'Use another number');
  expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe('0812345678');
});

it('the same is told where only the check of the profile knows it', async () => {
  refuse('post', '/api/account/validate', 'EXISTING_USER', { status: 409 });
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await giveProfile(page);
  await heading('This number already has an account');
  await page.user.click(screen.getAllByRole('link', { name: 'Log in' })[0] as HTMLElement);
  await waitFor(() => expect(screen.getByLabelText('where').textContent).toBe('/login'));
});

it('settings that cannot be loaded can be asked for again', async () => {
  refuse('get', '/api/lookup/registerOTP', 'INTERNAL_SERVER_ERROR', { status: 500 });
  const page = open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.resetHandlers();
  await page.user.click(retry);
  expect(await heading('What is your phone number?')).toBeTruthy();
});

it('every step is accessible', async () => {
  const page = open();
  await givePhone(page);
  await screen.findByText('OTP (ref : K7QX)');
  await expectAccessible(page.container);
  await giveCode(page);
  await screen.findByLabelText('Profile name');
  await expectAccessible(page.container);
  await giveProfile(page);
  await screen.findByLabelText('Account number');
  await expectAccessible(page.container);
  await page.user.click(screen.getByRole('button', { name: /^Bank:/ }));
  await screen.findByRole('button', { name: /Kasikornbank/ });
  await expectAccessible(screen.getByRole('dialog'));
});
