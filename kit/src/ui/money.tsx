import { type Currency, currencySign, formatAmount, formatStatementAmount, statementSign } from '../format';
import { currencyLabel, useLocale } from '../i18n';
import { classNames } from './class-names';
import styles from './money.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface MoneyProps {
  /** In the major unit, as the contract sends it; '-' when it is no number. */
  value: number | null | undefined;
  /** Adds the currency: its sign on the hero, its name elsewhere. */
  currency?: Currency;
  /** `hero` is the balance, `large` an amount to pay, `inline` takes the size of its text. */
  size?: 'inline' | 'large' | 'hero';
  /** A statement entry's type, which gives the sign: '+' for deposit and bonus (green), '-' for withdraw. */
  statementType?: string;
}

/** How a hero of so many characters still fits 320 px. */
function lengthOf(text: string): 'long' | 'longer' | undefined {
  return text.length > 14 ? 'longer' : text.length > 11 ? 'long' : undefined;
}

/** An amount of money in tabular numerals with two decimals. */
export function Money({ value, currency, size = 'inline', statementType }: MoneyProps) {
  useLocale();
  const text = statementType === undefined ? formatAmount(value) : formatStatementAmount(statementType, value);
  const unit = currency && currencyLabel(currency);
  if (size === 'hero') {
    const [whole, decimals] = text.split('.');
    return (
      <span className={classNames(styles.money, styles.hero)} data-length={lengthOf(text)}>
        <VisuallyHidden>{unit ? `${text} ${unit}` : text}</VisuallyHidden>
        {currency && (
          <span className={styles.sign} aria-hidden="true">
            {currencySign(currency)}
          </span>
        )}
        <span aria-hidden="true">
          {whole}
          {decimals && <span className={styles.decimals}>.{decimals}</span>}
        </span>
      </span>
    );
  }
  const incoming = statementType !== undefined && statementSign(statementType) === '+';
  return (
    <span className={classNames(styles.money, size === 'large' && styles.large, incoming && styles.in)}>
      {text}
      {unit && <span className={styles.unit}> {unit}</span>}
    </span>
  );
}
