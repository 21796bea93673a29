import { Button } from '@krapao/kit/ui/button';
import { CircleCheckBig } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import styles from './registration.module.css';

/** From the success to the login, in milliseconds (specification 9). */
const LOGIN_AFTER_MS = 2000;

/** The account exists; the login follows by itself, with the phone number filled in. */
export function Done({ phone }: { phone: string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const leave = () => void navigate('/login', { replace: true, state: { phone } });
  const left = useRef(leave);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => left.current(), LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.done}>
      <span className={styles.seal} aria-hidden="true">
        <CircleCheckBig />
      </span>
      <h1 className={styles.title} ref={heading} tabIndex={-1}>
        {t('register.done.title')}
      </h1>
      <p className={styles.lead}>
        {t('register.done.lead')}
        <br />
        {t('register.done.next')}
      </p>
      <Button variant="secondary" onClick={leave}>
        {t('register.done.login')}
      </Button>
    </div>
  );
}
