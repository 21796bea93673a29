/** The wizard's steps in their order. */
export const STEPS = ['phone', 'otp', 'profile', 'bank'] as const;

/** One step of the wizard. */
export type Step = (typeof STEPS)[number];

/** What decides how far a visitor may be. */
export interface Progress {
  /** Registration asks for an OTP. */
  otpOn: boolean;
  phone: string;
  otpSent: boolean;
  confirmed: boolean;
  /** The server has accepted the profile in this load of the page. */
  validated: boolean;
}

/** The steps that are shown: without OTP there are three. */
export function stepsOf(otpOn: boolean): Step[] {
  return STEPS.filter((step) => otpOn || step !== 'otp');
}

function mayBeAt(step: Step, { otpOn, phone, otpSent, confirmed, validated }: Progress): boolean {
  const phoneDone = phone !== '' && (confirmed || !otpOn);
  if (step === 'phone') return true;
  if (step === 'otp') return otpOn && otpSent && !confirmed;
  return step === 'profile' ? phoneDone : phoneDone && validated;
}

/**
 * The step to show: the one the history names, or the furthest before it that its data allow (after a refresh, or going
 * forward).
 */
export function reachableStep(wanted: unknown, progress: Progress): Step {
  const index = STEPS.indexOf(wanted as Step);
  return STEPS.slice(0, index + 1).findLast((step) => mayBeAt(step, progress)) ?? 'phone';
}
