import type { ParseKeys } from 'i18next';
import type account from './locales/en/account.json';
import type chat from './locales/en/chat.json';
import type common from './locales/en/common.json';
import type errors from './locales/en/errors.json';
import type reward from './locales/en/reward.json';
import type slip from './locales/en/slip.json';
import type spin from './locales/en/spin.json';
import type wallet from './locales/en/wallet.json';

/**
 * Every namespace with its texts, so that the type check knows each key. An application adds its own in `src/texts.ts`:
 * `declare module '@krapao/kit/i18n' { interface TextNamespaces { 'mf-spin': typeof texts } }`.
 */
export interface TextNamespaces {
  account: typeof account;
  chat: typeof chat;
  common: typeof common;
  errors: typeof errors;
  reward: typeof reward;
  slip: typeof slip;
  spin: typeof spin;
  wallet: typeof wallet;
}

/** A key of a namespace's texts, for what carries one to where it is shown. */
export type TextKey<Namespace extends keyof TextNamespaces> = ParseKeys<Namespace>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: TextNamespaces;
  }
}
