import { loadArea, loadLocale } from '@krapao/kit/i18n';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { server } from './server';

await loadLocale('mf-spin', {
  th: () => import('../locales/th.json'),
  la: () => import('../locales/la.json'),
  en: () => import('../locales/en.json'),
});

await loadArea('spin');

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
