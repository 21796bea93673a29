import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { useTranslation } from 'react-i18next';
import styles from './message-list.module.css';

/** Somebody on the other side writes. */
export function Typing({ name }: { name: string }) {
  const { t } = useTranslation('mf-chat');
  return (
    <p className={styles.typing} role="status">
      <span className={styles.dot} />
      <span className={styles.dot} />
      <span className={styles.dot} />
      <VisuallyHidden>{t('typing', { name: name || t('admin') })}</VisuallyHidden>
    </p>
  );
}
