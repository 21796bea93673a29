import type { Currency } from '@krapao/kit/format';
import { amountText } from '@krapao/kit/i18n';
import { Button, buttonClass } from '@krapao/kit/ui/button';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { Money } from '@krapao/kit/ui/money';
import { RelativeTime } from '@krapao/kit/ui/relative-time';
import { ArrowLeftRight, History, RefreshCw, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GameAccount } from '../../api/gen/model';
import { accountLine } from '../../shared/account-line';
import { Credentials } from './credentials';
import styles from './game.module.css';
import { isOpenable } from './launch-target';
import type { useGameAccount } from './use-game-account';

interface GameDetailsProps {
  game: ReturnType<typeof useGameAccount>;
  account: GameAccount;
  /** The main wallet, in the major unit. */
  wallet: number;
  currency: Currency;
  /** The provider did not tell the amount: it is the last one known. */
  isLastKnown: boolean;
  checking: boolean;
  onCheck: () => void;
  onTransfer: () => void;
}

/** The provider's own applications, where there are any. */
function Apps({ account: { android, ios } }: { account: GameAccount }) {
  const { t } = useTranslation('wallet');
  const apps = [
    ['android', android],
    ['ios', ios],
  ] as const;
  const there = apps.filter(([, url]) => isOpenable(url));
  if (there.length === 0) return null;
  return (
    <div className={styles.apps}>
      {there.map(([system, url]) => (
        <a
          key={system}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
          href={url ?? undefined}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Smartphone aria-hidden="true" className={styles.appIcon} />
          {t(`game.${system}`)}
        </a>
      ))}
    </div>
  );
}

/** An open account: what is in it, how to move money there, and how to sign in. */
export function GameDetails({
  game,
  account,
  wallet,
  currency,
  isLastKnown,
  checking,
  onCheck,
  onTransfer,
}: GameDetailsProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  return (
    <>
      <section className={styles.held} aria-label={t('wallet:game.amount')}>
        <div className={styles.words}>
          <p className={styles.soft}>{t('wallet:game.amount')}</p>
          <p aria-live="polite">
            <Money value={account.amount} currency={currency} size="large" />
          </p>
          <p className={styles.line}>{accountLine(account)}</p>
        </div>
        <IconButton
          variant="tint"
          label={t('game.refresh')}
          icon={<RefreshCw aria-hidden="true" />}
          loading={checking}
          onClick={onCheck}
        />
        {isLastKnown && (
          <p className={styles.lastKnown}>
            <History aria-hidden="true" />
            <span>{t('game.lastKnown')}</span>
            <span className={styles.since}>
              <RelativeTime value={account.refreshedAt} />
            </span>
          </p>
        )}
      </section>
      {wallet > 0 && (
        <p className={styles.soft}>
          {t('game.movesFirst', { name: account.name, amount: amountText(wallet, currency) })}
        </p>
      )}
      <Button variant="secondary" block icon={<ArrowLeftRight aria-hidden="true" />} onClick={onTransfer}>
        {t('wallet:game.transferIn')}
      </Button>
      <Credentials code={account.code} credentials={game.credentials} name={account.name} />
      <Apps account={account} />
    </>
  );
}
