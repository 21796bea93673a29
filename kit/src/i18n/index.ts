export { loadArea, type TextArea } from './areas';
export { bankName, type LocalName } from './bank-name';
export {
  getLocale,
  i18n,
  initI18n,
  isLocaleIncomplete,
  type LocaleLoader,
  type LocaleLoaders,
  loadLocale,
  setLocale,
  subscribeLocale,
  useLocale,
} from './i18n';
export { keepTogether, plainText } from './line-breaks';
export { type Edition, LOCALES, type Locale, toLanguageTag } from './locale';
export type * from './resources';
export { amountText, currencyLabel, errorText, failureText, relativeText } from './text';
