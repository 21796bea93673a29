import { errorCode, serverNow } from '@krapao/kit/api';
import { setToken } from '@krapao/kit/session';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useGetSiteActive, useLogIn, useSendOtp } from '../../api/gen/portal';
import { type SentOtp, sentOtp } from '../../shared/otp/phone-state';
import type { ResetDone } from '../../shared/reset-done';
import { useFailure } from '../../shared/use-failure';
import { safeNextUrl } from './next-url';

/** A field that was left empty. */
export type MissingField = 'phone' | 'password';

/** What a registration or a password reset hands over: the number, so that it need not be typed again, and whether the password is new. */
function handedOver(state: unknown): { phone: string; reset: boolean } {
  const { phone, reset } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<keyof ResetDone, unknown>
  >;
  return { phone: typeof phone === 'string' ? phone : '', reset: reset === true };
}

/** The login form: what is entered, what is missing, what failed, and where a member goes from here. */
export function useLogin() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const before = handedOver(useLocation().state);
  const [phone, setPhone] = useState(before.phone);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [missing, setMissing] = useState<MissingField | null>(null);
  const { failure, waiting, ...failures } = useFailure();
  const login = useLogIn();
  const send = useSendOtp();
  const [otp, setOtp] = useState<SentOtp | null>(null);
  // An answer that the site is shut leads to /terminated by itself (kit's request).
  useGetSiteActive({ query: { staleTime: 0 } });

  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    setMissing(null);
    failures.clear();
  };
  // Somebody guesses passwords of this account, so a device that has not confirmed the number does so first.
  const confirmNumber = () => {
    send.mutate(
      { data: { phoneNumber: phone, purpose: 'LOGIN' } },
      {
        onSuccess: (answer) => (answer.code === 'OTP_VERIFIED' ? logIn() : setOtp(sentOtp(answer, serverNow()))),
        onError: failures.show,
      },
    );
  };
  const logIn = (refused: (error: unknown) => void = failures.show) => {
    setOtp(null);
    login.mutate(
      { data: { username: phone, password, isRemember: remember } },
      {
        onSuccess: ({ token }) => {
          setToken(token, { remember });
          void navigate(safeNextUrl(search.get('nextUrl')), { replace: true });
        },
        onError: refused,
      },
    );
  };
  const submit = (): MissingField | null => {
    const empty = phone === '' ? 'phone' : password === '' ? 'password' : null;
    setMissing(empty);
    if (empty !== null || login.isPending || waiting) return empty;
    failures.release();
    logIn((error) => (errorCode(error) === 'UNVERIFIED_OTP' ? confirmNumber() : failures.show(error)));
    return null;
  };
  return {
    entry: { phone, password, remember },
    reset: before.reset,
    setPhone: edit(setPhone),
    setPassword: edit(setPassword),
    setRemember,
    missing,
    failure,
    waiting,
    retry: failures.release,
    pending: login.isPending || send.isPending,
    submit,
    otp,
    setOtp,
    confirmed: () => logIn(),
  };
}
