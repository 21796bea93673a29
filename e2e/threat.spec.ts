import { openWay } from './support/deposits.ts';
import { openMoney } from './support/money-steps.ts';
import { PAYLOADS, provoke, URLS, watchStrange } from './support/payloads.ts';
import { newMember, session } from './support/person.ts';
import { createQr, openAs } from './support/steps.ts';
import { type BrowserContext, expect, type Page, test } from './support/test.ts';
import type { textsOf } from './support/texts.ts';

/** What a screen shows as HTML, as text, and follows as a link, by the names of the wire. */
const HTML = new Set(['contactText', 'notice', 'info', 'html', 'description', 'htmlDescription']);
const HTML_LISTS = new Set(['conditions', 'agreements']);
const TEXTS = new Set([
  'name',
  'lineName',
  'nameTH',
  'nameEN',
  'bankAccountName',
  'walletAccountName',
  'qrTitle',
  'from',
  'to',
]);
const LINKS = new Set(['website', 'lineLink', 'web', 'android', 'ios', 'link']);
const MARKUP = new Set(['qrcode']);

/** Puts payloads into everything of an answer that a screen shows. */
function poison(value: unknown, next: () => string, url: () => string, name = ''): unknown {
  if (Array.isArray(value)) {
    if (HTML_LISTS.has(name)) return PAYLOADS;
    return value.map((item) => poison(item, next, url, name));
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, poison(held, next, url, key)]));
  }
  if (typeof value !== 'string') return LINKS.has(name) ? url() : value;
  if (HTML.has(name)) return Array.from({ length: 10 }, next).join('<hr>');
  if (MARKUP.has(name)) return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${next()}${next()}</svg>`;
  if (TEXTS.has(name)) return next();
  return LINKS.has(name) ? url() : value;
}

/**
 * Makes the server one that has been taken over: whatever it lets a screen show holds a payload, another one at every
 * call.
 */
async function takeOver(context: BrowserContext, agreements: boolean): Promise<void> {
  let payload = 0;
  let url = 0;
  await context.route('**/api/**', async (route) => {
    const answer = await route.fetch();
    if (!answer.ok() || !answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer });
    const body: unknown = await answer.json();
    // Agreements that nobody has accepted, so that the home opens them by itself.
    if (agreements && route.request().url().endsWith('/lookup/agreements'))
      Object.assign(body as object, { version: 'of an intruder' });
    await route.fulfill({
      response: answer,
      json: poison(
        body,
        () => PAYLOADS[payload++ % PAYLOADS.length] ?? '',
        () => URLS[url++ % URLS.length] ?? '',
      ),
    });
  });
}

/**
 * The screens and dialogs that show what the server or other people wrote. How often: so that every payload has its
 * turn.
 */
const SINKS: Record<
  string,
  { times: number; signedIn: boolean; open: (at: { page: Page; t: ReturnType<typeof textsOf> }) => Promise<void> }
> = {
  contact: {
    times: Math.ceil(PAYLOADS.length / 10),
    signedIn: false,
    open: async ({ page, t }) => {
      await page.goto('/contact');
      await expect(page.getByText(t('shell:contact.version', { version: '1.1.14' }))).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    },
  },
  registration: {
    times: 2,
    signedIn: false,
    open: async ({ page, t }) => {
      await page.goto('/register');
      await expect(page.getByRole('heading', { name: t('shell:register.phone.title') })).toBeVisible();
    },
  },
  home: {
    times: 3,
    signedIn: true,
    open: async ({ page, t }) => {
      await page.goto('/user/home');
      await expect(page.getByText(t('mf-wallet:home.balance'))).toBeVisible();
      // The agreements come by themselves: all payloads, each in a place of its own.
      await expect(page.getByRole('alertdialog', { name: t('mf-wallet:agreement.title') })).toBeVisible();
    },
  },
  deposit: {
    times: 2,
    signedIn: true,
    open: async (at) => {
      await at.page.goto('/user/home');
      for (const way of ['bank', 'wallet', 'qr'] as const) {
        await openWay(at, way);
        expect(await provoke(at.page), way).toEqual({ ran: false, links: [] });
        if (way !== 'qr') await at.page.keyboard.press('Escape');
      }
      // The second time it is the one that was made the first time.
      const amount = at.page.getByLabel(at.t('mf-wallet:qr.amount'));
      const waiting = at.page.getByText(at.t('mf-wallet:qr.waiting'));
      await expect(amount.or(waiting).first()).toBeVisible();
      if (await amount.isVisible()) await createQr(at, 100);
      await expect(at.page.getByRole('dialog').locator('img').first()).toBeVisible();
    },
  },
  withdraw: {
    times: 2,
    signedIn: true,
    open: async (at) => {
      await at.page.goto('/user/home');
      await openMoney(at, 'withdraw');
    },
  },
  game: {
    times: 2,
    signedIn: true,
    open: async ({ page, t }) => {
      await page.goto('/user/home');
      await page
        .getByRole('main')
        .getByRole('button', { name: t('mf-wallet:home.open') })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  conditions: {
    times: 1,
    signedIn: true,
    open: async ({ page, t }) => {
      await page.goto('/user/statement');
      await page.getByRole('button', { name: t('shell:nav.conditions') }).click();
      await expect(page.getByRole('dialog', { name: t('shell:conditions.title') })).toBeVisible();
      await expect(page.getByRole('dialog').locator('[aria-busy=true]')).toHaveCount(0);
    },
  },
  profile: {
    times: 3,
    signedIn: true,
    open: async ({ page, t }) => {
      await page.goto('/user/profile');
      await expect(page.getByText(t('shell:profile.bankAccount'))).toBeVisible();
    },
  },
  statement: {
    times: 2,
    signedIn: true,
    open: async ({ page, t }) => {
      await page.goto('/user/statement');
      await expect(page.getByRole('heading', { name: t('mf-wallet:statement.title') })).toBeVisible();
    },
  },
};

// Without the security policy, which would hide that something got past the sanitising; and because a browser also
// reports what stands in the inert document that is being cleaned.
test.describe('by sanitising alone', () => {
  test.use({ bypassCSP: true });
  for (const [name, { times, signedIn, open }] of Object.entries(SINKS)) {
    test(`of ${PAYLOADS.length} scripts that a server could send, none runs on the screen: ${name}`, async ({
      context,
      page,
      edition,
      t,
      baseURL,
    }) => {
      test.setTimeout(180_000);
      const token = signedIn ? await session(edition, await newMember(edition)) : undefined;
      if (token) await openAs(page, token, '/user/statement');
      await takeOver(context, name === 'home');
      const strange = watchStrange(context, baseURL);
      for (let round = 0; round < times; round++) {
        await open({ page, t });
        expect(await provoke(page), `round ${round}`).toEqual({ ran: false, links: [] });
      }
      // An answer that is being rewritten while the context closes fails the test.
      await context.unrouteAll({ behavior: 'wait' });
      expect(strange, 'requests to others, and dialogs').toEqual([]);
    });
  }
});

test('where nobody cleans, the same scripts do run', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${baseURL}/terminated`);
  let ran = 0;
  for (const payload of PAYLOADS) {
    ran += await page.evaluate(async (html) => {
      const place = document.createElement('iframe');
      place.srcdoc = html;
      const loaded = new Promise((resolve) => place.addEventListener('load', resolve));
      document.body.append(place);
      await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 500))]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      try {
        return place.contentWindow !== null && 'krapaoRan' in place.contentWindow ? 1 : 0;
      } catch {
        return 1; // it led its frame to another origin
      } finally {
        place.remove();
      }
    }, payload);
  }
  await context.close();
  expect(ran, 'scripts that run where nobody cleans').toBeGreaterThan(40);
});
