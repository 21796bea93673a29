import { errorCode, serverNow } from '@krapao/kit/api';
import { formatAccountNumber } from '@krapao/kit/format';
import { errorText } from '@krapao/kit/i18n';
import { Button } from '@krapao/kit/ui/button';
import { Countdown } from '@krapao/kit/ui/countdown';
import { OtpInput } from '@krapao/kit/ui/otp-input';
import { toast } from '@krapao/kit/ui/toast';
import { type RefObject, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { OtpPurpose } from '../../api/gen/model';
import { useSendOtp, useVerifyOtp } from '../../api/gen/portal';
import { FailureAlert } from '../failure-alert';
import { StepFrame } from '../step-frame';
import { useFailure } from '../use-failure';
import styles from './otp-step.module.css';
import { type PhoneState, type SentOtp, sentOtp } from './phone-state';
import { useWebOtp } from './use-web-otp';

const OTP_LENGTH = 6;

interface OtpStepProps {
  heading: RefObject<HTMLHeadingElement | null>;
  phone: Pick<PhoneState, 'phone' | 'otp'>;
  /** What the code is for: a confirmation for one thing does nothing for another. */
  purpose: OtpPurpose;
  /** Another code is on its way. */
  onSent: (otp: SentOtp | null) => void;
  /** The number is confirmed on this device. */
  onConfirmed: () => void;
  /** The number was the wrong one. */
  onChangePhone: () => void;
}

function useOtpStep({ phone: { phone, otp }, purpose, onSent, onConfirmed }: OtpStepProps) {
  const { t } = useTranslation('shell');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [resendAt, setResendAt] = useState(otp?.resendAt ?? 0);
  const { failure, waiting, ...failures } = useFailure();
  const verify = useVerifyOtp();
  const send = useSendOtp();

  const refused = (error: unknown) => {
    const refusal = errorCode(error);
    if (refusal === 'OTP_VERIFIED') return onConfirmed();
    // Only what was said of the code takes it away: after a dead network it may still be right.
    if (refusal.startsWith('OTP_')) setCode('');
    if (refusal === 'OTP_CODE_INVALID') setProblem(errorText(error));
    else failures.show(error);
  };
  const submit = (entered = code) => {
    setProblem(entered.length === OTP_LENGTH ? null : t('register.otp.missing'));
    if (otp === null || entered.length !== OTP_LENGTH || verify.isPending || waiting) return;
    failures.release();
    verify.mutate({ data: { otpToken: otp.otpToken, otpCode: entered } }, { onSuccess: onConfirmed, onError: refused });
  };
  const resend = () => {
    if (send.isPending) return;
    failures.release();
    setProblem(null);
    send.mutate(
      { data: { phoneNumber: phone, purpose } },
      {
        onSuccess: (answer) => {
          if (answer.code === 'OTP_VERIFIED') return onConfirmed();
          const sent = sentOtp(answer, serverNow());
          onSent(sent);
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

/** The step of a wizard that asks for the code from the SMS. */
export function OtpStep(props: OtpStepProps) {
  const { t } = useTranslation('shell');
  const step = useOtpStep(props);
  const { heading, onChangePhone } = props;
  const { phone, otp } = props.phone;
  return (
    <StepFrame heading={heading} title={t('register.otp.title')} pending={step.pending} onSubmit={() => step.submit()}>
      <div className={styles.sent}>
        <p>{t('register.otp.sentTo', { phone: formatAccountNumber(phone) })}</p>
        <Button variant="ghost" size="small" onClick={onChangePhone}>
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
