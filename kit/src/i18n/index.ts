export { loadArea, type TextArea } from './areas';
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
export { type Edition, LOCALES, type Locale, toLanguageTag } from './locale';
export { currencyLabel, errorText, relativeText } from './text';
