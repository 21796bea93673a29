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
import type { Reset } from './use-reset';

function usePhoneStep(reset: Reset, rule: PhoneRule) {
  const [typed, setTyped] = useState(reset.phone.phone);
  const [problem, setProblem] = useState<ReturnType<typeof phoneProblem>>(null);
  const { failure, waiting, ...failures } = useFailure();
  const send = useSendOtp();
  const { phone, otp } = reset.phone;

  const ask = () =>
    send.mutate(
      { data: { phoneNumber: typed, purpose: 'RESET_PASSWORD' } },
      {
        onSuccess: (answer) => {
          const confirmed = answer.code === 'OTP_VERIFIED';
          reset.setPhone({ phone: typed, otp: sentOtp(answer, serverNow()), confirmed });
          reset.go(confirmed ? 'password' : 'otp');
        },
        onError: failures.show,
      },
    );
  const submit = () => {
    const found = phoneProblem(typed, rule);
    setProblem(found);
    if (found !== null || send.isPending || waiting) return;
    failures.release();
    // The code that is on its way still counts: another may be asked for in the next step.
    if (phone === typed && otp !== null && otp.resendAt > serverNow()) reset.go('otp');
    else ask();
  };
  const edit = (value: string) => {
    setTyped(value);
    setProblem(null);
    failures.clear();
  };
  return { typed, edit, problem, failure, waiting, retry: failures.release, pending: send.isPending, submit };
}

/** Step 1: the number that the member logs in with; a code is sent to it. */
export function PhoneStep({ wizard, heading, rule }: StepProps<Reset> & { rule: PhoneRule }) {
  const { t } = useTranslation('shell');
  const step = usePhoneStep(wizard, rule);
  return (
    <StepFrame
      heading={heading}
      title={t('reset.phone.title')}
      lead={t('reset.phone.lead')}
      pending={step.pending}
      onSubmit={step.submit}
    >
      <PhoneField value={step.typed} onChange={step.edit} problem={step.problem} autoComplete="username" />
      {step.failure && <FailureAlert failure={step.failure} onReady={step.retry} />}
      <Button type="submit" block disabled={step.waiting}>
        {t('register.phone.submitOtp')}
      </Button>
    </StepFrame>
  );
}
