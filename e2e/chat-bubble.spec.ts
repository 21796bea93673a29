import { newMember, session } from './support/person.ts';
import { settled } from './support/settled.ts';
import { openAs } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

/** Telephones: the usual one, the narrowest, and one on its side. */
const SCREENS = [
  { width: 360, height: 780 },
  { width: 320, height: 640 },
  { width: 780, height: 360 },
];
const PATHS = ['/user/home', '/user/profile', '/user/statement', '/user/bonus', '/user/spin', '/user/contact'];

/** Longer than the button waits before it looks where it may stand, and than it takes to go there. */
const STAND_MS = 700;

/** What can be pressed and lies under the chat's button, where that is to be seen. */
async function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const face = document.querySelector<HTMLElement>('[data-chat-face]');
    const button = face?.closest('button');
    if (!face || !button) return ['no chat button'];
    const shown = [face, ...button.querySelectorAll<HTMLElement>('[class*=invite]')].filter(
      (element) => Number(getComputedStyle(element).opacity) > 0.05,
    );
    const below = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
      (element) => element !== button && !element.closest('nav') && element.checkVisibility({ opacityProperty: true }),
    );
    return shown.flatMap((over) => {
      const a = over.getBoundingClientRect();
      return below
        .filter((element) => {
          const b = element.getBoundingClientRect();
          const seen = Math.min(a.right, innerWidth);
          return a.left < b.right - 1 && b.left < seen - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        })
        .map((element) => `${element.textContent || element.getAttribute('aria-label')} at ${Math.round(scrollY)}`);
    });
  });
}

for (const edition of ['thai', 'laos'] as const) {
  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    test('the chat button covers nothing that can be pressed, on any screen, wherever it is scrolled to', async ({
      context,
    }) => {
      test.setTimeout(180_000);
      const token = await session(edition, await newMember(edition));
      // It is waiting that takes the time, so all telephones wait together.
      await Promise.all(
        SCREENS.map(async (size) => {
          const page = await context.newPage();
          await page.setViewportSize(size);
          await openAs(page, token, '/terminated');
          for (const path of PATHS) {
            await page.goto(path);
            await expect(page.locator('[data-chat-face]')).toBeAttached();
            await settled(page);
            const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
            // Down, and a little back: then it would return.
            for (const y of [0, end / 3, end / 3 - 40, end]) {
              await page.evaluate((top) => window.scrollTo(0, Math.max(0, top)), y);
              await page.waitForTimeout(STAND_MS);
              // A busy machine is later.
              await expect
                .poll(() => covered(page), {
                  message: `${path} at ${size.width} x ${size.height}, scrolled to ${y}`,
                  timeout: 10_000,
                })
                .toEqual([]);
            }
          }
        }),
      );
    });

    test('where it stands aside it still opens the chat, and the keyboard finds it whole', async ({ page, t }) => {
      await openAs(page, await session(edition, await newMember(edition)), '/user/home');
      const button = page.getByRole('button', { name: t('shell:chat.open') });
      await expect(button).toHaveAttribute('data-aside');
      const face = page.locator('[data-chat-face]');
      await settled(page);
      const { x } = (await face.boundingBox()) ?? { x: 0 };
      expect(x, 'the edge that is left').toBeLessThan(360 - 14);
      await page.touchscreen.tap(x + 8, ((await face.boundingBox())?.y ?? 0) + 20);
      await expect(page.getByRole('dialog', { name: t('chat:title') })).toBeVisible();
    });
  });
}
