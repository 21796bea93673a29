import { type Currency, formatAmount } from '@krapao/kit/format';
import { EntryForm, typedAmount, useEntryForm } from '@krapao/kit/forms';
import { amountText } from '@krapao/kit/i18n';
import { Alert } from '@krapao/kit/ui/alert';
import { IconButton } from '@krapao/kit/ui/icon-button';
import { Select } from '@krapao/kit/ui/select';
import { ArrowUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { TransferFundsBody } from '../../api/gen/forms';
import type { TransferRequest } from '../../api/gen/model';
import { WALLET } from '../../shared/account-name';
import { AmountField } from '../../shared/amount-field';
import stack from '../../shared/stack.module.css';
import { useCheckAgain } from '../../shared/use-check-again';
import styles from './transfer.module.css';

/** Ties the footer's button to the form. */
export const TRANSFER_FORM = 'transfer';

/** The smallest transfer, in the major unit (specification 9). */
const MINIMUM = 1;

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
  const { t } = useTranslation(['mf-wallet', 'wallet', 'common']);
  const isOpen = (code: string) => places.some((place) => place.code === code);
  const pick = t('wallet:transfer.pickAccount');
  const same = t('wallet:transfer.sameAccount');
  const below = t('wallet:limit.minimum', { amount: amountText(MINIMUM, currency) });
  const { shape } = TransferFundsBody;
  const schema = z
    .object({
      from: shape.from.check(z.refine(isOpen, { error: pick })),
      to: shape.to.check(z.refine(isOpen, { error: pick })),
      amount: z.pipe(typedAmount, shape.amount.check(z.gte(MINIMUM, { error: below }))),
    })
    .check(
      z.refine<TransferRequest>(({ from, to }) => from !== to, {
        path: ['to'],
        error: same,
      }),
    );
  const form = useEntryForm({
    schema,
    defaultValues: { from: firstTo === WALLET ? '' : WALLET, to: firstTo ?? '', amount: '' },
    problems: { from: pick, to: pick },
    say: (text) => text,
    live: true,
    pending: sending,
    onEdit,
    onSubmit: onSend,
  });
  useCheckAgain([pick, same, below, ...places.map(({ code }) => code)].join(), () => {
    for (const name of ['from', 'to', 'amount'] as const) if (form.problemOf(name) !== null) form.check(name);
  });
  const { from, to } = form.values;
  const source = places.find(({ code }) => code === from);
  const options = places.map(({ code, name, amount: held }) => ({
    value: code,
    label: `${name} · ${amountText(held, currency)}`,
  }));
  return (
    <EntryForm form={form} id={TRANSFER_FORM} className={stack.stack}>
      {error && (
        <Alert tone="danger" title={t('common:alert.error')}>
          {error}
        </Alert>
      )}
      <div className={styles.places}>
        <Select label={t('wallet:transfer.from')} options={options} {...form.field('from')} />
        <IconButton
          className={styles.swap}
          variant="tint"
          label={t('transfer.swap')}
          icon={<ArrowUpDown aria-hidden="true" />}
          onClick={() => {
            form.set('from', to);
            form.set('to', from);
          }}
        />
        <Select label={t('wallet:transfer.to')} options={options} {...form.field('to')} />
      </div>
      <AmountField
        label={t('wallet:transfer.amount')}
        currency={currency}
        hint={t(source ? 'transfer.limits' : 'transfer.minimum', {
          minimum: amountText(MINIMUM, currency),
          amount: source && amountText(source.amount, currency),
        })}
        all={
          source &&
          source.amount > 0 && {
            text: t('transfer.all'),
            label: t('transfer.allOf', { amount: amountText(source.amount, currency) }),
            amount: formatAmount(source.amount).replaceAll(',', ''),
          }
        }
        {...form.field('amount')}
      />
    </EntryForm>
  );
}
