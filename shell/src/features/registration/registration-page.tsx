import { joinQueries, QueryView } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Stepper } from '@krapao/kit/ui/stepper';
import { useTranslation } from 'react-i18next';
import type { SiteSettings } from '../../api/gen/model';
import { useGetRegisterOtp } from '../../api/gen/portal';
import { OtpStep } from '../../shared/otp/otp-step';
import { useSite } from '../../shared/use-site';
import { useStepFocus } from '../../shared/use-step-focus';
import { WizardPage } from '../../shared/wizard-page';
import { BankStep } from './bank-step';
import { Done } from './done';
import { PhoneStep } from './phone-step';
import { ProfileStep } from './profile-step';
import { Registered } from './registered';
import styles from './registration.module.css';
import { useWizard } from './use-wizard';

interface WizardProps {
  site: SiteSettings;
  otpOn: boolean;
}

function Wizard({ site, otpOn }: WizardProps) {
  const { t } = useTranslation('shell');
  const wizard = useWizard(otpOn, site.currencies[0] ?? 'BAHT');
  const { step, phone } = wizard;
  const isKnown = phone.isRegistered === true && (step === 'profile' || step === 'bank');
  const heading = useStepFocus(isKnown ? 'registered' : step);
  if (wizard.done) return <Done phone={phone.phone} />;
  return (
    <>
      <Stepper steps={wizard.steps.map((name) => t(`register.steps.${name}`))} current={wizard.steps.indexOf(step)} />
      {step === 'phone' && <PhoneStep wizard={wizard} heading={heading} rule={site.phoneRule} />}
      {step === 'otp' && (
        <OtpStep
          heading={heading}
          phone={phone}
          purpose="REGISTER"
          onSent={(otp) => wizard.setPhone({ ...phone, otp, confirmed: false })}
          onConfirmed={(isRegistered) => {
            wizard.setPhone({ ...phone, otp: null, confirmed: true, isRegistered });
            wizard.go('profile', { replace: true });
          }}
          onChangePhone={() => wizard.go('phone')}
        />
      )}
      {isKnown && <Registered heading={heading} phone={phone.phone} onChangePhone={() => wizard.go('phone')} />}
      {!isKnown && step === 'profile' && <ProfileStep wizard={wizard} heading={heading} />}
      {!isKnown && step === 'bank' && <BankStep wizard={wizard} heading={heading} site={site} />}
    </>
  );
}

const LOADING = (
  <>
    <Skeleton shape="block" height={6} />
    <Skeleton width="72%" height={32} shape="block" />
    <Skeleton width="90%" />
    <Skeleton height={52} shape="block" />
    <Skeleton height={52} shape="block" />
  </>
);

/** The registration: phone, OTP, profile, bank account. */
export default function RegistrationPage() {
  const { t } = useTranslation('shell');
  const site = useSite();
  const otp = useGetRegisterOtp();
  return (
    <WizardPage title={t('register.title')} question={t('register.haveAccount')}>
      <QueryView query={joinQueries(site, otp)} loading={LOADING} loadingClass={styles.opening}>
        {([settings, { registerOTP }]) => <Wizard site={settings} otpOn={registerOTP} />}
      </QueryView>
    </WizardPage>
  );
}
