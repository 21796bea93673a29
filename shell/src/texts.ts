import '@krapao/kit/i18n';
import type texts from './locales/en.json';

declare module '@krapao/kit/i18n' {
  interface TextNamespaces {
    shell: typeof texts;
  }
}
