import type { Near } from '@krapao/kit/federation';
import type { Currency } from '@krapao/kit/format';
import { cardClass } from '@krapao/kit/ui/card';
import { Money } from '@krapao/kit/ui/money';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { ChevronRight, History, Plus } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameAccount } from '../../api/gen/model';
import { accountLine } from '../../shared/account-line';
import { ProviderArt } from '../../shared/provider-art';
import styles from './game-card.module.css';

interface GameCardProps {
  account: GameAccount;
  currency: Currency;
  /** The provider did not tell the amount: it is the last one known. */
  isLastKnown: boolean;
  onOpen: (code: string) => void;
  near: Near;
}

function Held({ account, currency, isLastKnown }: Omit<GameCardProps, 'onOpen' | 'near'>) {
  const { t } = useTranslation('mf-wallet');
  return (
    <>
      <span className={styles.name}>{account.name}</span>
      <span className={styles.amount}>
        <Money value={account.amount} currency={currency} />
      </span>
      <span className={styles.line}>{accountLine(account)}</span>
      {isLastKnown && (
        <span className={styles.lastKnown}>
          <History aria-hidden="true" />
          <span>{t('home.lastKnown')}</span>
        </span>
      )}
      <span className={styles.more}>
        <span>
          {t('home.view')}
          <VisuallyHidden>{`, ${t('home.tap')}`}</VisuallyHidden>
        </span>
        <ChevronRight aria-hidden="true" />
      </span>
    </>
  );
}

/**
 * A game account, or the place of one that can be opened: one tap to all that can be done with it. There are many, so
 * each is drawn anew only when it changed.
 */
export const GameCard = memo(function GameCard({ account, currency, isLastKnown, onOpen, near }: GameCardProps) {
  const { t } = useTranslation('mf-wallet');
  return (
    <button
      type="button"
      className={`${cardClass({ flush: true, pressable: true })} ${styles.card}`}
      aria-haspopup="dialog"
      onClick={() => onOpen(account.code)}
      {...near}
    >
      <ProviderArt account={account} />
      <span className={styles.words}>
        {account.isActive ? (
          <Held {...{ account, currency, isLastKnown }} />
        ) : (
          <>
            <span className={styles.name}>{account.name}</span>
            <span className={styles.more}>
              <span>{t('home.open')}</span>
              <Plus aria-hidden="true" />
            </span>
          </>
        )}
      </span>
    </button>
  );
});
