import { QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Stepper } from '@krapao/kit/ui/stepper';
import { useTranslation } from 'react-i18next';
import type { PhoneRule } from '../../api/gen/model';
import { OtpStep } from '../../shared/otp/otp-step';
import { useSite } from '../../shared/use-site';
import { useStepFocus } from '../../shared/use-step-focus';
import { WizardPage } from '../../shared/wizard-page';
import { PasswordStep } from './password-step';
import { PhoneStep } from './phone-step';
import { STEPS, useReset } from './use-reset';

function Wizard({ rule }: { rule: PhoneRule }) {
  const { t } = useTranslation('shell');
  const reset = useReset();
  const { step, phone } = reset;
  const heading = useStepFocus(step);
  return (
    <>
      <Stepper steps={STEPS.map((name) => t(`reset.steps.${name}`))} current={STEPS.indexOf(step)} />
      {step === 'phone' && <PhoneStep wizard={reset} heading={heading} rule={rule} />}
      {step === 'otp' && (
        <OtpStep
          heading={heading}
          phone={phone}
          purpose="RESET_PASSWORD"
          onSent={(otp) => reset.setPhone({ ...phone, otp, confirmed: false })}
          onConfirmed={() => {
            reset.setPhone({ ...phone, otp: null, confirmed: true });
            reset.go('password', { replace: true });
          }}
          onChangePhone={() => reset.go('phone')}
        />
      )}
      {step === 'password' && <PasswordStep wizard={reset} heading={heading} />}
    </>
  );
}

/** A forgotten password: the phone number, the code from the SMS, and a new password. */
export default function ResetPage() {
  const { t } = useTranslation('shell');
  const site = useSite();
  return (
    <WizardPage title={t('reset.title')} question={t('reset.remembered')}>
      <QueryView query={site} loading={<Skeleton shape="card" height={280} />}>
        {({ phoneRule }) => <Wizard rule={phoneRule} />}
      </QueryView>
    </WizardPage>
  );
}
