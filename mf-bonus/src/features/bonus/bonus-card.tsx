import type { Near } from '@krapao/kit/federation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bonus } from '../../api/gen/model';
import { addressOf } from '../../shared/banner-image';
import { GiftArt } from '../../shared/gift-art';
import styles from './bonus-card.module.css';
import { standingOf } from './standing';

function Picture({ image }: { image: string | undefined }) {
  const [broken, setBroken] = useState(false);
  if (image === undefined || broken) {
    return (
      <span className={styles.art}>
        <GiftArt />
      </span>
    );
  }
  return (
    <img className={styles.picture} src={addressOf(image)} alt="" loading="lazy" onError={() => setBroken(true)} />
  );
}

interface BonusCardProps {
  bonus: Bonus;
  near: Near;
  onOpen: () => void;
}

/** One bonus on offer, on its first banner's picture. One that was received as often as it may be cannot be opened. */
export function BonusCard({ bonus, near, onOpen }: BonusCardProps) {
  const { t } = useTranslation(['mf-bonus', 'reward']);
  const standing = standingOf(bonus);
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.card}
        data-standing={standing}
        disabled={standing === 'received'}
        aria-haspopup="dialog"
        {...near}
        onClick={onOpen}
      >
        <Picture image={bonus.banners[0]?.image} />
        {standing === 'active' && <span className={styles.corner}>{t('reward:bonus.current')}</span>}
        <span className={styles.words}>
          <span className={styles.name}>{bonus.name}</span>
          <span className={styles.detail}>
            {standing === 'received'
              ? t('reward:bonus.received')
              : t(`bonus.often.${bonus.type}`, { count: bonus.maxReceived })}
          </span>
        </span>
      </button>
    </li>
  );
}
