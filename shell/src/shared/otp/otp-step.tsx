import { errorCode, serverNow } from '@krapao/kit/api';
import { useEntryForm } from '@krapao/kit/forms';
import type { TextKey } from '@krapao/kit/i18n';
import { Button } from '@krapao/kit/ui/button';
import { Countdown } from '@krapao/kit/ui/countdown';
import { OtpInput } from '@krapao/kit/ui/otp-input';
import { toast } from '@krapao/kit/ui/toast';
import { type RefObject, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { VerifyOtpBody } from '../../api/gen/forms';
import type { OtpPurpose } from '../../api/gen/model';
import { useSendOtp, useVerifyOtp } from '../../api/gen/portal';
import { FailureAlert } from '../failure-alert';
import { phoneText } from '../phone-text';
import { StepFrame } from '../step-frame';
import { useProblemText } from '../use-problem-text';
import { type OtpState, type SentOtp, sentOtp } from './otp-state';
import styles from './otp-step.module.css';
import { useWebOtp } from './use-web-otp';

const OTP_LENGTH = 6;

interface OtpStepProps {
  heading: RefObject<HTMLHeadingElement | null>;
  phone: Pick<OtpState, 'phone' | 'otp'>;
  /** What the code is for: a confirmation for one thing does nothing for another. */
  purpose: OtpPurpose;
  /** Another code is on its way. */
  onSent: (otp: SentOtp | null) => void;
  /** The number is confirmed on this device; `isRegistered`: to register, and a member has it. */
  onConfirmed: (isRegistered: boolean) => void;
  /** The number was the wrong one. */
  onChangePhone: () => void;
}

const schema = z.object({ otp: VerifyOtpBody.shape.otpCode.check(z.length(OTP_LENGTH)) });

function useOtpStep({ phone: { phone, otp }, purpose, onSent, onConfirmed }: OtpStepProps) {
  const { t } = useTranslation('shell');
  const [resendAt, setResendAt] = useState(otp?.resendAt ?? 0);
  const verify = useVerifyOtp();
  const send = useSendOtp();
  // Why the last code was refused: said until something is typed, also when the emptied field is sent.
  const [refusal, setRefusal] = useState<string | null>(null);

  const refused = (error: unknown) => {
    const code = errorCode(error);
    if (code === 'OTP_VERIFIED') return onConfirmed(false);
    // Only what was said of the code takes it away: after a dead network it may still be right.
    if (code.startsWith('OTP_')) form.set('otp', '');
    if (code !== 'OTP_CODE_INVALID') return form.fail(error);
    setRefusal(code);
    form.refuse('otp', code);
  };
  const form = useEntryForm({
    schema,
    defaultValues: { otp: '' },
    problems: { otp: refusal ?? ('register.otp.missing' satisfies TextKey<'shell'>) },
    say: useProblemText(),
    pending: verify.isPending,
    onEdit: () => setRefusal(null),
    onSubmit: (entry) => {
      if (otp === null) return;
      const data = { otpToken: otp.otpToken, otpCode: entry.otp };
      verify.mutate({ data }, { onSuccess: (answer) => onConfirmed(answer.isRegistered === true), onError: refused });
    },
  });
  const resend = () => {
    if (send.isPending) return;
    form.retry();
    // What was said of the code goes, also if no new one can be sent. What has been typed stays: it may be right.
    form.set('otp', form.values.otp);
    send.mutate(
      { data: { phoneNumber: phone, purpose } },
      {
        onSuccess: (answer) => {
          if (answer.code === 'OTP_VERIFIED') return onConfirmed(false);
          const sent = sentOtp(answer, serverNow());
          onSent(sent);
          form.set('otp', '');
          setResendAt(sent?.resendAt ?? 0);
          toast.success(t('register.otp.resent'));
        },
        onError: form.fail,
      },
    );
  };
  const submitCode = (code: string) => {
    form.set('otp', code);
    form.submit();
  };
  useWebOtp(submitCode);
  return {
    form,
    submitCode,
    pending: verify.isPending || send.isPending,
    resendAt,
    mayResend: () => setResendAt(0),
    resend,
  };
}

/** The step of a wizard that asks for the code from the SMS. */
export function OtpStep(props: OtpStepProps) {
  const { t } = useTranslation('shell');
  const { form, ...step } = useOtpStep(props);
  const { heading, onChangePhone } = props;
  const { phone, otp } = props.phone;
  return (
    <StepFrame heading={heading} title={t('register.otp.title')} pending={step.pending} form={form}>
      <div className={styles.sent}>
        <p>{t('register.otp.sentTo', { phone: phoneText(phone) })}</p>
        <Button variant="ghost" size="small" onClick={onChangePhone}>
          {t('register.otp.change')}
        </Button>
      </div>
      <p className={styles.reference}>{t('register.otp.ref', { otpRef: otp?.otpRef })}</p>
      <OtpInput {...form.field('otp')} onComplete={step.submitCode} disabled={form.waiting} />
      {form.failure && <FailureAlert failure={form.failure} onReady={form.retry} />}
      <Button type="submit" block disabled={form.waiting}>
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
          <Button variant="ghost" disabled={form.waiting} onClick={step.resend}>
            {t('register.otp.resend')}
          </Button>
        )}
      </div>
    </StepFrame>
  );
}
