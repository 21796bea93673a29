import { createInstance, type i18n as I18n, type Resource, type ResourceKey } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import { copyPlainText, lineBreaks } from './line-breaks';
import {
  announceLocale,
  defaultLocale,
  type Edition,
  fromLanguageTag,
  LOCALES,
  type Locale,
  storedLocale,
  storeLocale,
  toLanguageTag,
} from './locale';

/** Loads one language's texts of a namespace: `() => import('./locales/th.json')`. */
export type LocaleLoader = () => Promise<object>;

/** A namespace, or a part of one, in all three languages. */
export type LocaleLoaders = Record<Locale, LocaleLoader>;

/**
 * The one i18next instance of the page. Inside it Lao is `lo`: use `getLocale`, `setLocale` and `useLocale`, not
 * `i18n.language`.
 */
export const i18n: I18n = createInstance();

/** By namespace, or by part of one: `mf-wallet/dialogs` adds texts to `mf-wallet`. */
const registered = new Map<string, LocaleLoaders>([
  [
    'common',
    {
      th: () => import('./locales/th/common.json'),
      la: () => import('./locales/la/common.json'),
      en: () => import('./locales/en/common.json'),
    },
  ],
  [
    'errors',
    {
      th: () => import('./locales/th/errors.json'),
      la: () => import('./locales/la/errors.json'),
      en: () => import('./locales/en/errors.json'),
    },
  ],
]);

/** The language chosen last: of two quick choices the earlier must not win because its texts came later. */
let chosen: Locale | undefined;

async function textsOf(loader: LocaleLoader): Promise<ResourceKey> {
  const module = (await loader()) as { default?: ResourceKey };
  // A copy: other parts are added to it, and what was loaded stays as it is.
  return structuredClone(module.default ?? ({ ...module } as ResourceKey));
}

/** What was loaded, each as its language's tag and its name. */
const loaded = new Set<string>();

function namespaceOf(name: string): string {
  return name.split('/')[0] ?? name;
}

async function add(name: string, loaders: LocaleLoaders, locale: Locale): Promise<void> {
  const tag = toLanguageTag(locale);
  if (loaded.has(`${tag} ${name}`)) return;
  const texts = await textsOf(loaders[locale]);
  // Beside what the namespace's other parts have brought.
  i18n.addResourceBundle(tag, namespaceOf(name), texts, true, true);
  loaded.add(`${tag} ${name}`);
}

/**
 * Starts the texts: the language stored on the device, else the edition's (Lao for laos, Thai otherwise). Awaited once,
 * before the first render. The edition comes from the server; `locale` overrides both, for tests and sandboxes.
 */
export async function initI18n(options: { edition?: Edition; locale?: Locale } = {}): Promise<void> {
  const locale = options.locale ?? storedLocale() ?? defaultLocale(options.edition ?? 'thai');
  const whole = [...registered].filter(([name]) => name === namespaceOf(name));
  const texts = await Promise.all(
    whole.map(async ([name, loaders]) => [name, await textsOf(loaders[locale])] as const),
  );
  const tag = toLanguageTag(locale);
  const resources: Resource = { [tag]: Object.fromEntries(texts) };
  await i18n
    .use(initReactI18next)
    .use(lineBreaks)
    .init({
      lng: tag,
      // A namespace whose texts do not come (a dead remote) goes on in a language that was loaded before, and never
      // shows keys.
      fallbackLng: LOCALES.map(toLanguageTag),
      resources,
      defaultNS: 'common',
      ns: whole.map(([name]) => name),
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      postProcess: [lineBreaks.name],
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  loaded.clear();
  for (const [name] of whole) loaded.add(`${tag} ${name}`);
  await Promise.all([...registered].map(([name, loaders]) => add(name, loaders, locale)));
  announceLocale(locale);
  document.addEventListener('copy', copyPlainText);
}

/**
 * Registers a namespace and loads it in the present language; later languages are loaded by `setLocale`. A remote calls
 * it with its own name before its first screen. A name such as `mf-wallet/dialogs` is a part of a namespace, whose
 * texts are added to those of its other parts. Rejects when the texts cannot be loaded; calling it again tries again.
 */
export async function loadLocale(name: string, loaders: LocaleLoaders): Promise<void> {
  registered.set(name, loaders);
  const present = add(name, loaders, getLocale());
  // A change of the language that is under way began without it.
  const changing = chosen !== undefined && chosen !== getLocale() ? chosen : undefined;
  const next = changing && add(name, loaders, changing).catch(() => undefined);
  await Promise.all([present, next]);
}

/** The present language. */
export function getLocale(): Locale {
  return fromLanguageTag(i18n.language);
}

/** Whether some texts of the present language did not come: choosing it again tries again. */
export function isLocaleIncomplete(): boolean {
  return [...registered.keys()].some((name) => !loaded.has(`${i18n.language} ${name}`));
}

/**
 * Changes the language, remembers it on the device and tells the server. A namespace whose texts fail to load (a dead
 * remote) does not hold up the others (`isLocaleIncomplete` tells); the kit's own must load, or it rejects and nothing
 * changes. Choosing the present language again asks for what is missing.
 */
export async function setLocale(locale: Locale): Promise<void> {
  chosen = locale;
  const own = ['common', 'errors'];
  await Promise.all(
    [...registered].map(([name, loaders]) => {
      const added = add(name, loaders, locale);
      return own.includes(name) ? added : added.catch(() => undefined);
    }),
  );
  if (chosen !== locale) return;
  storeLocale(locale);
  announceLocale(locale);
  await i18n.changeLanguage(toLanguageTag(locale));
}

/**
 * Calls `listener` after every change of the language; server texts are per language, so the shell refetches then.
 * Returns the undo.
 */
export function subscribeLocale(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

/** The present language as React state. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribeLocale, getLocale, () => 'th');
}
