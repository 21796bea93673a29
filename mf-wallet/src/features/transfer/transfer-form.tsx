import { type Currency, currencySign, formatAmount } from '@krapao/kit/format';
import { Alert } from '@krapao/kit/ui/alert';
import { Field } from '@krapao/kit/ui/field';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { Select } from '@krapao/kit/ui/select';
import { ArrowUpDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferRequest } from '../../api/gen/model';
import { WALLET } from '../../text/account-name';
import { amountText, readOut } from '../../text/amount-text';
import styles from './transfer.module.css';

/** Ties the footer's button to the form. */
export const TRANSFER_FORM = 'transfer';

/** The smallest transfer, in the major unit (specification 9). */
const MINIMUM = 1;

/** More digits than any ledger holds are a slip of the thumb. */
const MOST_CHARACTERS = 12;

/** An account that money can be moved from or to. */
export interface Place {
  code: string;
  name: string;
  amount: number;
}

interface TransferFormProps {
  places: readonly Place[];
  currency: Currency;
  /** The account it goes to, to begin with. */
  to: string | undefined;
  sending: boolean;
  error: string | null;
  onEdit: () => void;
  onSend: (request: TransferRequest) => void;
}

/** From where, to where, how much. Its button stands in the dialog's footer. */
export function TransferForm({ places, currency, to: firstTo, sending, error, onEdit, onSend }: TransferFormProps) {
  const { t } = useTranslation(['mf-wallet', 'wallet']);
  const [from, setFrom] = useState(firstTo === WALLET ? '' : WALLET);
  const [to, setTo] = useState(firstTo ?? '');
  const [text, setText] = useState('');
  const [sent, setSent] = useState(false);
  const source = places.find(({ code }) => code === from);
  const known = (code: string) => places.some((place) => place.code === code);

  const amount = Number(text);
  const problems = {
    from: known(from) ? null : t('wallet:transfer.pickAccount'),
    to: !known(to) ? t('wallet:transfer.pickAccount') : from === to ? t('wallet:transfer.sameAccount') : null,
    amount: amount >= MINIMUM ? null : t('wallet:limit.minimum', { amount: amountText(MINIMUM, currency) }),
  };
  const shown = sent ? problems : { from: null, to: null, amount: null };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setSent(true);
    if (!problems.from && !problems.to && !problems.amount) onSend({ from, to, amount });
  };
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    onEdit();
  };
  const options = places.map(({ code, name, amount: held }) => ({
    value: code,
    label: `${name} · ${amountText(held, currency)}`,
  }));
  return (
    <form id={TRANSFER_FORM} className={styles.form} onSubmit={submit} noValidate>
      {error && (
        <Alert tone="danger" title={t('common:alert.error')}>
          {error}
        </Alert>
      )}
      <div className={styles.places}>
        <Select
          label={t('wallet:transfer.from')}
          options={options}
          value={from}
          error={shown.from}
          onValueChange={change(setFrom)}
        />
        <IconButton
          className={styles.swap}
          variant="tint"
          label={t('transfer.swap')}
          icon={<ArrowUpDown aria-hidden="true" />}
          onClick={() => {
            setFrom(to);
            setTo(from);
            onEdit();
          }}
        />
        <Select
          label={t('wallet:transfer.to')}
          options={options}
          value={to}
          error={shown.to}
          onValueChange={change(setTo)}
        />
      </div>
      <Field
        kind="amount"
        label={t('wallet:transfer.amount')}
        labelEnd={readOut(amount, currency)}
        leading={<span className={styles.sign}>{currencySign(currency)}</span>}
        placeholder="0.00"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={MOST_CHARACTERS}
        value={text}
        hint={source && t('transfer.available', { amount: amountText(source.amount, currency) })}
        error={shown.amount}
        onValueChange={change(setText)}
        trailing={
          source &&
          source.amount > 0 && (
            <button
              type="button"
              className={styles.all}
              aria-label={t('transfer.allOf', { amount: amountText(source.amount, currency) })}
              onClick={() => change(setText)(formatAmount(source.amount).replaceAll(',', ''))}
            >
              {t('transfer.all')}
            </button>
          )
        }
      />
    </form>
  );
}
