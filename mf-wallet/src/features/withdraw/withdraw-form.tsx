import { type Currency, currencySign, formatAccountNumber, formatWhole } from '@krapao/kit/format';
import { currencyLabel, useLocale } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { BankLogo } from '@krapao/kit/ui/bank-logo';
import { Card } from '@krapao/kit/ui/card';
import { ConfirmDialog } from '@krapao/kit/ui/confirm-dialog';
import { Field } from '@krapao/kit/ui/field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TransferLeg, WalletResponse, WithdrawLookup } from '../../api/gen/model';
import { WALLET } from '../../text/account-name';
import { amountText, readOut } from '../../text/amount-text';
import { bankName } from '../../text/bank-name';
import { Legs } from '../../text/legs';
import { sumOf } from '../../text/sum';
import { ConditionNote } from './condition-note';
import type { Condition } from './use-condition';
import type { useWithdraw } from './use-withdraw';
import styles from './withdraw.module.css';

/** Ties the footer's button to the form. */
export const WITHDRAW_FORM = 'withdraw';

/** More digits than any ledger holds are a slip of the thumb. */
const MOST_CHARACTERS = 12;

interface WithdrawFormProps {
  wallet: WalletResponse;
  limits: WithdrawLookup;
  condition: Condition;
  withdraw: ReturnType<typeof useWithdraw>;
  /** What an account is called. */
  nameOf: (code: string) => string;
}

/** The wallet and all open game accounts, in the major unit. */
function totalOf({ wallet, slots }: WalletResponse): number {
  return sumOf([wallet.amount, ...slots.filter(({ isActive }) => isActive).map(({ amount }) => amount)]);
}

function Destination({ account }: { account: WalletResponse['bankAccount'] }) {
  const { t } = useTranslation('mf-wallet');
  const locale = useLocale();
  return (
    <div className={styles.destination}>
      <BankLogo code={account.bankCode} />
      <p className={styles.words}>
        <span className={styles.soft}>{t('withdraw.to')}</span>
        <span className={styles.strong}>{bankName(account.bank, locale)}</span>
        <span className={styles.number}>
          {`${formatAccountNumber(account.bankAccountNo)} · ${account.bankAccountName}`}
        </span>
      </p>
    </div>
  );
}

interface HomecomingProps {
  legs: readonly TransferLeg[];
  currency: Currency;
  nameOf: (code: string) => string;
}

/** After a refusal: which game's money is in the wallet, and which is not. */
function Homecoming({ legs, currency, nameOf }: HomecomingProps) {
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
export function WithdrawForm({ wallet, limits, condition, withdraw, nameOf }: WithdrawFormProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const [text, setText] = useState('');
  const [sent, setSent] = useState(false);
  const [asking, setAsking] = useState(false);
  const { currency } = wallet.profile;
  const total = totalOf(wallet);
  const amount = Number(text);
  const rest = Math.max(0, sumOf([total, -amount]));
  const most = Math.trunc(Math.min(total, limits.withdrawMax));
  const [minimum, maximum] = [limits.withdrawMin, limits.withdrawMax].map((limit) => amountText(limit, currency));

  let problem: string | null = null;
  if (!(amount >= limits.withdrawMin)) problem = t('wallet:limit.minimum', { amount: minimum });
  else if (amount > limits.withdrawMax) problem = t('wallet:limit.maximum', { amount: maximum });
  else if (amount > total) problem = t('withdraw.notThatMuch', { total: amountText(total, currency) });

  const change = (entered: string) => {
    setText(entered);
    withdraw.forgetError();
  };
  const send = () => {
    setAsking(false);
    withdraw.send({ amount });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (withdraw.sending || condition.kind === 'checking') return;
    setSent(true);
    if (problem !== null) return;
    if (condition.kind === 'met' && rest > 0) setAsking(true);
    else send();
  };
  return (
    <form id={WITHDRAW_FORM} className={styles.form} onSubmit={submit} noValidate>
      {withdraw.error && (
        <Alert tone="danger" title={t('common:alert.error')}>
          {withdraw.error}
        </Alert>
      )}
      <Homecoming legs={withdraw.legs} currency={currency} nameOf={nameOf} />
      <Card tone="sunken" className={styles.total}>
        <p className={styles.soft}>{t('wallet:withdraw.total')}</p>
        <p className={styles.sum}>
          {formatWhole(total)} <span className={styles.unit}>{currencyLabel(currency)}</span>
        </p>
        {total > wallet.wallet.amount && <p className={styles.soft}>{t('withdraw.fromGames')}</p>}
      </Card>
      <ConditionNote condition={condition} currency={currency} amount={amount} rest={rest} />
      <Field
        kind="amount"
        label={t('wallet:withdraw.amount')}
        labelEnd={readOut(amount, currency)}
        leading={<span className={styles.sign}>{currencySign(currency)}</span>}
        placeholder="0"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={MOST_CHARACTERS}
        value={text}
        hint={t('withdraw.limits', { minimum, maximum })}
        error={sent ? problem : null}
        onValueChange={change}
        trailing={
          most > 0 && (
            <button type="button" className={styles.all} onClick={() => change(String(most))}>
              {t('withdraw.all')}
            </button>
          )
        }
      />
      <Destination account={wallet.bankAccount} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        title={t('withdraw.met')}
        confirmLabel={t('withdraw.send')}
        tone="danger"
      >
        {t('withdraw.cut', { amount: amountText(amount, currency), rest: amountText(rest, currency) })}
      </ConfirmDialog>
    </form>
  );
}
