import { ErrorState } from '@krapao/kit/ui/error-state';
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
  const heading = useStepFocus(step);
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
          onConfirmed={() => {
            wizard.setPhone({ ...phone, otp: null, confirmed: true });
            wizard.go('profile', { replace: true });
          }}
          onChangePhone={() => wizard.go('phone')}
        />
      )}
      {step === 'profile' && <ProfileStep wizard={wizard} heading={heading} />}
      {step === 'bank' && <BankStep wizard={wizard} heading={heading} site={site} />}
    </>
  );
}

function Opening() {
  return (
    <div className={styles.opening} aria-busy="true">
      <Skeleton shape="block" height={6} />
      <Skeleton width="72%" height={32} shape="block" />
      <Skeleton width="90%" />
      <Skeleton height={52} shape="block" />
      <Skeleton height={52} shape="block" />
    </div>
  );
}

function Body() {
  const site = useSite();
  const otp = useGetRegisterOtp();
  const failed = [site, otp].find((query) => query.error && query.data === undefined);
  if (site.data && otp.data) return <Wizard site={site.data} otpOn={otp.data.registerOTP} />;
  if (failed && !failed.isFetching) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  return <Opening />;
}

/** The registration: phone, OTP, profile, bank account. */
export default function RegistrationPage() {
  const { t } = useTranslation('shell');
  return (
    <WizardPage title={t('register.title')} question={t('register.haveAccount')}>
      <Body />
    </WizardPage>
  );
}
