import { errorCode, serverNow } from '@krapao/kit/api';
import { useEntryForm } from '@krapao/kit/forms';
import type { TextKey } from '@krapao/kit/i18n';
import { setToken } from '@krapao/kit/session';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LogInBody } from '../../api/gen/forms';
import { useGetSiteActive, useLogIn, useSendOtp } from '../../api/gen/portal';
import { type SentOtp, sentOtp } from '../../shared/otp/otp-state';
import type { ResetDone } from '../../shared/reset-done';
import { useProblemText } from '../../shared/use-problem-text';
import { safeNextUrl } from './next-url';

/**
 * What a registration or a password reset hands over: the number, so that it need not be typed again, and whether the
 * password is new.
 */
function handedOver(state: unknown): { phone: string; reset: boolean } {
  const { phone, reset } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<keyof ResetDone, unknown>
  >;
  return { phone: typeof phone === 'string' ? phone : '', reset: reset === true };
}

/** The login: its form, the confirmation of the number where it is asked for, and where a member goes from here. */
export function useLogin() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const before = handedOver(useLocation().state);
  const login = useLogIn();
  const send = useSendOtp();
  const [otp, setOtp] = useState<SentOtp | null>(null);
  // An answer that the site is shut leads to /terminated by itself (kit's request).
  useGetSiteActive({ query: { staleTime: 0 } });

  const form = useEntryForm({
    schema: LogInBody,
    defaultValues: { username: before.phone, password: '', isRemember: false },
    problems: {
      username: 'login.phoneMissing' satisfies TextKey<'shell'>,
      password: 'login.passwordMissing' satisfies TextKey<'shell'>,
    },
    say: useProblemText(),
    pending: login.isPending,
    onSubmit: () => logIn((error) => (errorCode(error) === 'UNVERIFIED_OTP' ? confirmNumber() : form.fail(error))),
  });
  const { username, password, isRemember = false } = form.values;
  const logIn = (refused: (error: unknown) => void) => {
    setOtp(null);
    login.mutate(
      { data: { username, password, isRemember } },
      {
        onSuccess: ({ token }) => {
          setToken(token, { remember: isRemember });
          void navigate(safeNextUrl(search.get('nextUrl')), { replace: true });
        },
        onError: refused,
      },
    );
  };
  const confirmed = () => logIn(form.fail);
  // Somebody guesses passwords of this account, so a device that has not confirmed the number does so first.
  const confirmNumber = () => {
    send.mutate(
      { data: { phoneNumber: username, purpose: 'LOGIN' } },
      {
        onSuccess: (answer) => (answer.code === 'OTP_VERIFIED' ? confirmed() : setOtp(sentOtp(answer, serverNow()))),
        onError: form.fail,
      },
    );
  };
  return { form, reset: before.reset, pending: login.isPending || send.isPending, otp, setOtp, confirmed };
}
