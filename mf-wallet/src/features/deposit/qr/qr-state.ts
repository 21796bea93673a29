import { timeOf } from '@krapao/kit/format';
import type { QrCode } from '../../../api/gen/model';

/** A QR code that can be shown: everything the contract promises with hasQrcode true. */
export type ShownQr = QrCode & Required<Pick<QrCode, 'qrcodeId' | 'gatewayCode' | 'qrcode' | 'amount' | 'expireIn'>>;

/**
 * Where the QR tab stands (specification 4.4). `review`: something was paid, and a person checks it. `ended`: cancelled
 * elsewhere, or gone before its time without a reason.
 */
export type QrState =
  | { kind: 'loading' }
  | { kind: 'form' }
  | { kind: 'active' | 'paid' | 'review' | 'expired' | 'ended'; qr: ShownQr };

/** Whether the answer holds a QR code to pay. */
export function isShown(answer: QrCode | undefined): answer is ShownQr {
  return (
    answer?.hasQrcode === true &&
    answer.qrcodeId !== undefined &&
    answer.gatewayCode !== undefined &&
    answer.qrcode !== undefined &&
    answer.amount !== undefined &&
    answer.expireIn !== undefined
  );
}

/**
 * How long a QR code that ran out is still asked about, in milliseconds: its payment of the last second may be on its
 * way.
 */
const LATE_MS = 15_000;

/**
 * What has become of the QR code that the member was shown, by the gateway's latest answer. `isExpired`: its countdown
 * reached 00:00 here.
 */
export function stateOf(qr: ShownQr, answer: QrCode | undefined, isExpired: boolean): QrState {
  const same = answer?.qrcodeId === qr.qrcodeId;
  if (same && answer?.status === 'PAID') return { kind: 'paid', qr };
  if (same && answer?.status === 'REVIEW') return { kind: 'review', qr };
  if (isExpired || (same && answer?.status === 'EXPIRED')) return { kind: 'expired', qr };
  if (same && isShown(answer)) return { kind: 'active', qr };
  return { kind: 'ended', qr };
}

/**
 * Whether another answer could say something new at `now` (milliseconds since 1970): nothing that is over is asked
 * about for ever.
 */
export function isWorthAsking(state: QrState, now: number): boolean {
  if (state.kind === 'active') return true;
  return state.kind === 'expired' && now < timeOf(state.qr.expireIn) + LATE_MS;
}
