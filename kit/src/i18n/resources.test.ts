import { expect, test } from 'vitest';
import { i18n, initI18n } from './i18n';
import type { TextKey } from './resources';

test('the type check knows every text, so a key that nobody wrote does not pass it', async () => {
  await initI18n({ locale: 'en' });
  expect(i18n.t('action.retry')).not.toBe('action.retry');
  // @ts-expect-error nobody wrote it.
  expect(i18n.t('action.retri')).toBe('action.retri');
  // @ts-expect-error it is another namespace's.
  const key: TextKey<'chat'> = 'action.retry';
  expect(key).toBeTruthy();
});
