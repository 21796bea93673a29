import { errorCode, isUnknownEnd } from '../api/api-error';
import { formatAmount } from '../format/amount';
import type { Currency } from '../format/currency';
import { type Moment, relativeParts } from '../format/date';
import { i18n } from './i18n';
import type { TextNamespaces } from './resources';

/**
 * The text of a failure in the present language. `failure` is a code or anything thrown. NOT_{PROVIDER} names the
 * provider (`providers` maps codes to names); a code nobody knows is shown as it is (specification 8).
 */
export function errorText(failure: unknown, options: { providers?: Record<string, string> } = {}): string {
  const code = typeof failure === 'string' ? failure : errorCode(failure);
  const known = { ns: 'errors', keySeparator: false, nsSeparator: false } as const;
  if (i18n.exists(code, known)) return i18n.t(code as keyof TextNamespaces['errors'], known);
  const provider = /^NOT_([A-Z0-9_]+)$/.exec(code)?.[1];
  if (provider === undefined) return code;
  return i18n.t('NOT_PROVIDER', { ns: 'errors', provider: options.providers?.[provider] ?? provider });
}

/**
 * What to say of a call with one effect that failed: why it was refused, or that nobody knows yet how it ended and that
 * trying again is safe.
 */
export function failureText(failure: unknown, options: { providers?: Record<string, string> } = {}): string {
  return isUnknownEnd(failure) ? i18n.t('unfinished.brief', { ns: 'common' }) : errorText(failure, options);
}

/** A currency in words: baht, บาท, ບາດ; kip, กีบ, ກີບ. */
export function currencyLabel(currency: Currency): string {
  return i18n.t(`currency.${currency}`, { ns: 'common' });
}

/**
 * An amount of the major unit inside a sentence, never broken: '1,234.50 baht'. Without its unit until the currency is
 * known.
 */
export function amountText(amount: number, currency: Currency | undefined): string {
  return currency ? `${formatAmount(amount)}\u00a0${currencyLabel(currency)}` : formatAmount(amount);
}

/** '{n} {unit}(s) ago' in the present language; under a second it is 'just now', and for no moment it is empty. */
export function relativeText(value: Moment | null | undefined, now: number): string {
  const parts = relativeParts(value, now);
  if (parts === null) return '';
  if (parts.count === 0) return i18n.t('relative.now', { ns: 'common' });
  return i18n.t(`relative.${parts.unit}`, { ns: 'common', count: parts.count });
}
