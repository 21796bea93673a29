import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api';
import { localeProblems } from '../testing/locale-check';
import {
  amountText,
  currencyLabel,
  errorText,
  getLocale,
  i18n,
  initI18n,
  isLocaleIncomplete,
  loadLocale,
  relativeText,
  setLocale,
} from '.';
import enCommon from './locales/en/common.json';
import enErrors from './locales/en/errors.json';
import laCommon from './locales/la/common.json';
import laErrors from './locales/la/errors.json';
import thCommon from './locales/th/common.json';
import thErrors from './locales/th/errors.json';

declare module './resources' {
  interface TextNamespaces {
    greeting: { hello: string };
    dead: { bye: string };
    late: { a: string; b: string };
  }
}

/** Languages are named in themselves. */
const OWN_NAMES = ['language.th', 'language.la', 'language.en'];

describe('the texts', () => {
  it('are complete in three languages', () => {
    expect(localeProblems({ th: thCommon, la: laCommon, en: enCommon }, { same: OWN_NAMES })).toEqual([]);
    expect(localeProblems({ th: thErrors, la: laErrors, en: enErrors })).toEqual([]);
  });

  it('name every code of the contract', () => {
    const contract = readFileSync(resolve(import.meta.dirname, '../../../openapi/shared/common.yaml'), 'utf8');
    const block = /\n {4}ErrorCode:\n[\s\S]*?\n {6}enum:\n((?: {8}- .*\n)+)/.exec(contract)?.[1] ?? '';
    const codes = [...block.matchAll(/- (\S+)/g)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(80);
    expect(codes.filter((code) => code !== undefined && !(code in enErrors))).toEqual([]);
  });

  it('are checked for gaps, leftovers and placeholders', () => {
    const problems = localeProblems({
      th: { a: 'ก {{n}}', b: 'hello', c: 'ກ' },
      la: { a: 'ກ', b: '', d: 'ກ' },
      en: { a: 'a {{n}}', b: 'b', c: 'c {x}' },
    });
    expect(problems.sort()).toEqual([
      'en c: a placeholder is written {{name}}',
      'la a: placeholders differ',
      'la b: empty',
      'la c: missing',
      'la d: not in English',
      "th b: leftover English 'hello'",
      'th c: wrong script',
    ]);
  });
});

describe('a failure in words', () => {
  it('is the catalogue text of its code', async () => {
    expect(errorText('WRONG_CREDENTIAL')).toBe('incorrect phone number/password');
    await setLocale('th');
    expect(errorText(new ApiError('MONEY_NOT_ENOUGH', { status: 400 }))).toBe('ยอดเงินไม่เพียงพอ');
  });

  it('names the provider of NOT_{PROVIDER}', () => {
    expect(errorText('NOT_PGSOFT', { providers: { PGSOFT: 'PG Soft' } })).toBe('unable to find user in PG Soft');
    expect(errorText('NOT_PGSOFT')).toBe('unable to find user in PGSOFT');
  });

  it('is the code itself when nobody knows it, and a system error when it is no answer', () => {
    expect(errorText('NEW_CODE: see 4.1')).toBe('NEW_CODE: see 4.1');
    expect(errorText(new Error('boom'))).toBe('System error, please try again');
  });
});

describe('the language', () => {
  it('is kept on the device, told to the server and to the browser', async () => {
    await setLocale('la');
    expect(getLocale()).toBe('la');
    expect(localStorage.getItem('locale')).toBe('la');
    expect(document.cookie).toContain('language=LA');
    expect(document.documentElement.lang).toBe('lo');
    expect(i18n.t('action.close')).toBe('ປິດ');
  });

  it('is Lao in the Laos edition and Thai otherwise, unless the member chose', async () => {
    localStorage.clear();
    await initI18n({ edition: 'laos' });
    expect(getLocale()).toBe('la');
    localStorage.clear();
    await initI18n({ edition: 'thai' });
    expect(getLocale()).toBe('th');
    localStorage.setItem('locale', 'en');
    await initI18n({ edition: 'laos' });
    expect(getLocale()).toBe('en');
  });

  it("loads a remote's texts in the present language, later ones on change, and outlives a dead remote", async () => {
    const la = vi.fn(() => Promise.resolve({ default: { hello: 'ສະບາຍດີ' } }));
    await loadLocale('greeting', {
      th: () => Promise.resolve({ hello: 'สวัสดี' }),
      la,
      en: () => Promise.resolve({ hello: 'hello' }),
    });
    await loadLocale('dead', {
      th: () => Promise.resolve({ bye: 'ลาก่อน' }),
      la: vi.fn(() => Promise.resolve({ bye: 'ລາກ່ອນ' })).mockRejectedValueOnce(new Error('gone')),
      en: () => Promise.resolve({ bye: 'bye' }),
    });
    expect(i18n.t('hello', { ns: 'greeting' })).toBe('hello');
    expect(la).not.toHaveBeenCalled();
    await setLocale('la');
    expect(i18n.t('hello', { ns: 'greeting' })).toBe('ສະບາຍດີ');
    expect(i18n.t('bye', { ns: 'dead' }), 'never a key').toBe('bye');
  });

  it('adds a part of a namespace to its other parts, in every language', async () => {
    const part = (word: string) => {
      const texts = { [word]: word, both: { [word]: word } };
      return { th: async () => texts, la: vi.fn(async () => texts), en: async () => texts };
    };
    const later = part('later');
    later.la.mockRejectedValueOnce(new Error('gone'));
    await loadLocale('parted/dialogs', later);
    const first = part('first');
    await loadLocale('parted', first);
    const shown = () => i18n.getResourceBundle(i18n.language, 'parted') as object;
    const all = { first: 'first', later: 'later', both: { first: 'first', later: 'later' } };
    await setLocale('th');
    expect(shown()).toEqual(all);
    await setLocale('la');
    expect(isLocaleIncomplete(), 'one part did not come').toBe(true);
    expect(shown()).toEqual({ first: 'first', both: { first: 'first' } });
    await setLocale('la');
    expect(isLocaleIncomplete()).toBe(false);
    expect(shown()).toEqual(all);
    await initI18n({ locale: 'en' });
    expect(shown()).toEqual(all);
    expect(await first.en(), 'what was loaded stays as it is').toEqual({ first: 'first', both: { first: 'first' } });
  });

  it('is the one chosen last, whichever texts come first', async () => {
    let arrive: (texts: object) => void = () => undefined;
    const slow = new Promise<object>((resolve) => (arrive = resolve));
    await loadLocale('slow', {
      th: () => slow,
      la: () => Promise.resolve({ a: 'ກ' }),
      en: () => Promise.resolve({ a: 'a' }),
    });
    const first = setLocale('th');
    await setLocale('la');
    arrive({ a: 'ก' });
    await first;
    expect(getLocale()).toBe('la');
    expect(localStorage.getItem('locale')).toBe('la');
  });

  it('reaches texts that are asked for while it changes', async () => {
    let arrive: (texts: object) => void = () => undefined;
    const slow = new Promise<object>((resolve) => (arrive = resolve));
    await loadLocale('holding', {
      th: () => slow,
      la: () => Promise.resolve({ a: 'ກ' }),
      en: () => Promise.resolve({ a: 'a' }),
    });
    const changing = setLocale('th');
    const late = { th: { b: 'ข' }, la: { b: 'ຂ' }, en: { b: 'b' } };
    await loadLocale('late', {
      th: () => Promise.resolve(late.th),
      la: () => Promise.resolve(late.la),
      en: () => Promise.resolve(late.en),
    });
    arrive({ a: 'ก' });
    await changing;
    expect(i18n.t('b', { ns: 'late' })).toBe('ข');
  });

  it.each([
    ['en', '1 minute ago', '5 hours ago', 'baht', 'kip'],
    ['th', '1\u00a0นาทีที่แล้ว', '5\u00a0ชั่วโมงที่แล้ว', 'บาท', 'กีบ'],
    ['la', '1\u00a0ນາທີກ່ອນ', '5\u00a0ຊົ່ວໂມງກ່ອນ', 'ບາດ', 'ກີບ'],
  ] as const)('%s says how long ago it was and names the currencies', async (locale, minute, hours, baht, kip) => {
    await setLocale(locale);
    expect([relativeText(0, 60_000), relativeText(0, 5 * 3_600_000)]).toEqual([minute, hours]);
    expect([currencyLabel('BAHT'), currencyLabel('LAK')]).toEqual([baht, kip]);
    expect([amountText(1234.5, 'BAHT'), amountText(5, 'LAK')]).toEqual([`1,234.50\u00a0${baht}`, `5.00\u00a0${kip}`]);
  });

  it('an amount whose currency is not known yet stands alone', () => {
    expect(amountText(1234.5, undefined)).toBe('1,234.50');
  });
});
