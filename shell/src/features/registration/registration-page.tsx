import { ErrorState } from '@krapao/kit/ui/error-state';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Stepper } from '@krapao/kit/ui/stepper';
import { ArrowLeft } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { SiteSettings } from '../../api/gen/model';
import { useGetRegisterOtp } from '../../api/gen/portal';
import { useSite } from '../../shared/use-site';
import { BankStep } from './bank-step';
import { Done } from './done';
import { OtpStep } from './otp-step';
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
  const { step } = wizard;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  if (wizard.done) return <Done phone={wizard.phone.phone} />;
  return (
    <>
      <Stepper steps={wizard.steps.map((name) => t(`register.steps.${name}`))} current={wizard.steps.indexOf(step)} />
      {step === 'phone' && <PhoneStep wizard={wizard} heading={heading} rule={site.phoneRule} />}
      {step === 'otp' && <OtpStep wizard={wizard} heading={heading} />}
      {step === 'profile' && <ProfileStep wizard={wizard} heading={heading} />}
      {step === 'bank' && <BankStep wizard={wizard} heading={heading} site={site} />}
    </>
  );
}

function Opening() {
  return (
    <div className={styles.step} aria-busy="true">
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
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  // 'default' is the first screen of this visit: there is nothing of ours to go back to.
  const { key } = useLocation();
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <IconButton
          label={t('common:action.back')}
          icon={<ArrowLeft aria-hidden="true" />}
          onClick={() => void (key === 'default' ? navigate('/login') : navigate(-1))}
        />
        <h1 className={styles.name}>{t('register.title')}</h1>
        <LanguageMenu />
      </header>
      <Body />
      <p className={styles.member}>
        {t('register.haveAccount')} <Link to="/login">{t('register.login')}</Link>
      </p>
    </div>
  );
}
