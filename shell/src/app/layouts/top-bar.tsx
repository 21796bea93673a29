import { clearSession } from '@krapao/kit/session';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SiteLogo } from '../../shared/site-logo';
import styles from './top-bar.module.css';

/** From the tap to the logout, in milliseconds (specification 9). */
const LOGOUT_DELAY_MS = 200;

/** The members' top bar: the site's name, the language, and the way out. */
export function TopBar() {
  const { t } = useTranslation('shell');
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(clearSession, LOGOUT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return (
    <header className={styles.bar}>
      <SiteLogo size={36} />
      <div className={styles.actions}>
        <LanguageMenu />
        <IconButton
          label={t('nav.logout')}
          icon={<LogOut aria-hidden="true" />}
          loading={leaving}
          onClick={() => setLeaving(true)}
        />
      </div>
    </header>
  );
}
