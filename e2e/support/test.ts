import { writeFileSync } from 'node:fs';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  type CDPSession,
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
} from '@playwright/test';
import { fromNewAddress } from './address.ts';
import { EDITIONS, type Edition, LANGUAGE_OF } from './editions.ts';
import { type Locale, textsOf } from './texts.ts';

/** What a test may choose with `test.use`. */
export interface Choices {
  /** Which product. */
  edition: Edition;
  /** The language that the member's device remembers; the edition's own, and nothing remembered, unless given. */
  language: Locale | undefined;
}

/** What goes wrong in a browser without anybody saying so. */
export interface Troubles {
  /** What the page's security policy refused. */
  violations: string[];
  /** Errors that nobody caught. */
  uncaught: string[];
  /** What the console shows in red. */
  console: string[];
}

interface Given {
  /** The texts of the language. */
  t: ReturnType<typeof textsOf>;
  /** Collected from every page of the context; violations and uncaught errors fail every test at its end. */
  troubles: Troubles;
}

/** Collects the troubles of every page that the context opens from now on. */
export async function watch(context: BrowserContext): Promise<Troubles> {
  const troubles: Troubles = { violations: [], uncaught: [], console: [] };
  await context.exposeBinding('reportViolation', (_source, text: string) => troubles.violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report(`${event.violatedDirective}: ${event.blockedURI} ${event.sample} in ${event.sourceFile}`);
    });
  });
  context.on('weberror', (error) => troubles.uncaught.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.console.push(`${message.text()} ${message.location().url}`);
  });
  return troubles;
}

/** Notes the calls of every page of the context, with what became of them. */
function calls(context: BrowserContext): string[] {
  const noted: string[] = [];
  const note = (request: Request, end: string | number) => {
    if (request.url().includes('/api/'))
      noted.push(`${new Date().toISOString().slice(11, 23)} ${request.method()} ${request.url()} ${end}`);
  };
  context.on('request', (request) => note(request, 'asked'));
  context.on('response', (response) => note(response.request(), response.status()));
  context.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
  return noted;
}

/** Lets the device remember a language, as if the member had chosen it before. */
export async function remember(context: BrowserContext, language: Locale): Promise<void> {
  await context.addInitScript((locale) => {
    if (location.protocol.startsWith('http') && !localStorage.getItem('locale')) localStorage.setItem('locale', locale);
  }, language);
}

export const test = base.extend<Choices & Given>({
  edition: ['thai', { option: true }],
  language: [undefined, { option: true }],
  baseURL: async ({ edition }, use) => use(EDITIONS[edition].portal),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  extraHTTPHeaders: async ({}, use) => use(fromNewAddress()),
  t: async ({ edition, language }, use) => use(textsOf(language ?? LANGUAGE_OF[edition])),
  troubles: [
    async ({ context, language }, use, info) => {
      if (language) await remember(context, language);
      const troubles = await watch(context);
      const noted = calls(context);
      await use(troubles);
      const isRed = info.status !== info.expectedStatus || troubles.violations.length + troubles.uncaught.length > 0;
      if (isRed) writeFileSync(info.outputPath('calls.txt'), noted.join('\n'));
      expect(troubles.violations, 'violations of the security policy').toEqual([]);
      expect(troubles.uncaught, 'errors that nobody caught').toEqual([]);
    },
    { auto: true },
  ],
});

export {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type CDPSession,
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
};
