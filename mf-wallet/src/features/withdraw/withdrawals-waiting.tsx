import { Card } from '@krapao/kit/ui/card';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { useTranslation } from 'react-i18next';
import styles from './withdraw.module.css';

/** So many withdrawals are on their way to the screen. */
export function WithdrawalsWaiting({ count }: { count: number }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.form} aria-busy="true" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, key) => (
        <Card key={key} tone="sunken" className={styles.withdrawal}>
          <Skeleton width="48%" height={28} />
          <Skeleton width="64%" />
          <Skeleton shape="block" height={72} />
        </Card>
      ))}
    </div>
  );
}
