import { IconButton } from '@krapao/kit/ui/icon-button';
import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import styles from './wizard-page.module.css';

interface WizardPageProps {
  title: string;
  /** A question whose answer is to log in instead. */
  question: string;
  children: ReactNode;
}

/** A screen that leads through steps: back, its name, the language, the steps, and the way to the login. */
export function WizardPage({ title, question, children }: WizardPageProps) {
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
        <h1 className={styles.name}>{title}</h1>
        <LanguageMenu />
      </header>
      {children}
      <p className={styles.member}>
        {question} <Link to="/login">{t('register.login')}</Link>
      </p>
    </div>
  );
}
