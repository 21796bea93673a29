import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { RemoteLocale } from '../federation';
import { loadArea, loadLocale, type TextArea } from '../i18n';

/** What the tests of one application need. */
export interface ApplicationInput {
  /** The package's name. */
  name: string;
  /** `(locale) => import(`../locales/${locale}.json`)`. */
  texts: (locale: RemoteLocale) => Promise<object>;
  /** The specification's texts that it shows. */
  areas?: TextArea[];
  /** Answers its calls; what a test changes ends with the test, and a call that nobody answers fails. */
  server: SetupServer;
}

/**
 * Sets up the tests of an application, in its `src/testing/setup.ts`: its texts are there and its calls are answered.
 */
export async function setUpApplication({ name, texts, areas = [], server }: ApplicationInput): Promise<void> {
  await loadLocale(name, { th: () => texts('th'), la: () => texts('la'), en: () => texts('en') });
  await Promise.all(areas.map(loadArea));
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}
