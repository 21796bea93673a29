import { type Currency, formatAmount } from '@krapao/kit/format';
import { currencyLabel } from '@krapao/kit/i18n';

/** An amount inside a sentence: '1,234.50 baht'. */
export function amountText(amount: number, currency: Currency): string {
  return `${formatAmount(amount)} ${currencyLabel(currency)}`;
}
