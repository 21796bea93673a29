import { type Currency, formatAmount } from '@krapao/kit/format';
import { currencyLabel } from '@krapao/kit/i18n';

/** An amount inside a sentence, never broken: '1,234.50 baht'. Without its unit until the currency is known. */
export function amountText(amount: number, currency: Currency | undefined): string {
  return currency ? `${formatAmount(amount)}\u00a0${currencyLabel(currency)}` : formatAmount(amount);
}
