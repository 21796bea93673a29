import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadOtpState, NO_PHONE, type OtpState, saveOtpState } from '../../shared/otp/otp-state';
import type { ResetDone } from '../../shared/reset-done';

/** The steps of a new password, in their order. */
export const STEPS = ['phone', 'otp', 'password'] as const;

/** One step. */
export type Step = (typeof STEPS)[number];

/** What the phone number is confirmed for. */
const FLOW = 'reset';

/** Everything the steps of one reset share. */
export type Reset = ReturnType<typeof useReset>;

/** The step to show: the one the history names, as far as the number's confirmation allows. */
function reachable(wanted: unknown, { otp, confirmed }: OtpState): Step {
  if (wanted === 'password' && confirmed) return 'password';
  return wanted === 'otp' && otp !== null && !confirmed ? 'otp' : 'phone';
}

/** Where an earlier load of the page was, or the number that another screen hands over. */
function begunWith(state: unknown): OtpState {
  const kept = loadOtpState(FLOW);
  const { phone } = (typeof state === 'object' && state !== null ? state : {}) as { phone?: unknown };
  return typeof phone === 'string' && phone !== kept.phone ? { ...NO_PHONE, phone } : kept;
}

/** The state of one reset; its steps are entries of the history, so that the back button steps back. */
export function useReset() {
  const navigate = useNavigate();
  const location = useLocation();
  const [phone, setPhone] = useState<OtpState>(() => begunWith(location.state));
  useEffect(() => saveOtpState(FLOW, phone), [phone]);
  return {
    step: reachable((location.state as { step?: unknown } | null)?.step, phone),
    /** Goes on to a step; with `replace` the present one leaves no entry to go back to. */
    go: (step: Step, options: { replace?: boolean } = {}) =>
      void navigate(location.pathname, { state: { step }, ...options }),
    phone,
    setPhone,
    /** The confirmation no longer counts: the number has to be confirmed again. */
    startOver() {
      setPhone({ ...phone, otp: null, confirmed: false });
      void navigate(location.pathname, { replace: true });
    },
    /** The new password is set: the login is told, with the number filled in. */
    finish() {
      saveOtpState(FLOW, NO_PHONE);
      void navigate('/login', { replace: true, state: { phone: phone.phone, reset: true } satisfies ResetDone });
    },
  };
}
