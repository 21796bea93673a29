import { type Currency, formatAmount } from '@krapao/kit/format';
import { currencyLabel } from '@krapao/kit/i18n';
import styles from './game-results.module.css';

interface ResultProps {
  /** Negative where the member lost. */
  value: number;
  currency?: Currency | undefined;
}

/** What was won or lost, with its sign. */
export function Result({ value, currency }: ResultProps) {
  const text = `${value > 0 ? '+' : ''}${formatAmount(value)}`;
  return (
    <span className={styles.result} data-won={value > 0 || undefined}>
      {currency ? `${text} ${currencyLabel(currency)}` : text}
    </span>
  );
}
