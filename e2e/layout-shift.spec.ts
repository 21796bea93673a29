import { rigBonuses, type Standing } from './support/bonus.ts';
import { LANGUAGE_OF, WITH_A_PAST } from './support/editions.ts';
import { session } from './support/person.ts';
import { openAs } from './support/steps.ts';
import { expect, type Page, type Route, test } from './support/test.ts';

/** How far something to tap may move when an answer comes, in pixels. */
const MOST = 4;

/** Notes in the page, frame by frame, what on the screen can be tapped and moved further up or down than it may. */
async function noteMoves(page: Page): Promise<void> {
  await page.addInitScript((most) => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    const tops = new WeakMap<Element, number>();
    const look = () => {
      for (const element of document.querySelectorAll('main :is(a, button, input)')) {
        const { top } = element.getBoundingClientRect();
        const before = tops.get(element) ?? top;
        const by = top - before;
        if (Math.abs(by) > most && before < window.innerHeight)
          moves.push(`${element.outerHTML.slice(0, 40)} ${element.textContent} moved by ${by}`);
        tops.set(element, top);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, MOST);
}

/** Holds every answer and piece of code, and lets one after the other come: the first asked for first, or last. */
async function answerOneByOne(page: Page, order: 'first' | 'last', open: () => Promise<void>): Promise<void> {
  const held: Route[] = [];
  await page.route(/\/(api|mf)\//, (route) => {
    held.push(route);
  });
  let isOpen = false;
  const opened = open().then(() => {
    isOpen = true;
  });
  const busy = page.locator('main [aria-busy=true]');
  for (let calm = 0; calm < 4; ) {
    await page.waitForTimeout(100);
    const route = order === 'first' ? held.shift() : held.pop();
    await route?.fallback();
    calm = route || !isOpen || (await busy.count()) > 0 ? 0 : calm + 1;
  }
  await opened;
}

/** Home is not among them: its balance is as tall as what the member has, which nobody knows before the wallet comes. */
const SCREENS: { path: string; standing?: Standing }[] = [
  { path: 'bonus', standing: null },
  { path: 'bonus', standing: 'OPEN' },
  { path: 'spin' },
  { path: 'statement' },
  { path: 'profile' },
  { path: 'contact' },
];

for (const { edition, order } of [
  { edition: 'thai', order: 'last' },
  { edition: 'laos', order: 'first' },
] as const) {
  test.describe(`on the ${edition} edition, where what was asked for ${order} comes first`, () => {
    test.use({ edition });

    for (const { path, standing } of SCREENS) {
      const under = standing ? ' under a condition' : '';
      test(`nothing on ${path}${under} moves from under a finger`, async ({ page, t }) => {
        if (standing !== undefined) await rigBonuses({ page, edition }, { language: LANGUAGE_OF[edition], standing });
        await noteMoves(page);
        const token = await session(edition, WITH_A_PAST[edition]);
        await answerOneByOne(page, order, () => openAs(page, token, `/user/${path}`));
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        if (path === 'bonus')
          await expect(page.getByRole('heading', { name: t('mf-bonus:bonus.offers') })).toBeVisible();
        expect(await page.evaluate(() => (window as unknown as { moves: string[] }).moves)).toEqual([]);
      });
    }
  });
}
