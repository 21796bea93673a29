import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EDITIONS } from '../support/editions.ts';
import { expect, remember, test } from '../support/test.ts';
import { textsOf } from '../support/texts.ts';
import { Camera } from './camera.ts';
import { webVtt, wordsOf } from './captions.ts';
import { develop, SCREEN, SHARPNESS } from './studio.ts';
import { WALKS } from './walks.ts';

/** Where the server has them from: /media/help/wallet-th.mp4. */
const OUT = join(import.meta.dirname, '..', '..', 'shell', 'public', 'media', 'help');
/** In bytes; phones fetch them on the go. */
const FILM_MOST = 400_000;

for (const [language, edition] of [
  ['th', 'thai'],
  ['la', 'laos'],
  ['en', 'thai'],
] as const) {
  for (const [code, walk] of Object.entries(WALKS)) {
    test(`${code}, ${language}`, async ({ browser }) => {
      const context = await browser.newContext({
        baseURL: EDITIONS[edition].portal,
        viewport: SCREEN,
        deviceScaleFactor: SHARPNESS,
        isMobile: true,
        hasTouch: true,
        colorScheme: 'light',
        reducedMotion: 'reduce',
      });
      await remember(context, language);
      // The chat's picture, and how much waits in it, would stand over what the film shows.
      await context.route('**/api/lookup/enableChatWidget', (route) =>
        route.fulfill({ json: { enableChatWidget: false } }),
      );
      const page = await context.newPage();
      const camera = new Camera(page, wordsOf(language, code));
      await walk({ page, edition, t: textsOf(language) }, camera);
      await context.close();

      mkdirSync(OUT, { recursive: true });
      const stem = join(OUT, `${code}-${language}`);
      const { cues, seconds, poster } = await develop(browser, camera.shots, `${stem}.mp4`);
      writeFileSync(`${stem}.vtt`, webVtt(cues, language));
      writeFileSync(`${stem}.jpg`, poster);
      expect(seconds).toBeGreaterThan(20);
      expect(seconds).toBeLessThan(45);
      expect(statSync(`${stem}.mp4`).size).toBeLessThan(FILM_MOST);
    });
  }
}
