import type { Currency } from '@krapao/kit/format';
import { Card } from '@krapao/kit/ui/card';
import { Money } from '@krapao/kit/ui/money';
import { Gamepad2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameAccount } from '../../api/gen/model';
import styles from './game-sections.module.css';

const CATEGORIES = ['slot', 'sport', 'lotto'] as const;

function GameCard({ account, currency }: { account: GameAccount; currency: Currency }) {
  const { t } = useTranslation('mf-wallet');
  const [drawn, setDrawn] = useState(true);
  return (
    <Card className={styles.game}>
      <span className={styles.logo} aria-hidden="true">
        {drawn ? (
          <img src={account.logo} alt="" width={48} height={48} onError={() => setDrawn(false)} />
        ) : (
          <Gamepad2 />
        )}
      </span>
      <span className={styles.name}>{account.name}</span>
      <span className={styles.amount}>
        {account.isActive ? <Money value={account.amount} currency={currency} /> : t('home.noAccount')}
      </span>
    </Card>
  );
}

/** The game accounts by category; a category without any is not shown. */
export function GameSections({ accounts, currency }: { accounts: GameAccount[]; currency: Currency }) {
  const { t } = useTranslation('mf-wallet');
  return CATEGORIES.map((category) => {
    const own = accounts.filter((account) => account.category === category);
    if (own.length === 0) return null;
    return (
      <section key={category} className={styles.section} aria-labelledby={`games-${category}`}>
        <h2 className={styles.heading} id={`games-${category}`}>
          {t(`home.${category}`)}
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it only when it can be focused */}
        <section className={styles.row} aria-labelledby={`games-${category}`} tabIndex={0}>
          {own.map((account) => (
            <GameCard key={account.code} account={account} currency={currency} />
          ))}
        </section>
      </section>
    );
  });
}
