import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useTranslation } from 'react-i18next';
import styles from './screen-pending.module.css';

/** Holds the place of a screen while its code is on the way; the screens bring skeletons of their own. */
export function ScreenPending() {
  const { t } = useTranslation('common');
  return (
    <div className={styles.screen} aria-busy="true" aria-label={t('loading')} role="status">
      <Skeleton shape="block" width="56%" height={32} />
      <Skeleton shape="card" height={160} />
      <Skeleton shape="card" height={96} />
      <Skeleton shape="card" height={96} />
    </div>
  );
}
