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
 * sheets.
 */
const WALKS: { edition: Edition; language: Locale; theme: 'light' | 'dark' }[] = [
  { edition: 'thai', language: 'th', theme: 'light' },
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

/** Buttons that stand in reach of the thumb, and do not: below the screen, or beside it. */
async function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-dialog-foot] button, [data-dialog-head] button')]
      .filter((button) => {
        const { top, bottom, left, right } = button.getBoundingClientRect();
        return top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1;
      })
      .map((button) => button.textContent || button.getAttribute('aria-label') || 'a button'),
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

test.describe('with colours of the reader, on a small phone', () => {
  test.use({ colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

  for (const [who, tour] of Object.entries(TOURS)) {
    test(`every screen and dialog of ${who} can be seen, is accessible, and keeps its buttons in reach`, async ({
      page,
      edition,
      t,
    }) => {
      test.setTimeout(240_000);
      await tour({ page, edition, t }, async (name) => {
        await settled(page);
        expect.soft(await page.evaluate(() => matchMedia('(forced-colors: active)').matches), name).toBe(true);
        expect.soft(await inaccessible(page, { ownColours: false }), `${name}: axe`).toEqual([]);
        expect.soft(await withoutEdge(page), `${name}: controls without an edge`).toEqual([]);
        for (const size of SMALL) {
          await page.setViewportSize(size);
          expect.soft(await outOfReach(page), `${name}: out of reach at ${size.width} x ${size.height}`).toEqual([]);
        }
        await page.setViewportSize({ width: 360, height: 780 });
      });
    });
  }
});

for (const { edition, language, theme } of WALKS) {
  test.describe(`${language} on the ${edition} edition, ${theme}`, () => {
    test.use({ edition, language, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } });

    for (const [who, tour] of Object.entries(TOURS)) {
      test(`every screen and dialog of ${who} is accessible, fits a narrow phone, and says nothing in the console`, async ({
        page,
        t,
        troubles,
      }) => {
        test.setTimeout(240_000);
        const site = await settings(edition, language);
        // Each stop begins at the width where the last one ended.
        const widths = [...WIDTHS];
        await tour({ page, edition, t }, async (name, { bare } = {}) => {
          await settled(page);
          expect.soft(await inaccessible(page), `${name}: axe`).toEqual([]);
          for (const width of widths.reverse()) {
            await page.setViewportSize({ width, height: 780 });
            expect.soft(await tooWide(page), `${name}: wider than ${width} px`).toEqual([]);
          }
          await expect.soft(page.locator('html'), name).toHaveAttribute('lang', LANGUAGE_TAG[language]);
          if (bare) return;
          expect.soft(await page.title(), name).toMatch(new RegExp(`(^| · )${site.title}$`));
          const meta = (which: string) => page.locator(`meta[name=${which}]`);
          await expect.soft(meta('description'), name).toHaveAttribute('content', site.metaDescription);
          await expect.soft(meta('keywords'), name).toHaveAttribute('content', site.metaKeywords);
        });
        expect(
          troubles.console.filter((text) => !EXPECTED.some((expected) => expected.test(text))),
          'errors in the console',
        ).toEqual([]);
      });
    }
  });
}
