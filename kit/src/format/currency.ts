/** The currencies of the contract: BAHT in both editions, LAK in the Laos edition. */
export type Currency = 'BAHT' | 'LAK';

/** The sign of a currency: ฿ or ₭. Its name in words is `currencyLabel` of @krapao/kit/i18n. */
export function currencySign(currency: Currency): string {
  return currency === 'LAK' ? '₭' : '฿';
}
