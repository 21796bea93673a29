import type { Locale } from '@krapao/kit/i18n';
import type { BankName } from '../api/gen/model';

/** A bank's name as the reader knows it: its local one, or the English one in English. */
export function bankName({ nameTH, nameEN }: BankName, locale: Locale): string {
  return locale === 'en' ? nameEN : nameTH;
}
