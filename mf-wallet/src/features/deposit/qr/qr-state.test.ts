import { expect, test } from 'vitest';
import { isWorthAsking, type ShownQr, stateOf } from './qr-state';

const expireIn = '2026-11-21T12:00:00+07:00';
const qr = { hasQrcode: true, qrcodeId: 'q', gatewayCode: 'G', qrcode: '', amount: 1, expireIn } satisfies ShownQr;
const end = Date.parse(expireIn);

test('a active QR code is asked about, one that ran out for a moment more, and one that is paid or over no longer', () => {
  expect(isWorthAsking({ kind: 'active', qr }, end)).toBe(true);
  expect(isWorthAsking({ kind: 'expired', qr }, end + 14_000)).toBe(true);
  expect(isWorthAsking({ kind: 'expired', qr }, end + 15_000)).toBe(false);
  expect(isWorthAsking({ kind: 'paid', qr }, end)).toBe(false);
  expect(isWorthAsking({ kind: 'ended', qr }, end)).toBe(false);
});

test('a payment that a person checks is said so, also after the countdown, and is asked about no longer', () => {
  const answer = { hasQrcode: false, qrcodeId: 'q', status: 'REVIEW' } as const;
  for (const dropped of [false, true]) expect(stateOf(qr, answer, dropped).kind).toBe('review');
  expect(stateOf(qr, { ...answer, qrcodeId: 'other' }, false).kind).toBe('ended');
  expect(isWorthAsking({ kind: 'review', qr }, end)).toBe(false);
});
