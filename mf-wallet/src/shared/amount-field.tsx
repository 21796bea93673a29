import { type Currency, currencySign } from '@krapao/kit/format';
import type { EntryField } from '@krapao/kit/forms';
import { Field, type FieldProps } from '@krapao/kit/ui/field';
import styles from './amount-field.module.css';
import { readOut } from './amount-text';

/**
 * More whole digits than any ledger holds are a slip of the thumb. Such a change is refused, never cut short: the
 * input's own limit would cut before separators are dropped, and a pasted 1,000,000,000.00 would enter ten times less.
 */
const MOST_DIGITS = 12;

/**
 * An entry as it counts in its currency: kip has no att. Noughts after a point are dropped with it; null is an entry
 * that is refused.
 */
function entryOf(text: string, currency: Currency): string | null {
  if (text.split('.', 1).join().length > MOST_DIGITS) return null;
  if (currency !== 'LAK') return text;
  const whole = text.replace(/\.0*$/, '');
  return whole.includes('.') ? null : whole;
}

/** A button inside the field that enters all there is. */
interface AllButton {
  text: string;
  /** What it enters, for those who do not see the hint. */
  label?: string;
  amount: string;
}

interface AmountFieldProps extends EntryField<string>, Pick<FieldProps, 'label' | 'hint' | 'onBlur'> {
  currency: Currency;
  placeholder?: string;
  enterKeyHint?: 'done' | 'send';
  all?: AllButton | false | undefined;
}

/** An amount of money to enter, in the major unit. */
export function AmountField({
  currency,
  placeholder = '0.00',
  enterKeyHint = 'done',
  all = false,
  onValueChange,
  ...field
}: AmountFieldProps) {
  return (
    <Field
      kind="amount"
      {...(currency === 'LAK' && { inputMode: 'numeric' as const })}
      labelEnd={readOut(Number(field.value), currency)}
      leading={<span className={styles.sign}>{currencySign(currency)}</span>}
      placeholder={placeholder}
      autoComplete="off"
      enterKeyHint={enterKeyHint}
      trailing={
        all && (
          <button
            type="button"
            className={styles.all}
            aria-label={all.label}
            onClick={() => onValueChange(currency === 'LAK' ? all.amount.replace(/\..*$/, '') : all.amount)}
          >
            {all.text}
          </button>
        )
      }
      onValueChange={(text) => {
        const entry = entryOf(text, currency);
        if (entry !== null) onValueChange(entry);
      }}
      {...field}
    />
  );
}
