import { Spinner } from '@krapao/kit/ui/spinner';
import { useTranslation } from 'react-i18next';
import styles from './withdraw.module.css';

/** Says why nothing goes on yet: the games are being asked what was won. */
export function AskingNote() {
  const { t } = useTranslation('mf-wallet');
  return (
    <p className={styles.asking} role="status">
      <Spinner /> {t('withdraw.asking')}
    </p>
  );
}
