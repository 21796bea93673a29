import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../api/use-online';
import styles from './offline-banner.module.css';

/** Says that there is no connection, for as long as the browser says so. */
export function OfflineBanner() {
  const { t } = useTranslation('common');
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={styles.banner} data-offline="">
          <WifiOff aria-hidden="true" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
