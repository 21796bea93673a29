import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getGetRegisterOtpMockHandler, getSendOtpMockHandler } from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import { enter, giveCode, givePhone, heading, press } from '../../testing/wizard';
import { open } from './testing/walk';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('with OTP off there is no code to enter', async () => {
  server.use(getGetRegisterOtpMockHandler({ registerOTP: false }));
  const page = open();
  await givePhone(page, 'Continue');
  expect(await heading('Set up your profile')).toBeTruthy();
  expect(screen.getByText('Step 2 of 3')).toBeTruthy();
});

it('a number that is confirmed on this device skips the code', async () => {
  server.use(getSendOtpMockHandler({ code: 'OTP_VERIFIED' }));
  const page = open();
  await givePhone(page);
  expect(await heading('Set up your profile')).toBeTruthy();
});

it('a number that is too short is refused before anything is sent', async () => {
  const page = open();
  await enter(page, await screen.findByLabelText('Phone number'), '081234567');
  await press(page, 'Send the code');
  expect(screen.getByText('The phone number must support 10 digits')).toBeTruthy();
});

it('a wrong code can be entered again', async () => {
  refuse('post', '/api/otp/verify', 'OTP_CODE_INVALID');
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect(await screen.findByText('Invalid OTP code')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('6-digit OTP code').value).toBe('');
});

it('why a code was refused is told until another is typed, also after a tap on the empty field', async () => {
  refuse('post', '/api/otp/verify', 'OTP_CODE_INVALID');
  const page = open();
  await givePhone(page);
  await giveCode(page);
  await screen.findByText('Invalid OTP code');
  await press(page, 'Confirm');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Invalid OTP code')).toBeTruthy();
  expect(screen.queryByText('Enter all 6 digits')).toBeNull();
  await enter(page, screen.getByLabelText('6-digit OTP code'), '1');
  expect(screen.queryByText('Invalid OTP code')).toBeNull();
  await press(page, 'Confirm');
  expect(await screen.findByText('Enter all 6 digits')).toBeTruthy();
});

it('another code may be asked for after 60 seconds', async () => {
  server.use(getSendOtpMockHandler({ code: 'SUCCESS', otpRef: 'K7QX', otpToken: 't' }));
  const page = open();
  await givePhone(page);
  expect((await screen.findByRole('timer')).textContent).toBe('01:00');
  expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  server.use(getSendOtpMockHandler({ code: 'SUCCESS', otpRef: 'NEW1', otpToken: 'u' }));
  await press(page, 'Send a new code');
  expect(await screen.findByText('OTP (ref : NEW1)')).toBeTruthy();
});

it('a wrong code is no longer told once another was asked for, also when none could be sent', async () => {
  refuse('post', '/api/otp/verify', 'OTP_CODE_INVALID');
  const page = open();
  await givePhone(page);
  await giveCode(page);
  expect(await screen.findByText('Invalid OTP code')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  refuse('post', '/api/otp/send', 'INTERNAL_SERVER_ERROR');
  await press(page, 'Send a new code');
  expect(await screen.findByText('System error, please try again')).toBeTruthy();
  expect(screen.queryByText('Invalid OTP code')).toBeNull();
});

it('a refresh while the code is on its way keeps the number', async () => {
  const first = open();
  await givePhone(first);
  await screen.findByText('OTP (ref : K7QX)');
  first.unmount();
  open();
  expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe('0812345678');
});
