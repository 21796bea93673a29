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
import type { Wizard } from './use-wizard';

function usePhoneStep(wizard: Wizard, rule: PhoneRule) {
  const send = useSendOtp();
  const ask = (phone: string) =>
    send.mutate(
      { data: { phoneNumber: phone, purpose: 'REGISTER' } },
      {
        onSuccess: (answer) => {
          const confirmed = answer.code === 'OTP_VERIFIED';
          const isRegistered = confirmed && wizard.phone.phone === phone && wizard.phone.isRegistered === true;
          wizard.setPhone({ phone, otp: sentOtp(answer, serverNow()), confirmed, isRegistered });
          wizard.go(confirmed ? 'profile' : 'otp');
        },
        onError: form.fail,
      },
    );
  const form = useEntryForm({
    schema: phoneSchema(rule),
    defaultValues: { phone: wizard.phone.phone },
    say: useProblemText(),
    pending: send.isPending,
    onSubmit: ({ phone }) => {
      const before = wizard.phone.phone === phone ? wizard.phone : null;
      if (before === null) wizard.validate(false);
      if (!wizard.otpOn) {
        wizard.setPhone({ phone, otp: null, confirmed: false });
        wizard.go('profile');
      } else if (before?.otp && !before.confirmed && before.otp.resendAt > serverNow()) wizard.go('otp');
      else ask(phone);
    },
  });
  return { form, pending: send.isPending };
}

/** Step 1: the phone number; asks for an OTP unless that is off or the number is confirmed on this device. */
export function PhoneStep({ wizard, heading, rule }: StepProps<Wizard> & { rule: PhoneRule }) {
  const { t } = useTranslation('shell');
  const { form, pending } = usePhoneStep(wizard, rule);
  return (
    <StepFrame
      heading={heading}
      title={t('register.phone.title')}
      lead={t(wizard.otpOn ? 'register.phone.leadOtp' : 'register.phone.lead')}
      pending={pending}
      form={form}
    >
      <PhoneField {...form.field('phone')} autoComplete="tel-national" />
      {form.failure && <FailureAlert failure={form.failure} onReady={form.retry} />}
      <Button type="submit" block disabled={form.waiting}>
        {t(wizard.otpOn ? 'register.phone.submitOtp' : 'register.phone.submit')}
      </Button>
    </StepFrame>
  );
}
