import { bankName, type Locale, type LocalName } from '@krapao/kit/i18n';

/** A name with the language that it is read out in. */
interface SpokenName {
  text: string;
  lang: string;
}

const LAO = /[\u0e80-\u0eff]/;
const THAI = /[\u0e01-\u0e3a\u0e40-\u0e4e]/;

const spoken = (text: string): SpokenName => ({ text, lang: LAO.test(text) ? 'lo' : THAI.test(text) ? 'th' : 'en' });

/** A bank's names: first the one in letters that the reader knows, then the other one where it differs. */
export function bankNames(bank: LocalName, locale: Locale): { name: SpokenName; other?: SpokenName } {
  const first = bankName(bank, locale);
  const second = first === bank.nameTH ? bank.nameEN : bank.nameTH;
  return first === second ? { name: spoken(first) } : { name: spoken(first), other: spoken(second) };
}
