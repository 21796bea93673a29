import { Button, buttonClass } from '@krapao/kit/ui/button';
import { UserRoundCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { phoneText } from '../../shared/phone-text';
import styles from './registration.module.css';

interface RegisteredProps {
  /** Gets the focus when this takes the place of a step. */
  heading: RefObject<HTMLHeadingElement | null>;
  phone: string;
  /** The number was the wrong one. */
  onChangePhone: () => void;
}

/** The number that was confirmed is a member's already: there is nothing to register, and two ways in. */
export function Registered({ heading, phone, onChangePhone }: RegisteredProps) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.registered}>
      <span className={styles.known} aria-hidden="true">
        <UserRoundCheck />
      </span>
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        {t('register.registered.title')}
      </h2>
      <p className={styles.lead}>{t('register.registered.lead', { phone: phoneText(phone) })}</p>
      <Link to="/login" state={{ phone }} className={buttonClass({ block: true })}>
        {t('register.registered.login')}
      </Link>
      <Link to="/forgot" state={{ phone }} className={buttonClass({ variant: 'secondary', block: true })}>
        {t('register.registered.reset')}
      </Link>
      <Button variant="ghost" block onClick={onChangePhone}>
        {t('register.registered.other')}
      </Button>
    </div>
  );
}
