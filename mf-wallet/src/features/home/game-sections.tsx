import type { Near } from '@krapao/kit/federation';
import type { Currency } from '@krapao/kit/format';
import { Carousel } from '@krapao/kit/ui/carousel';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameAccount } from '../../api/gen/model';
import { GameCard } from './game-card';
import styles from './game-sections.module.css';

const CATEGORIES = ['slot', 'sport', 'lotto'] as const;

interface GameSectionsProps {
  accounts: GameAccount[];
  currency: Currency;
  /** The codes of the accounts whose amount is only the last one known. */
  lastKnown: ReadonlySet<string>;
  onOpen: (code: string) => void;
  /** For each card. */
  near: Near;
}

/**
 * The game accounts by category, six to be seen at once on a desktop; a category without any is not shown. Drawn anew
 * only when one of them changed: they are most of home.
 */
export const GameSections = memo(function GameSections({
  accounts,
  currency,
  lastKnown,
  onOpen,
  near,
}: GameSectionsProps) {
  const { t } = useTranslation('mf-wallet');
  return CATEGORIES.map((category) => {
    const slides = accounts
      .filter((account) => account.category === category)
      .map((account) => ({
        key: account.code,
        content: (
          <GameCard
            account={account}
            currency={currency}
            isLastKnown={lastKnown.has(account.code)}
            onOpen={onOpen}
            near={near}
          />
        ),
      }));
    return slides.length > 0 && <Carousel key={category} label={t(`home.${category}`)} slides={slides} bleed />;
  });
});

/** The shape of a section while the wallet is on its way. */
export function GameSectionsSkeleton() {
  return (
    <div className={styles.section} aria-hidden="true">
      <Skeleton width={96} height={24} />
      <div className={styles.row}>
        {[0, 1, 2].map((key) => (
          <Skeleton key={key} shape="block" height={176} />
        ))}
      </div>
    </div>
  );
}
