import { errorCode, serverNow } from '@krapao/kit/api';
import { formatAccountNumber } from '@krapao/kit/format';
import { errorText } from '@krapao/kit/i18n';
import { Button } from '@krapao/kit/ui/button';
import { Countdown } from '@krapao/kit/ui/countdown';
import { OtpInput } from '@krapao/kit/ui/otp-input';
import { toast } from '@krapao/kit/ui/toast';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSendOtp, useVerifyOtp } from '../../api/gen/portal';
import { FailureAlert } from '../../shared/failure-alert';
import { useFailure } from '../../shared/use-failure';
import { sentOtp } from './phone-state';
import styles from './registration.module.css';
import { StepFrame, type StepProps } from './step-frame';
import { useWebOtp } from './use-web-otp';
import type { Wizard } from './use-wizard';

const OTP_LENGTH = 6;

function useOtpStep(wizard: Wizard) {
  const { t } = useTranslation('shell');
  const { phone, otp } = wizard.phone;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [resendAt, setResendAt] = useState(otp?.resendAt ?? 0);
  const { failure, waiting, ...failures } = useFailure();
  const verify = useVerifyOtp();
  const send = useSendOtp();

  const confirmed = () => {
    wizard.setPhone({ phone, otp: null, confirmed: true });
    wizard.go('profile', { replace: true });
  };
  const refused = (error: unknown) => {
    const refusal = errorCode(error);
    if (refusal === 'OTP_VERIFIED') return confirmed();
    setCode('');
    if (refusal === 'OTP_CODE_INVALID') setProblem(errorText(error));
    else failures.show(error);
  };
  const submit = (entered = code) => {
    setProblem(entered.length === OTP_LENGTH ? null : t('register.otp.missing'));
    if (otp === null || entered.length !== OTP_LENGTH || verify.isPending || waiting) return;
    failures.release();
    verify.mutate({ data: { otpToken: otp.otpToken, otpCode: entered } }, { onSuccess: confirmed, onError: refused });
  };
  const resend = () => {
    if (send.isPending) return;
    failures.release();
    setProblem(null);
    send.mutate(
      { data: { phoneNumber: phone } },
      {
        onSuccess: (answer) => {
          if (answer.code === 'OTP_VERIFIED') return confirmed();
          const sent = sentOtp(answer, serverNow());
          wizard.setPhone({ phone, otp: sent, confirmed: false });
          setCode('');
          setResendAt(sent?.resendAt ?? 0);
          toast.success(t('register.otp.resent'));
        },
        onError: failures.show,
      },
    );
  };
  const edit = (value: string) => {
    setCode(value);
    setProblem(null);
    failures.clear();
  };
  useWebOtp((read) => {
    edit(read);
    submit(read);
  });
  return {
    code,
    edit,
    problem,
    failure,
    waiting,
    retry: failures.release,
    submit,
    pending: verify.isPending || send.isPending,
    resendAt,
    mayResend: () => setResendAt(0),
    resend,
  };
}

/** Step 2: the code from the SMS. */
export function OtpStep({ wizard, heading }: StepProps<Wizard>) {
  const { t } = useTranslation('shell');
  const step = useOtpStep(wizard);
  const { phone, otp } = wizard.phone;
  return (
    <StepFrame heading={heading} title={t('register.otp.title')} pending={step.pending} onSubmit={() => step.submit()}>
      <div className={styles.sent}>
        <p>{t('register.otp.sentTo', { phone: formatAccountNumber(phone) })}</p>
        <Button variant="ghost" size="small" onClick={() => wizard.go('phone')}>
          {t('register.otp.change')}
        </Button>
      </div>
      <p className={styles.reference}>{t('register.otp.ref', { otpRef: otp?.otpRef })}</p>
      <OtpInput
        name="otp"
        value={step.code}
        onValueChange={step.edit}
        onComplete={step.submit}
        error={step.problem}
        disabled={step.waiting}
      />
      {step.failure && <FailureAlert failure={step.failure} onReady={step.retry} />}
      <Button type="submit" block disabled={step.waiting}>
        {t('register.otp.submit')}
      </Button>
      <div className={styles.resend}>
        {step.resendAt > 0 ? (
          <p>
            <Trans
              ns="shell"
              i18nKey="register.otp.resendIn"
              components={{ time: <Countdown until={step.resendAt} onEnd={step.mayResend} /> }}
            />
          </p>
        ) : (
          <Button variant="ghost" disabled={step.waiting} onClick={step.resend}>
            {t('register.otp.resend')}
          </Button>
        )}
      </div>
    </StepFrame>
  );
}
