import { loadLocale } from '@krapao/kit/i18n';

/** Loads our texts for what a member opens; home and the names of the screens do without them. */
export function loadDialogTexts(): Promise<void> {
  return loadLocale('mf-wallet/dialogs', {
    th: () => import('./locales/dialogs/th.json'),
    la: () => import('./locales/dialogs/la.json'),
    en: () => import('./locales/dialogs/en.json'),
  });
}
