import type { Locale } from './locale';

/** What the contract calls a bank or a gateway. `nameTH` is its local name: Thai, or Lao for a Lao bank. */
export interface LocalName {
  nameTH: string;
  nameEN: string;
}

/** Letters that a reader of the language may not know. English readers are given English names. */
const FOREIGN: Record<Locale, RegExp> = { th: /[\u0e80-\u0eff]/, la: /[\u0e01-\u0e3a\u0e40-\u0e4e]/, en: /^/ };

/** A bank's name in letters that the reader knows: its local name, or the English one. */
export function bankName({ nameTH, nameEN }: LocalName, locale: Locale): string {
  return FOREIGN[locale].test(nameTH) ? nameEN : nameTH;
}
