import { EntryForm } from '@krapao/kit/forms';
import { Alert } from '@krapao/kit/ui/alert';
import { Button, buttonClass } from '@krapao/kit/ui/button';
import { Field } from '@krapao/kit/ui/field';
import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { logInBodyPasswordMax, logInBodyUsernameMax } from '../../api/gen/forms';
import { FailureAlert } from '../../shared/failure-alert';
import { OtpStep } from '../../shared/otp/otp-step';
import { SiteLogo } from '../../shared/site-logo';
import { useStepFocus } from '../../shared/use-step-focus';
import { Coins } from './coins';
import styles from './login.module.css';
import { useLogin } from './use-login';

/** The login: the first thing a member sees. */
export default function LoginPage() {
  const { t } = useTranslation('shell');
  const login = useLogin();
  const { form } = login;
  const heading = useStepFocus(login.otp === null ? 'login' : 'otp');
  return (
    <div className={styles.page}>
      <header className={styles.hero}>
        <div className={styles.scene}>
          <Coins />
        </div>
        <div className={styles.bar}>
          <SiteLogo size={36} />
          <LanguageMenu />
        </div>
        <div className={styles.welcome}>
          <h1 className={styles.title}>{t('login.title')}</h1>
          <p className={styles.lead}>{t('login.lead')}</p>
        </div>
      </header>
      {login.otp !== null ? (
        <div className={styles.sheet}>
          <OtpStep
            heading={heading}
            purpose="LOGIN"
            phone={{ phone: form.values.username, otp: login.otp }}
            onSent={login.setOtp}
            onConfirmed={login.confirmed}
            onChangePhone={() => login.setOtp(null)}
          />
        </div>
      ) : (
        <EntryForm form={form} className={styles.sheet}>
          {login.reset && (
            <Alert tone="success" title={t('reset.done.title')} live>
              {t('reset.done.text')}
            </Alert>
          )}
          <Field
            kind="tel"
            label={t('login.phone')}
            autoComplete="username"
            maxLength={logInBodyUsernameMax}
            required
            {...form.field('username')}
          />
          <Field
            kind="password"
            label={t('login.password')}
            autoComplete="current-password"
            maxLength={logInBodyPasswordMax}
            required
            {...form.field('password')}
          />
          <div className={styles.options}>
            <label className={styles.remember}>
              <input
                type="checkbox"
                name="remember"
                checked={form.values.isRemember}
                onChange={(event) => form.set('isRemember', event.currentTarget.checked)}
              />
              <span className={styles.tick} aria-hidden="true">
                <Check />
              </span>
              {t('login.remember')}
            </label>
            <Link to="/forgot" className={styles.forgot}>
              {t('login.forgot')}
            </Link>
          </div>
          {form.failure && <FailureAlert failure={form.failure} onReady={form.retry} />}
          <Button type="submit" block disabled={form.waiting}>
            {t('login.submit')}
          </Button>
          <p className={styles.or}>
            <span>{t('login.newHere')}</span>
          </p>
          <Link to="/register" className={buttonClass({ variant: 'secondary', block: true })}>
            {t('login.register')}
          </Link>
        </EntryForm>
      )}
      <LoadingOverlay active={login.pending} />
    </div>
  );
}
