import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { keepTogether } from '../../kit/src/i18n/line-breaks.ts';

export type Locale = 'th' | 'la' | 'en';

type Texts = { [key: string]: string | Texts };

const root = resolve(import.meta.dirname, '..', '..');
/** Where each namespace's texts lie; those of a remote, by part. */
const files = (locale: Locale): Record<string, string | string[]> => ({
  shell: `shell/src/locales/${locale}.json`,
  'mf-wallet': ['', 'dialogs/'].map((part) => `mf-wallet/src/locales/${part}${locale}.json`),
  'mf-bonus': `mf-bonus/src/locales/${locale}.json`,
  'mf-chat': `mf-chat/src/locales/${locale}.json`,
  'mf-spin': `mf-spin/src/locales/${locale}.json`,
  account: `kit/src/i18n/locales/${locale}/account.json`,
  chat: `kit/src/i18n/locales/${locale}/chat.json`,
  common: `kit/src/i18n/locales/${locale}/common.json`,
  errors: `kit/src/i18n/locales/${locale}/errors.json`,
  reward: `kit/src/i18n/locales/${locale}/reward.json`,
  slip: `kit/src/i18n/locales/${locale}/slip.json`,
  spin: `kit/src/i18n/locales/${locale}/spin.json`,
  wallet: `kit/src/i18n/locales/${locale}/wallet.json`,
});

/** The texts of one language as a member reads them: `t('shell:login.submit')`. Fails on a key that is not there. */
export function textsOf(locale: Locale): (key: string, values?: Record<string, string | number>) => string {
  const loaded = new Map<string, Texts>();
  return (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':');
    const parts = files(locale)[namespace];
    if (!parts) throw new Error(`no texts are called ${namespace}`);
    if (!loaded.has(namespace)) {
      const read = (file: string) => JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Texts;
      loaded.set(namespace, Object.assign({}, ...[parts].flat().map(read)) as Texts);
    }
    let found: string | Texts | undefined = loaded.get(namespace);
    for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') throw new Error(`${locale} has no text ${key}`);
    const text = found.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => String(values[name] ?? ''));
    // Playwright reads every space as a plain one.
    return keepTogether(text).replaceAll('\u00a0', ' ');
  };
}
