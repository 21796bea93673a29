import { amountText } from '@krapao/kit/i18n';
import { Card } from '@krapao/kit/ui/card';
import { Money } from '@krapao/kit/ui/money';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WalletResponse, WithdrawLookup } from '../../api/gen/model';
import { sumOf } from '../../shared/sum';
import { AskingNote } from './asking-note';
import { ConditionNote } from './condition-note';
import { Destination } from './destination';
import { totalOf } from './total';
import type { Condition } from './use-condition';
import styles from './withdraw.module.css';

interface WithdrawReviewProps {
  /** What is to be withdrawn, in the major unit. */
  amount: number;
  wallet: WalletResponse;
  limits: WithdrawLookup;
  condition: Condition;
  /** The games are being asked what was won: nothing is sent meanwhile. */
  asking: boolean;
}

function Fact({ name, children, isCut = false }: { name: string; children: ReactNode; isCut?: boolean }) {
  return (
    <div className={styles.fact} data-cut={isCut || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** All that a withdrawal means, to be read before it is sent: how much, to where, what it costs, and what is cut. */
export function WithdrawReview({ amount, wallet, limits, condition, asking }: WithdrawReviewProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const place = useRef<HTMLElement>(null);
  // The button that led here is gone: who reads with a screen reader goes on here.
  useEffect(() => place.current?.focus(), []);
  const { currency } = wallet.profile;
  // While it is being sent the total may be the one from after it.
  const rest = Math.max(0, sumOf([totalOf(wallet), -amount]));
  const isCut = condition.kind === 'met' && rest > 0;
  const text = (value: number) => amountText(value, currency);
  return (
    <section ref={place} tabIndex={-1} className={styles.review} aria-label={t('withdraw.review')}>
      <Card tone="sunken" className={styles.bill}>
        <p className={styles.soft}>{t('withdraw.youGet')}</p>
        <Money value={amount} currency={currency} size="large" />
        <Destination account={wallet.bankAccount} />
        <dl className={styles.facts}>
          <Fact name={t('withdraw.fee')}>{t('withdraw.noFee')}</Fact>
          {isCut && (
            <Fact name={t('withdraw.isCut')} isCut>
              {text(rest)}
            </Fact>
          )}
          <Fact name={t('withdraw.left')}>{text(isCut ? 0 : rest)}</Fact>
          <Fact name={t('withdraw.perWithdrawal')}>
            {t('withdraw.limits', { minimum: text(limits.withdrawMin), maximum: text(limits.withdrawMax) })}
          </Fact>
        </dl>
      </Card>
      {asking && <AskingNote />}
      <ConditionNote condition={condition} currency={currency} amount={amount} rest={rest} />
      {amount > wallet.wallet.amount && <p className={styles.soft}>{t('withdraw.fromGames')}</p>}
    </section>
  );
}
