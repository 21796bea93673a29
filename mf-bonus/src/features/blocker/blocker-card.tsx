import { type Currency, formatDateTime } from '@krapao/kit/format';
import { amountText, errorText } from '@krapao/kit/i18n';
import { buttonClass } from '@krapao/kit/ui/button';
import { Clock, HandCoins, Headset, Hourglass, type LucideIcon, Target, UserRoundPen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WithdrawBlocker, WithdrawBlockers, WithdrawCondition } from '../../api/gen/model';
import styles from './blocker.module.css';

/**
 * What lifts a reason, and the screen where it is done. A lift that this version does not know leads to the contact.
 */
const LIFTS = {
  MEET_CONDITION: '/user/bonus',
  END_CONDITION: '/user/bonus',
  CANCEL_WITHDRAWAL: null,
  WAIT: null,
  EDIT_BANK_ACCOUNT_NAME: '/user/profile',
  ADD_MONEY: '/user/home?deposit',
  CONTACT_SUPPORT: '/user/contact',
} as const;

type Lift = keyof typeof LIFTS;

const ICONS: Record<Lift, LucideIcon> = {
  MEET_CONDITION: Target,
  END_CONDITION: Target,
  CANCEL_WITHDRAWAL: Hourglass,
  WAIT: Clock,
  EDIT_BANK_ACCOUNT_NAME: UserRoundPen,
  ADD_MONEY: HandCoins,
  CONTACT_SUPPORT: Headset,
};

/** What the member has to do about it. */
function useAdvice({ until, condition }: WithdrawBlocker, lift: Lift) {
  const { t } = useTranslation('mf-bonus');
  if (until) return t('blocker.until', { date: formatDateTime(until) });
  return condition?.betsOpen ? t('blocker.betsOpen') : t(`blocker.lift.${lift}`);
}

function liftOf({ liftedBy }: WithdrawBlocker): Lift {
  return Object.hasOwn(LIFTS, liftedBy) ? (liftedBy as Lift) : 'CONTACT_SUPPORT';
}

function Way({ condition, currency }: { condition: WithdrawCondition; currency: Currency | undefined }) {
  const { t } = useTranslation('mf-bonus');
  const { name, total, minimum, lostAt, betsOpen } = condition;
  const numbers = { total: amountText(total, currency), minimum: amountText(minimum, currency) };
  return (
    <>
      <p className={styles.name}>{name}</p>
      <p className={styles.soft}>{t('blocker.way', numbers)}</p>
      <p className={styles.soft}>
        {betsOpen ? t('condition.betsOpen') : t('blocker.lostAt', { amount: amountText(lostAt, currency) })}
      </p>
    </>
  );
}

interface BlockerCardProps {
  blocker: WithdrawBlocker;
  data: WithdrawBlockers;
  currency: Currency | undefined;
}

/** One reason: what it is, in the member's own numbers, what lifts it, and the way there. */
export function BlockerCard({ blocker, data, currency }: BlockerCardProps) {
  const { t } = useTranslation('mf-bonus');
  const lift = liftOf(blocker);
  const place = LIFTS[lift];
  const Icon = ICONS[lift];
  const advice = useAdvice(blocker, lift);
  const { condition, reference } = blocker;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <Icon aria-hidden="true" />
        </span>
        <p className={styles.title}>{errorText(blocker.code)}</p>
      </div>
      {condition && <Way condition={condition} currency={currency} />}
      {reference && <p className={styles.soft}>{t('blocker.reference', { reference })}</p>}
      {blocker.code === 'WITHDRAW_MINIMUM' && (
        <p className={styles.soft}>
          {t('blocker.minimum', {
            minimum: amountText(data.minimum, currency),
            total: amountText(data.total, currency),
          })}
        </p>
      )}
      <p>{advice}</p>
      {place && (
        <Link to={place} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          {t(`blocker.go.${lift as Exclude<Lift, 'WAIT' | 'CANCEL_WITHDRAWAL'>}`)}
        </Link>
      )}
    </li>
  );
}
