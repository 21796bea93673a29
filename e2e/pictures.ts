import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EDITIONS, type Edition, WITH_A_PAST } from './support/editions.ts';
import { newMember, session } from './support/person.ts';
import { settled } from './support/settled.ts';
import { createQr, openAs, openDeposit } from './support/steps.ts';
import { type Browser, expect, remember, test } from './support/test.ts';
import { type Locale, textsOf } from './support/texts.ts';
import { tour } from './support/tour.ts';

const OUT = join(import.meta.dirname, 'screenshots');
/** A contact sheet is at most as large, in bytes, and holds so many pictures: what is left goes on the next one. */
const SHEET_MOST = 1_000_000;
const SHEET_HOLDS = 60;
/**
 * The screens and dialogs that a member meets every day: also shown on the narrowest phone and with letters twice as
 * large.
 */
const MAIN =
  /^(login|how-to|contact|register-(phone|otp|profile|bank)|forgot.*|home|agreement|conditions|profile|sessions|password|statement|game-.*|transfer|withdraw|deposit-(qr|bank|wallet)|slip.*)$/;
/** How long the words beside the chat's picture stay, in milliseconds. */
const INVITE_MS = 6500;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the README', () => {
  test('home in Thai, light', async ({ page, t }) => {
    await openAs(page, await session('thai', WITH_A_PAST.thai), '/user/home');
    await expect(page.getByText(t('mf-wallet:home.balance'))).toBeVisible();
    await page.waitForTimeout(INVITE_MS);
    await settled(page);
    await page.screenshot({ path: join(OUT, 'home-th-light.png') });
  });

  test.describe('on the Laos edition, dark', () => {
    test.use({ edition: 'laos', colorScheme: 'dark' });

    test('a deposit in Lao', async ({ page, t }) => {
      await openAs(page, await session('laos', await newMember('laos')), '/user/home');
      await openDeposit({ page, t });
      await createQr({ page, t }, 100_000);
      await settled(page);
      await page.screenshot({ path: join(OUT, 'deposit-la-dark.png') });
    });
  });
});

interface View {
  edition: Edition;
  language: Locale;
  theme: 'light' | 'dark';
  /** Of the phone, in CSS pixels. */
  width: number;
  /** What the reader set as the size of ordinary letters, in pixels; browsers begin with 16. */
  letters: number;
  /** Which stops of the tour. */
  stops: RegExp;
}

interface Picture {
  name: string;
  image: Buffer;
}

async function pictures(browser: Browser, view: View): Promise<Picture[]> {
  const taken: Picture[] = [];
  const context = await browser.newContext({
    baseURL: EDITIONS[view.edition].portal,
    viewport: { width: view.width, height: 780 },
    isMobile: true,
    hasTouch: true,
    colorScheme: view.theme,
    reducedMotion: 'reduce',
  });
  await remember(context, view.language);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: view.letters } });
  await tour({ page, edition: view.edition, t: textsOf(view.language) }, async (name) => {
    if (!view.stops.test(name)) return;
    await settled(page);
    taken.push({ name, image: await page.screenshot() });
  });
  await context.close();
  return taken;
}

/** All pictures on one page, as sharp as the size allows. */
async function sheet(browser: Browser, taken: Picture[], theme: 'light' | 'dark'): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 800 }, colorScheme: theme });
  const figures = taken.map(
    ({ name, image }) =>
      `<figure><img src="data:image/png;base64,${image.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
  );
  await page.setContent(`<meta name="color-scheme" content="light dark"><style>
    body { display: grid; grid-template-columns: repeat(10, 1fr); gap: 12px; margin: 12px; font: 12px sans-serif; }
    figure { margin: 0; text-align: center; } img { width: 100%; border-radius: 8px; border: 1px solid #8886; }
  </style>${figures.join('')}`);
  for (let quality = 80; ; quality -= 5) {
    const image = await page.screenshot({ type: 'jpeg', quality, fullPage: true });
    if (image.length < SHEET_MOST || quality <= 20) {
      await page.close();
      return image;
    }
  }
}

const COMMON = { theme: 'light', width: 360, letters: 16, stops: /./ } as const;
const SHEETS: Record<string, Omit<View, 'edition' | 'language'>> = {
  light: COMMON,
  dark: { ...COMMON, theme: 'dark' },
  '320': { ...COMMON, width: 320, stops: MAIN },
  'large-text': { ...COMMON, letters: 32, stops: MAIN },
};

for (const [language, edition] of [
  ['th', 'thai'],
  ['la', 'laos'],
  ['en', 'thai'],
] as const) {
  for (const [name, view] of Object.entries(SHEETS)) {
    test(`contact sheet: ${language}, ${name}`, async ({ browser }) => {
      const taken = await pictures(browser, { ...view, edition, language });
      for (let from = 0; from < taken.length; from += SHEET_HOLDS) {
        const image = await sheet(browser, taken.slice(from, from + SHEET_HOLDS), view.theme);
        expect(image.length).toBeLessThan(SHEET_MOST);
        const part = from === 0 ? '' : `-${from / SHEET_HOLDS + 1}`;
        writeFileSync(join(OUT, `contact-sheet-${language}-${name}${part}.jpg`), image);
      }
    });
  }
}
