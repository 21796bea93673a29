import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatButton, ChatCard } from '../../../api/gen/model';
import { Buttons } from './buttons';
import styles from './cards.module.css';
import { mediaAddress } from './safe-link';

interface CardsProps {
  cards: readonly ChatCard[];
  onPress: (button: ChatButton) => void;
}

function Card({ card, onPress }: { card: ChatCard; onPress: (button: ChatButton) => void }) {
  const [missing, setMissing] = useState(false);
  const src = mediaAddress(card.image_url);
  return (
    <li className={styles.card}>
      {src && !missing && (
        <img
          className={styles.picture}
          src={src}
          alt=""
          width={220}
          height={124}
          loading="lazy"
          onError={() => setMissing(true)}
        />
      )}
      <p className={styles.title}>{card.title}</p>
      {card.subtitle && <p className={styles.subtitle}>{card.subtitle}</p>}
      <Buttons buttons={card.buttons ?? []} onPress={onPress} />
    </li>
  );
}

/** A row of cards that scrolls sideways, with the keyboard too. */
export function Cards({ cards, onPress }: CardsProps) {
  const { t } = useTranslation('mf-chat');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of the keyboard
    <ul className={styles.cards} aria-label={t('cards', { count: cards.length })} tabIndex={0}>
      {cards.map((card, index) => (
        <Card key={index} card={card} onPress={onPress} />
      ))}
    </ul>
  );
}
