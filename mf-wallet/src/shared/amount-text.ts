import { type Currency, formatAmount } from '@krapao/kit/format';
import { currencyLabel } from '@krapao/kit/i18n';

/** From here on an entry is shown again with separators: 1000000 and 100000 look alike. */
const READ_OUT_FROM = 1000;

/** An amount inside a sentence, never broken: '1,234.50 baht'. */
export function amountText(amount: number, currency: Currency): string {
  return `${formatAmount(amount)}\u00a0${currencyLabel(currency)}`;
}

/** What stands beside an amount field: the entry as it is read, once it is long enough to be misread. */
export function readOut(amount: number, currency: Currency): string | null {
  return amount >= READ_OUT_FROM ? amountText(amount, currency) : null;
}
