import { type LocaleLoaders, loadLocale } from './i18n';

/**
 * Texts that the specification names for one area of the product. They live here, so that every application says the
 * same; an application loads the areas it shows, and nobody else pays for them.
 */
const AREAS = {
  account: {
    th: () => import('./locales/th/account.json'),
    la: () => import('./locales/la/account.json'),
    en: () => import('./locales/en/account.json'),
  },
  wallet: {
    th: () => import('./locales/th/wallet.json'),
    la: () => import('./locales/la/wallet.json'),
    en: () => import('./locales/en/wallet.json'),
  },
  slip: {
    th: () => import('./locales/th/slip.json'),
    la: () => import('./locales/la/slip.json'),
    en: () => import('./locales/en/slip.json'),
  },
  reward: {
    th: () => import('./locales/th/reward.json'),
    la: () => import('./locales/la/reward.json'),
    en: () => import('./locales/en/reward.json'),
  },
  spin: {
    th: () => import('./locales/th/spin.json'),
    la: () => import('./locales/la/spin.json'),
    en: () => import('./locales/en/spin.json'),
  },
  chat: {
    th: () => import('./locales/th/chat.json'),
    la: () => import('./locales/la/chat.json'),
    en: () => import('./locales/en/chat.json'),
  },
} satisfies Record<string, LocaleLoaders>;

/** An area's name is its i18n namespace: `t('slip:reason.EXPIRED_SLIP')`, `t('spin:error.COUPON_EXPIRED')`. */
export type TextArea = keyof typeof AREAS;

/**
 * Loads an area's texts in the present language, and in later ones when the member changes it. Rejects when they cannot
 * be loaded.
 */
export function loadArea(area: TextArea): Promise<void> {
  return loadLocale(area, AREAS[area]);
}

/** The names of all areas. */
export const TEXT_AREAS = Object.keys(AREAS) as TextArea[];
