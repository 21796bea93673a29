import { DIALOGS, inaccessible } from './support/accessible.ts';
import type { Edition } from './support/editions.ts';
import { portal } from './support/person.ts';
import { settled } from './support/settled.ts';
import { expect, type Page, test } from './support/test.ts';
import type { Locale } from './support/texts.ts';
import { TOURS } from './support/tour.ts';

/** The narrowest phone, and the one that the screens are designed for. */
const WIDTHS = [320, 360];
const LANGUAGE_TAG = { th: 'th', la: 'lo', en: 'en' } as const;

/**
 * Every language, edition and theme; an edition has no colours of its own. The other combinations stand on the contact
 * sheets. The first also shows every stop in the colours of a reader, on a small phone.
 */
const WALKS: { edition: Edition; language: Locale; theme: 'light' | 'dark'; readersColours?: boolean }[] = [
  { edition: 'thai', language: 'th', theme: 'light', readersColours: true },
  { edition: 'laos', language: 'la', theme: 'dark' },
  { edition: 'thai', language: 'en', theme: 'dark' },
];

/**
 * What browsers note although nothing is wrong: no screen's address, a transfer that is refused, the parties' pages.
 */
const EXPECTED = [/404.*\/no-such-screen$/, /status of 409 .*\/api\/wallet\/transfer$/, /http:\/\/localhost:\d+90\//];

interface Site {
  title: string;
  metaDescription: string;
  metaKeywords: string;
}

async function settings(edition: Edition, language: Locale): Promise<Site> {
  const at = await portal(edition);
  const answer = await at.get('/api/lookup/site', { headers: { Cookie: `language=${language.toUpperCase()}` } });
  const site = (await answer.json()) as Site;
  await at.dispose();
  return site;
}

/** Gives the page a size, where it has another: to lay a screen out anew takes long. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

/** What is wider than it may be: the page, or the dialog over it. */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const dialogs = [...document.querySelectorAll(selector)];
    return [document.documentElement, ...dialogs, ...dialogs.flatMap((dialog) => [...dialog.children])]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .map((element) => `<${element.tagName.toLowerCase()}> ${element.scrollWidth} > ${element.clientWidth}`);
  }, DIALOGS);
}

/** Small phones: upright, and on its side. */
const SMALL = [
  { width: 320, height: 640 },
  { width: 640, height: 320 },
];

/** Buttons that stand in reach of the thumb. */
const IN_REACH = '[data-dialog-foot] button, [data-dialog-head] button';

/** Those of them that do not: below the screen, or beside it. */
async function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter((button) => {
          const { top, bottom, left, right } = button.getBoundingClientRect();
          return top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1;
        })
        .map((button) => button.textContent || button.getAttribute('aria-label') || 'a button'),
    IN_REACH,
  );
}

/**
 * Controls that nothing marks as such once the reader's colours have taken grounds and shadows away. What is ticked the
 * browser draws itself.
 */
async function withoutEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input:not([type=radio], [type=checkbox]), select, textarea')]
      .filter((control) => control.checkVisibility({ opacityProperty: true }))
      .filter((control) => getComputedStyle(control).borderTopStyle === 'none')
      .map((control) => control.outerHTML.slice(0, 120)),
  );
}

/** The page's title and its words for search engines are what operators set. */
async function describesItself(page: Page, site: Site, name: string): Promise<void> {
  expect.soft(await page.title(), name).toMatch(new RegExp(`(^| · )${site.title}$`));
  const meta = (which: string) => page.locator(`meta[name=${which}]`);
  await expect.soft(meta('description'), name).toHaveAttribute('content', site.metaDescription);
  await expect.soft(meta('keywords'), name).toHaveAttribute('content', site.metaKeywords);
}

/** What a reader with colours of their own meets on a small phone. */
async function inReadersColours(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  expect.soft(await page.evaluate(() => matchMedia('(forced-colors: active)').matches), name).toBe(true);
  await settled(page);
  expect.soft(await inaccessible(page, { ownColours: false }), `${name}: axe, in the reader's colours`).toEqual([]);
  expect.soft(await withoutEdge(page), `${name}: controls without an edge`).toEqual([]);
  // Not where no button could be out of reach.
  const small = (await page.locator(IN_REACH).count()) > 0 ? SMALL : [];
  for (const { width, height } of small) {
    await resize(page, { width, height });
    expect.soft(await outOfReach(page), `${name}: out of reach at ${width} x ${height}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  if (size) await resize(page, size);
}

for (const { edition, language, theme, readersColours } of WALKS) {
  const also = readersColours ? '; in the colours of a reader it can be seen too, with its buttons in reach' : '';
  test.describe(`${language} on the ${edition} edition, ${theme}`, () => {
    test.use({ edition, language, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } });

    for (const [who, tour] of Object.entries(TOURS)) {
      test(`every screen and dialog of ${who} is accessible, fits a narrow phone, and says nothing in the console${also}`, async ({
        page,
        t,
        troubles,
      }) => {
        test.setTimeout(480_000);
        const site = await settings(edition, language);
        // Each stop begins at the width where the last one ended.
        const widths = [...WIDTHS];
        await tour({ page, edition, t }, async (name, { bare } = {}) => {
          await settled(page);
          expect.soft(await inaccessible(page), `${name}: axe`).toEqual([]);
          for (const width of widths.reverse()) {
            await resize(page, { width, height: 780 });
            expect.soft(await tooWide(page), `${name}: wider than ${width} px`).toEqual([]);
          }
          await expect.soft(page.locator('html'), name).toHaveAttribute('lang', LANGUAGE_TAG[language]);
          if (!bare) await describesItself(page, site, name);
          // Last: a dialog that closes by itself may be gone by then.
          if (readersColours) await inReadersColours(page, name);
        });
        expect(
          troubles.console.filter((text) => !EXPECTED.some((expected) => expected.test(text))),
          'errors in the console',
        ).toEqual([]);
      });
    }
  });
}
