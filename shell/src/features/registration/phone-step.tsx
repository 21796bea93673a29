import { serverNow } from '@krapao/kit/api';
import { Button } from '@krapao/kit/ui/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneRule } from '../../api/gen/model';
import { useSendOtp } from '../../api/gen/portal';
import { FailureAlert } from '../../shared/failure-alert';
import { sentOtp } from '../../shared/otp/phone-state';
import { phoneProblem } from '../../shared/phone';
import { PhoneField } from '../../shared/phone-field';
import { StepFrame, type StepProps } from '../../shared/step-frame';
import { useFailure } from '../../shared/use-failure';
import type { Wizard } from './use-wizard';

function usePhoneStep(wizard: Wizard, rule: PhoneRule) {
  const [typed, setTyped] = useState(wizard.phone.phone);
  const [problem, setProblem] = useState<ReturnType<typeof phoneProblem>>(null);
  const { failure, waiting, ...failures } = useFailure();
  const send = useSendOtp();
  const known = wizard.phone.phone === typed ? wizard.phone : null;

  const ask = () =>
    send.mutate(
      { data: { phoneNumber: typed, purpose: 'REGISTER' } },
      {
        onSuccess: (answer) => {
          const confirmed = answer.code === 'OTP_VERIFIED';
          wizard.setPhone({ phone: typed, otp: sentOtp(answer, serverNow()), confirmed });
          wizard.go(confirmed ? 'profile' : 'otp');
        },
        onError: failures.show,
      },
    );
  const submit = () => {
    const found = phoneProblem(typed, rule);
    setProblem(found);
    if (found !== null || send.isPending || waiting) return;
    failures.release();
    if (known === null) wizard.validate(false);
    if (!wizard.otpOn) {
      wizard.setPhone({ phone: typed, otp: null, confirmed: false });
      wizard.go('profile');
    } else if (known?.otp && !known.confirmed && known.otp.resendAt > serverNow()) wizard.go('otp');
    else ask();
  };
  const edit = (value: string) => {
    setTyped(value);
    setProblem(null);
    failures.clear();
  };
  return { typed, edit, problem, failure, waiting, retry: failures.release, pending: send.isPending, submit };
}

/** Step 1: the phone number; asks for an OTP unless that is off or the number is confirmed on this device. */
export function PhoneStep({ wizard, heading, rule }: StepProps<Wizard> & { rule: PhoneRule }) {
  const { t } = useTranslation('shell');
  const step = usePhoneStep(wizard, rule);
  return (
    <StepFrame
      heading={heading}
      title={t('register.phone.title')}
      lead={t(wizard.otpOn ? 'register.phone.leadOtp' : 'register.phone.lead')}
      pending={step.pending}
      onSubmit={step.submit}
    >
      <PhoneField value={step.typed} onChange={step.edit} problem={step.problem} autoComplete="tel-national" />
      {step.failure && <FailureAlert failure={step.failure} onReady={step.retry} />}
      <Button type="submit" block disabled={step.waiting}>
        {t(wizard.otpOn ? 'register.phone.submitOtp' : 'register.phone.submit')}
      </Button>
    </StepFrame>
  );
}
