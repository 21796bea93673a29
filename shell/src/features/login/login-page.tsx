import { Alert } from '@krapao/kit/ui/alert';
import { Button, buttonClass } from '@krapao/kit/ui/button';
import { Field } from '@krapao/kit/ui/field';
import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Check } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
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
  const form = useRef<HTMLFormElement>(null);
  const heading = useStepFocus(login.otp === null ? 'login' : 'otp');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = login.submit();
    if (missing) form.current?.querySelector<HTMLInputElement>(`[data-field=${missing}]`)?.focus();
  };
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
            phone={{ phone: login.entry.phone, otp: login.otp }}
            onSent={login.setOtp}
            onConfirmed={login.confirmed}
            onChangePhone={() => login.setOtp(null)}
          />
        </div>
      ) : (
        <form className={styles.sheet} ref={form} onSubmit={submit} noValidate>
          {login.reset && (
            <Alert tone="success" title={t('reset.done.title')} live>
              {t('reset.done.text')}
            </Alert>
          )}
          <Field
            kind="tel"
            label={t('login.phone')}
            name="username"
            autoComplete="username"
            data-field="phone"
            maxLength={logInBodyUsernameMax}
            value={login.entry.phone}
            onValueChange={login.setPhone}
            error={login.missing === 'phone' ? t('login.phoneMissing') : null}
            required
          />
          <Field
            kind="password"
            label={t('login.password')}
            name="password"
            autoComplete="current-password"
            data-field="password"
            maxLength={logInBodyPasswordMax}
            value={login.entry.password}
            onValueChange={login.setPassword}
            error={login.missing === 'password' ? t('login.passwordMissing') : null}
            required
          />
          <div className={styles.options}>
            <label className={styles.remember}>
              <input
                type="checkbox"
                name="remember"
                checked={login.entry.remember}
                onChange={(event) => login.setRemember(event.currentTarget.checked)}
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
          {login.failure && <FailureAlert failure={login.failure} onReady={login.retry} />}
          <Button type="submit" block disabled={login.waiting}>
            {t('login.submit')}
          </Button>
          <p className={styles.or}>
            <span>{t('login.newHere')}</span>
          </p>
          <Link to="/register" className={buttonClass({ variant: 'secondary', block: true })}>
            {t('login.register')}
          </Link>
        </form>
      )}
      <LoadingOverlay active={login.pending} />
    </div>
  );
}
