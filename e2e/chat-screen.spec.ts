import { inaccessible } from './support/accessible.ts';
import { log, say, startChat } from './support/chat.ts';
import { newMember, session } from './support/person.ts';
import { settled } from './support/settled.ts';
import { openAs } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

/**
 * Lets a phone's keyboard open over the page, as browsers tell of one: only the visible part of the screen is smaller.
 */
async function openKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((visible) => {
    const viewport = window.visualViewport;
    if (!viewport) throw new Error('no visual viewport');
    Object.defineProperty(viewport, 'height', { value: visible, configurable: true });
    viewport.dispatchEvent(new Event('resize'));
  }, height);
}

/** Where the panel's parts end, and whether the newest message and the box are to be seen whole. */
async function layout({ page, t }: { page: Page; t: (key: 'chat:input' | 'mf-chat:history') => string }) {
  const panel = await page.getByRole('dialog').boundingBox();
  const box = await page.getByRole('textbox', { name: t('chat:input') }).boundingBox();
  const history = await page.getByRole('log', { name: t('mf-chat:history') }).boundingBox();
  const newest = await page.getByRole('article').last().boundingBox();
  if (!panel || !box || !history || !newest) throw new Error('a part of the panel is missing');
  return {
    top: panel.y,
    end: panel.y + panel.height,
    boxEnd: box.y + box.height,
    historyHeight: history.height,
    isNewestSeen: newest.y + newest.height <= history.y + history.height + 1,
  };
}

/** Whether the panel's title and its buttons leave the height to the talk, and can be read and touched. */
function heading(page: Page) {
  return page.getByRole('dialog').evaluate((panel) => {
    const head = panel.querySelector('[data-dialog-head]');
    const title = panel.querySelector('h2');
    if (!head || !title) throw new Error('the panel has no heading');
    const buttons = [...head.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
    return {
      isLow: head.getBoundingClientRect().height < window.innerHeight / 4,
      isCut: title.scrollWidth > title.clientWidth,
      isTouchable: buttons.length === 2 && buttons.every(({ width, height }) => width >= 44 && height >= 44),
    };
  });
}

for (const { edition, language } of [
  { edition: 'thai', language: 'th' },
  { edition: 'laos', language: 'la' },
  { edition: 'thai', language: 'en' },
] as const) {
  test.describe(`${language} on the ${edition} edition`, () => {
    test.use({ edition, language });

    test('the chat has the whole height of a phone, and what the keyboard leaves free of it', async ({ page, t }) => {
      const at = { page, t };
      await page.goto('/contact');
      await startChat(at);
      await say(at, 'Hello?');
      await say(at, 'Is anybody there?');
      await settled(page);
      const open = await layout(at);
      expect([open.top, open.end]).toEqual([0, 780]);
      await openKeyboard(page, 430);
      await expect.poll(async () => (await layout(at)).end).toBe(430);
      const withKeyboard = await layout(at);
      expect(withKeyboard.top).toBe(0);
      expect(withKeyboard.boxEnd).toBeLessThanOrEqual(430);
      await expect.poll(async () => (await layout(at)).isNewestSeen, 'the newest message stays in sight').toBe(true);
      await openKeyboard(page, 780);
      await expect.poll(async () => (await layout(at)).end).toBe(780);
    });

    for (const [what, { width, height, text }] of Object.entries({
      'on its side': { width: 780, height: 360, text: 100 },
      'that is narrow': { width: 320, height: 640, text: 100 },
      'that is narrow, at 200 % text': { width: 320, height: 640, text: 200 },
    })) {
      test(`on a phone ${what} there is room to read and to write, and axe finds nothing`, async ({ page, t }) => {
        const at = { page, t };
        await page.setViewportSize({ width, height });
        await page.goto('/contact');
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, text);
        await startChat(at);
        await say(at, 'Hello?');
        await expect(log(at).getByRole('button').first()).toBeVisible();
        await settled(page);
        const { top, end, boxEnd, historyHeight } = await layout(at);
        expect([top, end]).toEqual([0, height]);
        expect(boxEnd).toBeLessThanOrEqual(height);
        expect(historyHeight, 'room to read').toBeGreaterThan(height / 3);
        expect(await heading(page), 'the title is one line, whole').toEqual({
          isLow: true,
          isCut: false,
          isTouchable: true,
        });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        expect(await inaccessible(page)).toEqual([]);
      });
    }
  });
}

test('of the chat nothing is loaded before it is opened', async ({ page, edition, t }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/mf-chat/')) loaded.push(pathname);
  });
  await openAs(page, await session(edition, await newMember(edition)), '/user/contact');
  await expect(page.getByRole('button', { name: t('shell:chat.open') })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loaded).toEqual([]);
  await startChat({ page, t });
  expect(loaded.length).toBeGreaterThan(0);
});
