import { type Currency, formatWhole } from '@krapao/kit/format';
import { EntryForm, typedAmount, useEntryForm } from '@krapao/kit/forms';
import { amountText, currencyLabel } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { Card } from '@krapao/kit/ui/card';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { WithdrawAllFundsBody } from '../../api/gen/forms';
import type { TransferLeg, WalletResponse, WithdrawLookup } from '../../api/gen/model';
import { WALLET } from '../../shared/account-name';
import { AmountField } from '../../shared/amount-field';
import { Legs } from '../../shared/legs';
import stack from '../../shared/stack.module.css';
import { sumOf } from '../../shared/sum';
import { useCheckAgain } from '../../shared/use-check-again';
import { AskingNote } from './asking-note';
import { ConditionNote } from './condition-note';
import { Destination } from './destination';
import { totalOf } from './total';
import type { Condition } from './use-condition';
import type { useWithdraw } from './use-withdraw';
import { WhyNot } from './why-not';
import styles from './withdraw.module.css';

/** Ties the footer's button to the form. */
export const WITHDRAW_FORM = 'withdraw';

interface WithdrawFormProps {
  wallet: WalletResponse;
  limits: WithdrawLookup;
  condition: Condition;
  withdraw: ReturnType<typeof useWithdraw>;
  /** The games are being asked what was won: the total may still grow. */
  asking: boolean;
  /** What stands in the field to begin with, in the major unit; null for nothing. */
  amount: number | null;
  /** What an account is called. */
  nameOf: (code: string) => string;
  /** The amount is one that can be sent: it is to be read once more. */
  onReview: (amount: number) => void;
}

interface ReturnedLegsProps {
  legs: readonly TransferLeg[];
  currency: Currency;
  nameOf: (code: string) => string;
}

/** After a refusal: which game's money is in the wallet, and which is not. */
function ReturnedLegs({ legs, currency, nameOf }: ReturnedLegsProps) {
  const { t } = useTranslation('mf-wallet');
  if (legs.length === 0) return null;
  const list = <Legs legs={legs} currency={currency} nameOf={nameOf} />;
  if (legs.every(({ heldBy }) => heldBy === WALLET)) {
    return (
      <Alert title={t('withdraw.cameHome')} live>
        {list}
      </Alert>
    );
  }
  return (
    <Alert tone="warning" title={t('withdraw.notHome')} live>
      {list}
      <Link to="/user/statement" className={styles.link}>
        {t('withdraw.toStatement')}
      </Link>
    </Alert>
  );
}

/** How much to withdraw to the member's own bank account. Its button stands in the dialog's footer. */
export function WithdrawForm({ wallet, limits, condition, withdraw, asking, nameOf, ...draft }: WithdrawFormProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet', 'common']);
  const { currency } = wallet.profile;
  const total = totalOf(wallet);
  const most = Math.trunc(Math.min(total, limits.withdrawMax));
  const [minimum, maximum] = [limits.withdrawMin, limits.withdrawMax].map((limit) => amountText(limit, currency));
  const below = t('wallet:limit.minimum', { amount: minimum });
  const above = t('wallet:limit.maximum', { amount: maximum });
  const notThatMuch = t('withdraw.notThatMuch', { total: amountText(total, currency) });
  const schema = z.object({
    amount: z.pipe(
      typedAmount,
      WithdrawAllFundsBody.shape.amount.check(
        z.gte(limits.withdrawMin, { error: below }),
        z.lte(limits.withdrawMax, { error: above }),
        z.lte(total, { error: notThatMuch }),
      ),
    ),
  });
  const form = useEntryForm({
    schema,
    defaultValues: { amount: draft.amount === null ? '' : String(draft.amount) },
    say: (text) => text,
    live: true,
    pending: withdraw.sending || condition.kind === 'checking',
    onEdit: withdraw.forgetError,
    onSubmit: ({ amount }) => draft.onReview(amount),
  });
  const isBack = draft.amount !== null && withdraw.error === null;
  const { ref, check } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only who comes back to change the amount goes on at its field
  useEffect(() => {
    if (!isBack) return;
    ref.current?.querySelector('input')?.focus();
    check('amount'); // the wallet may hold less by now
  }, []);
  useCheckAgain(below + above + notThatMuch, () => {
    if (form.problemOf('amount') !== null) form.check('amount');
  });
  const amount = Number(form.values.amount);
  const rest = Math.max(0, sumOf([total, -amount]));
  return (
    <EntryForm form={form} id={WITHDRAW_FORM} className={stack.stack}>
      {withdraw.error && (
        <Alert tone="danger" title={t('common:alert.error')}>
          {withdraw.error}
        </Alert>
      )}
      <ReturnedLegs legs={withdraw.legs} currency={currency} nameOf={nameOf} />
      <Card tone="sunken" className={styles.total}>
        <p className={styles.soft}>{t('wallet:withdraw.total')}</p>
        <p className={styles.sum}>
          {formatWhole(total)} <span className={styles.unit}>{currencyLabel(currency)}</span>
        </p>
        {asking ? (
          <AskingNote />
        ) : (
          total > wallet.wallet.amount && <p className={styles.soft}>{t('withdraw.fromGames')}</p>
        )}
      </Card>
      <ConditionNote condition={condition} currency={currency} amount={amount} rest={rest} />
      <AmountField
        label={t('wallet:withdraw.amount')}
        currency={currency}
        placeholder="0"
        hint={t('withdraw.limits', { minimum, maximum })}
        all={most > 0 && { text: t('withdraw.all'), amount: String(most) }}
        {...form.field('amount')}
      />
      <Destination account={wallet.bankAccount} />
      <WhyNot />
    </EntryForm>
  );
}
