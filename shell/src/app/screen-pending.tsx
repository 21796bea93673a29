import { Loading } from '@krapao/kit/ui/query-view';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import styles from './screen-pending.module.css';

/** Holds the place of a screen while its code is on the way; the screens bring skeletons of their own. */
export function ScreenPending() {
  return (
    <Loading className={styles.screen}>
      <Skeleton shape="block" width="56%" height={32} />
      <Skeleton shape="card" height={160} />
      <Skeleton shape="card" height={96} />
      <Skeleton shape="card" height={96} />
    </Loading>
  );
}
