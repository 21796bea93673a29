import { deviceStore } from '../session/device-store';

/** The languages of the product, as stored on the device. */
export const LOCALES = ['th', 'la', 'en'] as const;

/** th = Thai, la = Lao, en = English. */
export type Locale = (typeof LOCALES)[number];

/** The two editions of the product; the server says which it is. */
export type Edition = 'thai' | 'laos';

const KEY = 'locale';
const YEAR_SECONDS = 31_536_000;
const device = deviceStore('local');

/** `la` is Latin to the rest of the world: Lao is `lo` for `<html lang>`, Intl and i18next. */
export function toLanguageTag(locale: Locale): 'th' | 'lo' | 'en' {
  return locale === 'la' ? 'lo' : locale;
}

/** The way back from a language tag; anything unknown is English. */
export function fromLanguageTag(tag: string | undefined): Locale {
  return tag === 'lo' ? 'la' : tag === 'th' ? 'th' : 'en';
}

/** The member's choice on this device, or null. */
export function storedLocale(): Locale | null {
  const value = device.get(KEY);
  return LOCALES.find((locale) => locale === value) ?? null;
}

/** Lao in the Laos edition and Thai otherwise. */
export function defaultLocale(edition: Edition): Locale {
  return edition === 'laos' ? 'la' : 'th';
}

/** Remembers the member's choice on this device. */
export function storeLocale(locale: Locale): void {
  device.set(KEY, locale);
}

/**
 * Tells the server (cookie `language=TH|LA|EN`, which picks the language of its texts) and the browser (`<html lang>`).
 */
export function announceLocale(locale: Locale): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the in-app browsers members use
  document.cookie = `language=${locale.toUpperCase()}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  document.documentElement.lang = toLanguageTag(locale);
}
