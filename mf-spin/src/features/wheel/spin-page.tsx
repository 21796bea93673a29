import { Card } from '@krapao/kit/ui/card';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { Clock, Coins, HandCoins, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './spin-page.module.css';
import { useWheel, type WheelView } from './use-wheel';
import { Wheel } from './wheel';

function Stage({ wheel: { sectors, coins } }: { wheel: WheelView }) {
  const { t } = useTranslation('mf-spin');
  return (
    <>
      <Wheel sectors={sectors} hub={coins === undefined ? <Coins /> : <b className={styles.count}>{coins}</b>} />
      <p className={styles.coins}>
        <Coins aria-hidden="true" />
        {coins === undefined ? t('wheel.coinsAtHome') : t('wheel.yourCoins', { count: coins })}
      </p>
    </>
  );
}

/** The prize wheel at rest: the operator's, or a preview while there is none. It opens later, and says so. */
export default function SpinPage() {
  const { t } = useTranslation('mf-spin');
  const wheel = useWheel();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{wheel?.name ?? t('wheel.title')}</h1>
      <Card tone="brand" className={styles.stage} aria-busy={!wheel}>
        {wheel ? <Stage wheel={wheel} /> : <Skeleton shape="circle" width="min(318px, 100%)" height="auto" />}
      </Card>
      <Card className={styles.soon}>
        <p className={styles.badge}>
          <Clock aria-hidden="true" />
          {t('wheel.soon')}
        </p>
        <h2 className={styles.lead}>{t('wheel.lead')}</h2>
        <p className={styles.text}>{t('wheel.text')}</p>
        <ul className={styles.points}>
          <li>
            <HandCoins aria-hidden="true" />
            <span>{t('wheel.keep')}</span>
          </li>
          <li>
            <ShieldCheck aria-hidden="true" />
            <span>{t('wheel.prizes')}</span>
          </li>
        </ul>
      </Card>
    </div>
  );
}
