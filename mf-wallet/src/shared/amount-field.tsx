import { type Currency, currencySign } from '@krapao/kit/format';
import type { EntryField } from '@krapao/kit/forms';
import { amountText } from '@krapao/kit/i18n';
import { Field, type FieldProps } from '@krapao/kit/ui/field';
import styles from './amount-field.module.css';

/** From here on an entry is shown again with separators: 1000000 and 100000 look alike. */
const READ_OUT_FROM = 1000;

/**
 * More whole digits than any ledger holds are a slip of the thumb. Such a change is refused, never cut short: the
 * input's own limit would cut before separators are dropped, and a pasted 1,000,000,000.00 would enter ten times less.
 */
const MOST_DIGITS = 12;

/**
 * An entry as it counts in its currency; null is one that is refused: kip has no att. A point stays where it is typed:
 * were it dropped, the digits after it would come to the whole ones, and 100.50 would enter 10,050.
 */
function entryOf(text: string, currency: Currency): string | null {
  if (text.split('.', 1).join().length > MOST_DIGITS) return null;
  return currency === 'LAK' && /\.\d*[1-9]/.test(text) ? null : text;
}

/** What stands beside the field: the entry as it is read, once it is long enough to be misread. */
function readOut(amount: number, currency: Currency): string | null {
  return amount >= READ_OUT_FROM ? amountText(amount, currency) : null;
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
  placeholder = currency === 'LAK' ? '0' : '0.00',
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
