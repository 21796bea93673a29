import { type Currency, formatAmount, formatWhole } from '@krapao/kit/format';
import { useLastSync } from '@krapao/kit/session';
import { Card } from '@krapao/kit/ui/card';
import { DateTime } from '@krapao/kit/ui/date-time';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { Logo } from '@krapao/kit/ui/logo';
import { Money } from '@krapao/kit/ui/money';
import { Skeleton } from '@krapao/kit/ui/skeleton';
import { ChevronRight, Coins, Gift, Hourglass, RefreshCw } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WalletResponse } from '../../api/gen/model';
import styles from './balance-card.module.css';
import { totalOf } from './use-home';

interface BalanceCardProps {
  data: WalletResponse;
  checking: boolean;
  onCheck: () => void;
  /** Shows the withdrawal that is under way. */
  onWithdrawal: () => void;
  /**
   * Receives the invite bonus; stands beside its amount from when there is one: its confirmation outlasts the amount.
   */
  receiveInvite: ReactNode;
}

/** Characters of the balance, by which its numerals shrink so that any amount fits any phone and any text size. */
function widthOf(total: number): CSSProperties {
  return { '--characters': Math.max(9, formatAmount(total).length) } as CSSProperties;
}

function Parts({ data, currency }: { data: WalletResponse; currency: Currency }) {
  const { t } = useTranslation('mf-wallet');
  const games = totalOf(data) - data.wallet.amount;
  return (
    <p className={styles.parts}>
      <span>
        {t('home.wallet')} <Money value={data.wallet.amount} />
      </span>
      <span>
        {t('home.inGames')} <Money value={Math.round(games * 100) / 100} currency={currency} />
      </span>
    </p>
  );
}

/**
 * What is in neither the wallet nor a game now: money in transit, and what is held for a withdrawal. A row leads to
 * where it is shown.
 */
function Away({ data, onWithdrawal }: Pick<BalanceCardProps, 'data' | 'onWithdrawal'>) {
  const { t } = useTranslation('mf-wallet');
  const { inTransit = 0, held = 0 } = data;
  const row = (text: string, amount: number) => (
    <>
      <Hourglass aria-hidden="true" />
      <span>
        {text} <Money value={amount} currency={data.profile.currency} />
      </span>
      <ChevronRight aria-hidden="true" />
    </>
  );
  return (
    <>
      {inTransit > 0 && (
        <Link to="/user/statement" className={styles.away}>
          {row(t('home.inTransit'), inTransit)}
        </Link>
      )}
      {held > 0 && (
        <button type="button" className={styles.away} aria-haspopup="dialog" onClick={onWithdrawal}>
          {row(t('home.held'), held)}
        </button>
      )}
    </>
  );
}

/** The hero: whose wallet it is, how much there is in all, as of when, and one tap to ask again. */
export function BalanceCard({ data, checking, onCheck, onWithdrawal, receiveInvite }: BalanceCardProps) {
  const { t } = useTranslation('mf-wallet');
  const updated = useLastSync();
  const { profile, invite } = data;
  const total = totalOf(data);
  const [offered, setOffered] = useState(false);
  if (invite.amount > 0 && !offered) setOffered(true);
  return (
    <Card tone="brand" className={styles.card}>
      <div className={styles.who}>
        <p className={styles.names}>
          <span className={styles.soft}>{t('home.greeting')}</span>
          <span className={styles.name}>{profile.name}</span>
        </p>
        <Logo size={40} />
      </div>
      <div>
        <h2 className={styles.label}>{t('home.balance')}</h2>
        <div className={styles.balance}>
          <div className={styles.amount} style={widthOf(total)} aria-live="polite">
            <Money value={total} currency={profile.currency} size="hero" />
          </div>
          <IconButton
            variant="onBrand"
            label={t('home.refresh')}
            icon={<RefreshCw aria-hidden="true" />}
            loading={checking}
            onClick={onCheck}
          />
        </div>
        <Parts data={data} currency={profile.currency} />
        <Away data={data} onWithdrawal={onWithdrawal} />
        <p className={styles.updated}>
          {t('home.updated')} <DateTime value={updated ?? data.timesync} />
        </p>
      </div>
      <dl className={styles.extras}>
        <div className={styles.extra}>
          <Coins aria-hidden="true" />
          <dt>{t('home.coins')}</dt>
          <dd>{formatWhole(profile.coin)}</dd>
        </div>
        <div className={styles.extra}>
          <Gift aria-hidden="true" />
          <dt>{t('home.invite')}</dt>
          <dd>
            <Money value={invite.amount} />
          </dd>
        </div>
      </dl>
      {offered && receiveInvite}
    </Card>
  );
}

function ExtraSkeleton() {
  return (
    <div className={styles.extra}>
      <Coins visibility="hidden" />
      <dt>
        <Skeleton width="60%" />
      </dt>
      <dd>
        <Skeleton width="40%" />
      </dd>
    </div>
  );
}

/**
 * The hero's shape while the wallet is on its way: as tall as that of a member who has nothing away, at normal text
 * size.
 */
export function BalanceCardSkeleton() {
  return (
    <Card tone="brand" className={styles.card}>
      <div className={styles.waiting} aria-hidden="true">
        <div className={styles.who}>
          <div className={styles.names}>
            <span className={styles.soft}>
              <Skeleton width={56} />
            </span>
            <span className={styles.name}>
              <Skeleton width={128} />
            </span>
          </div>
          <Skeleton shape="block" width={40} height={40} />
        </div>
        <div>
          <div className={styles.label}>
            <Skeleton width={96} />
          </div>
          <Skeleton shape="block" width="72%" height={48} />
          <div className={styles.parts}>
            <Skeleton width={144} />
            <Skeleton width={144} />
          </div>
          <div className={styles.updated}>
            <Skeleton width={176} />
          </div>
        </div>
        <dl className={styles.extras}>
          <ExtraSkeleton />
          <ExtraSkeleton />
        </dl>
      </div>
    </Card>
  );
}
