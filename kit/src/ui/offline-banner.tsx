import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './offline-banner.module.css';
import { useOnline } from './use-online';

/** Says that there is no connection, for as long as the browser says so. */
export function OfflineBanner() {
  const { t } = useTranslation('common');
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={styles.banner}>
          <WifiOff aria-hidden="true" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
