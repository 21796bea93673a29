import type { OtpSendResponse } from '../../api/gen/model';

/** Where the confirmation of the phone number stands. Survives a refresh of the page, but not the tab. */
export interface OtpState {
  phone: string;
  /** The code that was sent to it. */
  otp: SentOtp | null;
  /** The number counts as confirmed on this device; the server has the last word. */
  confirmed: boolean;
  /** Whoever proved the number was told that a member has it. */
  isRegistered?: boolean;
}

/** A code on its way. */
export interface SentOtp {
  otpRef: string;
  otpToken: string;
  /** From when another may be asked for, in milliseconds of the server's clock. */
  resendAt: number;
}

/** How long until another code may be asked for when the server does not say, in milliseconds. */
const RESEND_MS = 60_000;

/** Nothing entered yet. */
export const NO_PHONE: OtpState = { phone: '', otp: null, confirmed: false };

/** The code that an answer announces, at the server's time `now`; null when none was sent. */
export function sentOtp(answer: OtpSendResponse, now: number): SentOtp | null {
  if (answer.otpToken === undefined) return null;
  const resendAt = Date.parse(answer.resendAt ?? '');
  return {
    otpRef: answer.otpRef ?? '',
    otpToken: answer.otpToken,
    resendAt: Number.isNaN(resendAt) ? now + RESEND_MS : Math.min(resendAt, now + RESEND_MS),
  };
}

function isOtpState(value: unknown): value is OtpState {
  if (typeof value !== 'object' || value === null) return false;
  const { phone, confirmed, otp } = value as Record<string, unknown>;
  return typeof phone === 'string' && typeof confirmed === 'boolean' && typeof otp === 'object';
}

/** What an earlier load of this page in this tab had reached; `flow` names what the number is confirmed for. */
export function loadOtpState(flow: string): OtpState {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(flow) ?? 'null');
    return isOtpState(value) ? value : NO_PHONE;
  } catch {
    return NO_PHONE;
  }
}

/** Keeps it for the next load; a browser without storage starts over instead. */
export function saveOtpState(flow: string, state: OtpState): void {
  try {
    window.sessionStorage.setItem(flow, JSON.stringify(state));
  } catch {
    // Storage is blocked: a refresh starts at the first step.
  }
}
