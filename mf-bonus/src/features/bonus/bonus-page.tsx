import { buttonClass } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { Clock, HandCoins, TicketPercent, UserRoundPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './bonus-page.module.css';
import { GiftArt } from './gift-art';
import { PromiseCard } from './promise-card';
import { useAnchor } from './use-anchor';

/** Says what bonuses, invitations and refunds will bring here. `#invite` and `#refund` lead to their cards. */
export default function BonusPage() {
  const { t } = useTranslation('mf-bonus');
  const anchor = useAnchor();
  const promises = [
    { id: 'promotion', icon: <TicketPercent />, title: t('promotion.title'), text: t('promotion.text') },
    { id: 'invite', icon: <UserRoundPlus />, title: t('invite.title'), text: t('invite.text') },
    { id: 'refund', icon: <HandCoins />, title: t('refund.title'), text: t('refund.text') },
  ];
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('bonus.title')}</h1>
      <Card tone="brand" className={styles.hero}>
        <GiftArt />
        <p className={styles.soon}>
          <Clock aria-hidden="true" />
          {t('soon')}
        </p>
        <p className={styles.lead}>{t('bonus.lead')}</p>
        <p className={styles.text}>{t('bonus.text')}</p>
      </Card>
      <section className={styles.promises} aria-labelledby="promises">
        <h2 id="promises" className={styles.subtitle}>
          {t('bonus.promises')}
        </h2>
        <ul className={styles.list}>
          {promises.map((promise) => (
            <PromiseCard key={promise.id} {...promise} marked={anchor === promise.id} />
          ))}
        </ul>
      </section>
      <div className={styles.foot}>
        <p className={styles.note}>{t('bonus.note')}</p>
        <Link className={buttonClass({ variant: 'secondary', block: true })} to="/user/home">
          {t('bonus.home')}
        </Link>
      </div>
    </div>
  );
}
