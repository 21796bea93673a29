import { Card } from '@krapao/kit/ui/card';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import styles from './withdraw.module.css';

/** The shape of withdrawals that are loading. */
export function WithdrawalSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, key) => (
    <Card key={key} tone="sunken" className={styles.withdrawal}>
      <Skeleton width="48%" height={28} />
      <Skeleton width="64%" />
      <Skeleton shape="block" height={72} />
    </Card>
  ));
}
