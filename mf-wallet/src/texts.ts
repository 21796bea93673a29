import '@krapao/kit/i18n';
import type dialogs from './locales/dialogs/en.json';
import type texts from './locales/en.json';

declare module '@krapao/kit/i18n' {
  interface TextNamespaces {
    'mf-wallet': typeof texts & typeof dialogs;
  }
}
