import { termProblems } from './terms';

/** The texts of one namespace in the three languages. */
export interface LocaleTexts {
  th: object;
  la: object;
  en: object;
}

/** Words that stay Latin in every language: they are names or abbreviations members know so. */
const LATIN_WORDS = [
  'OTP',
  'QR',
  'SMS',
  'IP',
  'ID',
  'PIN',
  'LINE',
  'KTB',
  'TMB',
  'BBL',
  'LAK',
  'BAHT',
  'PromptPay',
  'LAO',
  'TrueMoney',
  'Wallet',
  'Krapao',
  'ref',
  'MB',
  'Android',
  'iOS',
];
const PLURAL = /_(one|other)$/;
const SCRIPT = { th: /[\u0E00-\u0E7F]/, la: /[\u0E80-\u0EFF]/ };

/** Dotted keys with their texts. */
function flatten(texts: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'object' && value !== null) {
      for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
    } else flat.set(prefix + key, String(value));
  }
  return flat;
}

function placeholders(text: string): string {
  return [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g) ?? [])].sort().join(' ');
}

/**
 * What is wrong with a namespace: keys that one language lacks, empty texts, English left in Thai or Lao, the wrong
 * script, another word for a term of ours, missing plural forms, and placeholders that differ or are not `{{name}}`.
 * Empty when it is complete. `same` names keys that may be equal in all languages; `latin` adds words that may stay
 * Latin. Thai and Lao have the plural form `_other` only.
 */
export function localeProblems(texts: LocaleTexts, options: { same?: string[]; latin?: string[] } = {}): string[] {
  const problems: string[] = [];
  const english = flatten(texts.en);
  const allowed = new Set([...LATIN_WORDS, ...(options.latin ?? [])].map((word) => word.toLowerCase()));
  for (const [key, text] of english) problems.push(...textProblems(`en ${key}`, text));
  problems.push(...pluralProblems(english));
  for (const locale of ['th', 'la'] as const) {
    const flat = flatten(texts[locale]);
    const bases = new Set([...english.keys()].map((key) => key.replace(PLURAL, '')));
    for (const base of bases) {
      if (!flat.has(base) && !flat.has(`${base}_other`)) problems.push(`${locale} ${base}: missing`);
    }
    for (const [key, text] of flat) {
      const name = `${locale} ${key}`;
      const source = english.get(key);
      if (source === undefined)
        problems.push(`${name}: not in English${PLURAL.test(key) ? ' (only _other exists)' : ''}`);
      problems.push(...textProblems(name, text));
      problems.push(...termProblems(text).map((problem) => `${name}: ${problem}`));
      if (source !== undefined && placeholders(source) !== placeholders(text))
        problems.push(`${name}: placeholders differ`);
      if (!options.same?.includes(key)) problems.push(...scriptProblems(name, text, locale, allowed));
    }
  }
  return problems;
}

/** English counts in two forms: a text with a count has both, and each form has its other. */
function pluralProblems(english: Map<string, string>): string[] {
  const problems: string[] = [];
  for (const [key, text] of english) {
    const base = key.replace(PLURAL, '');
    const forms = ['one', 'other'].filter((form) => !english.has(`${base}_${form}`));
    if (base !== key || /\{\{\s*count\s*\}\}/.test(text))
      problems.push(...forms.map((form) => `en ${base}: no form _${form}`));
  }
  return [...new Set(problems)];
}

function textProblems(name: string, text: string): string[] {
  if (text.trim() === '') return [`${name}: empty`];
  if (/[{}]/.test(text.replace(/\{\{\s*\w+\s*\}\}/g, ''))) return [`${name}: a placeholder is written {{name}}`];
  return [];
}

function scriptProblems(name: string, text: string, locale: 'th' | 'la', allowed: Set<string>): string[] {
  const plain = text.replace(/\{\{\s*\w+\s*\}\}|<\/?\w+\/?>/g, ' ');
  const problems = (plain.match(/[A-Za-z]{2,}/g) ?? [])
    .filter((word) => !allowed.has(word.toLowerCase()))
    .map((word) => `${name}: leftover English '${word}'`);
  if (SCRIPT[locale === 'th' ? 'la' : 'th'].test(plain)) problems.push(`${name}: wrong script`);
  return problems;
}
