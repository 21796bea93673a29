import { rigBonuses, type Standing } from './support/bonus.ts';
import { LANGUAGE_OF, WITH_A_PAST } from './support/editions.ts';
import { newMember, session } from './support/person.ts';
import { openAs } from './support/steps.ts';
import { expect, type Page, type Request, type Route, test } from './support/test.ts';

/** How far something to tap may move when an answer comes, in pixels. */
const MOST = 4;

/** Notes in the page, frame by frame, what on the screen can be tapped and moved further than it may. */
async function noteMoves(page: Page): Promise<void> {
  await page.addInitScript((most) => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    const places = new WeakMap<Element, DOMRect>();
    const look = () => {
      for (const element of document.querySelectorAll('main :is(a, button, input)')) {
        const now = element.getBoundingClientRect();
        const first = places.get(element);
        const by = first ? Math.max(Math.abs(now.top - first.top), Math.abs(now.left - first.left)) : 0;
        if (first && by > most && first.top < window.innerHeight)
          moves.push(`${element.outerHTML.slice(0, 40)} ${element.textContent} moved by ${by}`);
        if (now.width > 0 && (!first || by > most)) places.set(element, now);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, MOST);
}

const moves = (page: Page) => page.evaluate(() => (window as unknown as { moves: string[] }).moves);

/** Holds every answer and piece of code, and lets one after the other come: the first asked for first, or last. */
async function answerOneByOne(page: Page, order: 'first' | 'last', open: () => Promise<void>): Promise<void> {
  const held: Route[] = [];
  const asked = new Set<Request>();
  await page.route(/\/(api|mf)\//, (route) => {
    held.push(route);
    asked.add(route.request());
  });
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  let isOpen = false;
  const opened = open().finally(() => {
    isOpen = true;
  });
  const busy = page.locator('main [aria-busy=true]');
  for (let calm = 0; calm < 6; ) {
    await page.waitForTimeout(60);
    const route = order === 'first' ? held.shift() : held.pop();
    await route?.fallback();
    calm = asked.size > 0 || !isOpen || (await busy.count()) > 0 ? 0 : calm + 1;
  }
  await opened;
}

/** Home has a test of its own. The contacts of the demo hold nothing to tap. */
const SCREENS: { path: string; standing?: Standing }[] = [
  { path: 'bonus', standing: null },
  { path: 'bonus', standing: 'OPEN' },
  { path: 'spin' },
  { path: 'statement' },
  { path: 'profile' },
];

for (const { edition, order } of [
  { edition: 'thai', order: 'last' },
  { edition: 'laos', order: 'first' },
] as const) {
  test.describe(`on the ${edition} edition, where what was asked for ${order} comes first`, () => {
    test.use({ edition });

    for (const { path, standing } of SCREENS) {
      const under = standing ? ' under a condition' : '';
      test(`nothing on ${path}${under} moves from under a finger while it loads`, async ({ page, t }) => {
        if (standing !== undefined) await rigBonuses({ page, edition }, { language: LANGUAGE_OF[edition], standing });
        await noteMoves(page);
        const token = await session(edition, WITH_A_PAST[edition]);
        await answerOneByOne(page, order, () => openAs(page, token, `/user/${path}`));
        await expect(page).toHaveURL(new RegExp(`/user/${path}$`));
        const main = page.getByRole('main');
        await expect(main.locator('a, button, input').first()).toBeVisible();
        if (path === 'spin') await expect(main.getByRole('link', { name: t('mf-spin:history.title') })).toBeVisible();
        if (path === 'bonus') {
          const above = standing ? 'reward:bonus.cancel' : 'reward:promotion.search';
          await expect(main.getByRole('button', { name: t(above) })).toBeVisible();
          await expect(main.getByRole('listitem')).toHaveCount(4);
        }
        expect(await moves(page)).toEqual([]);
      });
    }
  });
}

for (const edition of ['thai', 'laos'] as const) {
  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    // Nothing of theirs is on its way: what else home is to show, nobody knows before the wallet comes.
    for (const { whose, hasWheel } of [
      { whose: 'a member with games', hasWheel: true },
      { whose: 'a new member', hasWheel: true },
      { whose: 'a member without a wheel', hasWheel: false },
    ]) {
      test(`nothing on home of ${whose} moves from under a finger when the wallet comes last`, async ({ page, t }) => {
        const member = whose === 'a new member' ? await newMember(edition) : WITH_A_PAST[edition];
        await noteMoves(page);
        const main = page.getByRole('main');
        await page.route('**/api/wallet', async (route) => {
          // Always with its content, also when it has not changed.
          const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
          await main.getByRole('button', { name: t('mf-wallet:home.deposit') }).waitFor();
          await route.fulfill({ response: answer, json: { ...(await answer.json()), hasWheel } });
        });
        await openAs(page, await session(edition, member), '/user/home');
        await expect(main.getByText(t('mf-wallet:home.balance'))).toBeVisible();
        const place = hasWheel
          ? main.getByRole('link', { name: t('mf-spin:wheel.tile') })
          : main.getByRole('button', { name: t('mf-wallet:home.refreshAll') });
        await expect(place).toBeVisible();
        await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
        expect(await moves(page)).toEqual([]);
        // The wallet is read again by itself, maybe now.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });
}
