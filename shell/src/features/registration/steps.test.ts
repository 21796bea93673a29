import { expect, it } from 'vitest';
import { type Progress, reachableStep, stepsOf } from './steps';

const start: Progress = { otpOn: true, phone: '', otpSent: false, confirmed: false, validated: false };

it('without OTP its step is hidden', () => {
  expect(stepsOf(true)).toEqual(['phone', 'otp', 'profile', 'bank']);
  expect(stepsOf(false)).toEqual(['phone', 'profile', 'bank']);
});

it.each<[string, unknown, Partial<Progress>, string]>([
  ['a first visit starts with the phone', undefined, {}, 'phone'],
  ['nobody jumps to the bank', 'bank', {}, 'phone'],
  ['a refresh while the code is on its way stays there', 'otp', { phone: '08', otpSent: true }, 'otp'],
  ['a refresh at the bank falls back to the profile', 'bank', { phone: '08', confirmed: true }, 'profile'],
  ['a confirmed number needs no code again', 'otp', { phone: '08', confirmed: true }, 'phone'],
  ['an unconfirmed number does not reach the profile', 'profile', { phone: '08', otpSent: true }, 'otp'],
  ['with OTP off the profile follows the phone', 'profile', { phone: '08', otpOn: false }, 'profile'],
  ['an accepted profile opens the bank', 'bank', { phone: '08', confirmed: true, validated: true }, 'bank'],
])('%s', (_, wanted, progress, step) => {
  expect(reachableStep(wanted, { ...start, ...progress })).toBe(step);
});
