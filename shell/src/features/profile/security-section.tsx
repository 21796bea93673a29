import { Card, cardClass } from '@krapao/kit/ui/card';
import { DateTime } from '@krapao/kit/ui/date-time';
import { ChevronRight, LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../api/gen/model';
import { useOpening } from '../../shared/use-opening';
import { PasswordDialog } from './password-dialog';
import styles from './profile.module.css';
import { Rows } from './rows';
import { Section } from './section';
import { Sessions } from './sessions';

/** The password behind its lock, the last login, and where the member is logged in. */
export function SecuritySection({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['shell', 'account']);
  const dialog = useOpening();
  return (
    <Section title={t('profile.security')}>
      <button
        type="button"
        className={`${cardClass({ pressable: true })} ${styles.link}`}
        aria-haspopup="dialog"
        onClick={dialog.show}
      >
        <LockKeyhole aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.local}>{t('account:password.title')}</span>
        </span>
        <ChevronRight aria-hidden="true" />
      </button>
      <Card>
        <Rows rows={[{ label: t('profile.lastLogin'), value: <DateTime value={profile.lastLoginAt} /> }]} />
        <Sessions />
      </Card>
      <PasswordDialog key={dialog.key} open={dialog.open} onClose={dialog.close} username={profile.username} />
    </Section>
  );
}
