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

/** Every language, edition and theme; an edition has no colours of its own. The other combinations stand on the contact sheets. */
const WALKS: { edition: Edition; language: Locale; theme: 'light' | 'dark' }[] = [
  { edition: 'thai', language: 'th', theme: 'light' },
  { edition: 'laos', language: 'la', theme: 'dark' },
  { edition: 'thai', language: 'en', theme: 'dark' },
];

/** What browsers note although nothing is wrong: no screen's address, a transfer that is refused, a call whose issue is not built, the parties' pages. */
const EXPECTED = [
  /404.*\/no-such-screen$/,
  /status of 409 .*\/api\/wallet\/transfer$/,
  /status of 501 /,
  /http:\/\/localhost:\d+90\//,
];

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
