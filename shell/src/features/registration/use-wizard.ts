import { getInviteCode, setInviteCode } from '@krapao/kit/session';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Currency } from '../../api/gen/model';
import { loadOtpState, NO_PHONE, type OtpState, saveOtpState } from '../../shared/otp/otp-state';
import { forgetProfile, loadProfile, saveProfile } from './kept-profile';
import type { BankEntry, ProfileEntry } from './schemas';
import { reachableStep, type Step, stepsOf } from './steps';

/** What the phone number is confirmed for. */
const FLOW = 'registration';

/** Everything the steps of one registration share. */
export type Wizard = ReturnType<typeof useWizard>;

/** What stands in the browser's history for each step, so that the back button steps back. */
interface StepState {
  step: Step;
}

/** The invite code of the link (kept on the device from now on), or the one kept earlier. */
function useInviteCode(): string | null {
  const [search] = useSearchParams();
  const fromLink = search.get('code')?.trim() || null;
  useEffect(() => {
    if (fromLink !== null) setInviteCode(fromLink);
  }, [fromLink]);
  return fromLink ?? getInviteCode();
}

/**
 * The state of one registration: its data are kept while the visitor steps to and fro, and its steps are entries of the
 * history.
 */
export function useWizard(otpOn: boolean, currency: Currency) {
  const navigate = useNavigate();
  const location = useLocation();
  const linkedInvite = useInviteCode();
  const [released, setReleased] = useState(false);
  const keptInvite = released ? null : linkedInvite;
  const [phone, setPhone] = useState<OtpState>(() => loadOtpState(FLOW));
  const [profile, setProfile] = useState<ProfileEntry>(() => ({ ...loadProfile(), password: '', confirm: '' }));
  const [bank, setBank] = useState<BankEntry>({ bank: null, accountNo: '', firstName: '', lastName: '', currency });
  const [validated, setValidated] = useState(false);
  const [done, setDone] = useState(false);
  useEffect(() => saveOtpState(FLOW, phone), [phone]);
  useEffect(() => saveProfile(profile), [profile]);

  const wanted = (location.state as Partial<StepState> | null)?.step;
  const progress = { otpOn, phone: phone.phone, otpSent: phone.otp !== null, confirmed: phone.confirmed, validated };
  return {
    otpOn,
    steps: stepsOf(otpOn),
    step: reachableStep(wanted, progress),
    /** Goes on to a step; with `replace` the present one leaves no entry to go back to. */
    go(step: Step, options: { replace?: boolean } = {}) {
      const state: StepState = { step };
      void navigate({ pathname: location.pathname, search: location.search }, { state, ...options });
    },
    phone,
    setPhone,
    profile: { ...profile, inviteCode: keptInvite ?? profile.inviteCode },
    setProfile: (change: Partial<ProfileEntry>) => setProfile((old) => ({ ...old, ...change })),
    /** The invite code came with a link and cannot be changed. */
    inviteKept: keptInvite !== null,
    /** The server did not take the link's code: from now on it can be changed and left out. */
    releaseInvite() {
      if (keptInvite === null) return;
      setReleased(true);
      setProfile((old) => ({ ...old, inviteCode: keptInvite }));
      setInviteCode(null);
    },
    validate: setValidated,
    bank,
    setBank: (change: Partial<BankEntry>) => setBank((old) => ({ ...old, ...change })),
    done,
    /** The account exists: what was kept for it is forgotten. */
    finish() {
      setDone(true);
      setInviteCode(null);
      saveOtpState(FLOW, NO_PHONE);
      forgetProfile();
    },
  };
}
