import { serverNow } from '@krapao/kit/api';
import { useEntryForm } from '@krapao/kit/forms';
import { Button } from '@krapao/kit/ui/button';
import { useTranslation } from 'react-i18next';
import type { PhoneRule } from '../../api/gen/model';
import { useSendOtp } from '../../api/gen/portal';
import { FailureAlert } from '../../shared/failure-alert';
import { sentOtp } from '../../shared/otp/otp-state';
import { phoneSchema } from '../../shared/phone';
import { PhoneField } from '../../shared/phone-field';
import { StepFrame, type StepProps } from '../../shared/step-frame';
import { useProblemText } from '../../shared/use-problem-text';
import type { Reset } from './use-reset';

function usePhoneStep(reset: Reset, rule: PhoneRule) {
  const send = useSendOtp();
  const before = reset.phone;
  const ask = (phone: string) =>
    send.mutate(
      { data: { phoneNumber: phone, purpose: 'RESET_PASSWORD' } },
      {
        onSuccess: (answer) => {
          const confirmed = answer.code === 'OTP_VERIFIED';
          reset.setPhone({ phone, otp: sentOtp(answer, serverNow()), confirmed });
          reset.go(confirmed ? 'password' : 'otp');
        },
        onError: form.fail,
      },
    );
  const form = useEntryForm({
    schema: phoneSchema(rule),
    defaultValues: { phone: before.phone },
    say: useProblemText(),
    pending: send.isPending,
    onSubmit: ({ phone }) => {
      // The code that is on its way still counts: another may be asked for in the next step.
      if (before.phone === phone && before.otp !== null && before.otp.resendAt > serverNow()) reset.go('otp');
      else ask(phone);
    },
  });
  return { form, pending: send.isPending };
}

/** Step 1: the number that the member logs in with; a code is sent to it. */
export function PhoneStep({ wizard, heading, rule }: StepProps<Reset> & { rule: PhoneRule }) {
  const { t } = useTranslation('shell');
  const { form, pending } = usePhoneStep(wizard, rule);
  return (
    <StepFrame
      heading={heading}
      title={t('reset.phone.title')}
      lead={t('reset.phone.lead')}
      pending={pending}
      form={form}
    >
      <PhoneField {...form.field('phone')} autoComplete="username" />
      {form.failure && <FailureAlert failure={form.failure} onReady={form.retry} />}
      <Button type="submit" block disabled={form.waiting}>
        {t('register.phone.submitOtp')}
      </Button>
    </StepFrame>
  );
}
