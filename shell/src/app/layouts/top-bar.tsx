import { clearSession, getToken } from '@krapao/kit/session';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { LanguageMenu } from '@krapao/kit/ui/language-menu';
import { toast } from '@krapao/kit/ui/toast';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession } from '../../shared/end-session';
import { SiteLogo } from '../../shared/site-logo';
import styles from './top-bar.module.css';

/** From the tap to the logout, in milliseconds (specification 9). */
const LOGOUT_DELAY_MS = 200;

/** The members' top bar: the site's name, the language, and the way out. */
export function TopBar() {
  const { t } = useTranslation('shell');
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const token = getToken();
    // It takes the token along: what the phone keeps is gone before the server answers.
    const ending = endSession();
    await new Promise((resolve) => setTimeout(resolve, LOGOUT_DELAY_MS));
    setLeaving(false);
    // Logged out meanwhile, or somebody else is here by now.
    if (getToken() !== token) return;
    clearSession();
    const isOver = await ending;
    // Who logged in meanwhile is not the one to be told.
    if (!isOver && getToken() === null) toast.info(t('nav.loggedOutHere'));
  };
  return (
    <header className={styles.bar}>
      <SiteLogo size={36} />
      <div className={styles.actions}>
        <LanguageMenu />
        <IconButton
          label={t('nav.logout')}
          icon={<LogOut aria-hidden="true" />}
          loading={leaving}
          onClick={() => void leave()}
        />
      </div>
    </header>
  );
}
