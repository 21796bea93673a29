import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inaccessible } from './support/accessible.ts';
import { botSays, cuttable, log, received, say, startChat } from './support/chat.ts';
import { LANGUAGE_OF } from './support/editions.ts';
import { decide, MONEY, operatorSession, tell, transferBy, wealthy } from './support/money.ts';
import { expectTotal } from './support/money-steps.ts';
import { newMember, portal, session } from './support/person.ts';
import { settled } from './support/settled.ts';
import { acceptAgreement, logIn, openAs } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PICTURE = readFileSync(resolve(import.meta.dirname, 'screenshots/contact-sheet-en-320.jpg'));
const FILM = readFileSync(resolve(import.meta.dirname, '../shell/public/media/help/balance-en.mp4'));
/** What the first guest says or chooses, and as many answers; the last may stand there before those above it. */
const ROWS = 2 * 4;

for (const edition of ['thai', 'laos'] as const) {
  const language = LANGUAGE_OF[edition];
  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    test('a guest asks, the bot answers with quick replies, cards and buttons, and hands over to a person', async ({
      page,
      t,
    }) => {
      const at = { page, t };
      await page.goto('/contact');
      await startChat(at);
      await expect(page.getByText(t('mf-chat:empty.title'))).toBeVisible();
      expect.soft(await inaccessible(page), 'the empty chat').toEqual([]);
      await say(at, 'Hello?');
      const welcome = page.getByRole('article').filter({ hasText: botSays('WELCOME', language).text ?? 'none' });
      await expect(welcome.getByRole('list').getByRole('button').first()).toBeVisible();

      const deposit = botSays('DEPOSIT', language).cards ?? [];
      const choice = botSays('WELCOME', language).buttons?.find(({ payload }) => payload === 'DEPOSIT');
      await welcome.getByRole('button', { name: choice?.title ?? '' }).dblclick();
      const cards = page.getByRole('list', { name: t('mf-chat:cards_other', { count: deposit.length }) });
      await expect(cards.getByText(deposit[0]?.title ?? 'none', { exact: true })).toBeVisible();
      // Quick replies go with the tap, and a double tap is one.
      await expect(welcome.getByRole('list').getByRole('button')).toHaveCount(0);
      await expect(log(at).getByText(choice?.title ?? '', { exact: true })).toHaveCount(1);
      await settled(page);
      expect.soft(await inaccessible(page), 'cards').toEqual([]);

      await cards.getByRole('button').first().click();
      const person = botSays('NOT_ARRIVED', language).buttons?.[0]?.title ?? '';
      await page.getByRole('button', { name: person }).click();
      await expect(
        log(at).getByText(new RegExp(`${botSays('AGENT', language).text}|${botSays('AFTER', language).text}`)),
      ).toBeVisible();
      await expect(log(at).getByRole('article')).toHaveCount(ROWS);
      await page.reload();
      await startChat(at);
      await expect(log(at).getByRole('article')).toHaveCount(ROWS);
    });

    test('a lost connection comes back by itself, and what was missed is there, once and in order', async ({
      page,
      t,
      edition,
    }) => {
      const at = { page, t };
      const line = await cuttable(page);
      await page.goto('/contact');
      await startChat(at);
      await say(at, 'before');
      const guestId = await page.evaluate(() => localStorage.getItem('guest-id'));
      line.state.blocked = true;
      await line.cut();
      await expect(page.getByText(t('mf-chat:reconnecting'))).toBeVisible();
      const elsewhere = await portal(edition);
      for (const text of ['missed 1', 'missed 2', 'missed 3']) {
        const answer = await elsewhere.post('/api/chat/send-message', {
          data: { guestId, message: { message_type: 'text', payload: { message: text } } },
        });
        expect(answer.ok(), await answer.text()).toBe(true);
      }
      // Messages go without the socket too.
      await say(at, 'during');
      await expect(page.getByText('missed 3')).toHaveCount(0);
      line.state.blocked = false;
      for (const text of ['before', 'missed 1', 'missed 2', 'missed 3', 'during']) {
        await expect(page.getByText(text, { exact: true })).toHaveCount(1);
      }
      const texts = await page.getByRole('article').allInnerTexts();
      const order = texts.flatMap((text) => /before|missed \d|during/.exec(text)?.[0] ?? []);
      expect(order).toEqual(['before', 'missed 1', 'missed 2', 'missed 3', 'during']);
      await expect(page.getByText(t('mf-chat:reconnecting'))).toHaveCount(0);
    });

    test('a guest who logs in keeps the talk, and the guest id is dead', async ({ page, t, edition }) => {
      const at = { page, t, edition };
      const person = await newMember(edition);
      await page.goto('/contact');
      await startChat(at);
      await say(at, 'I was a guest');
      const guestId = await page.evaluate(() => localStorage.getItem('guest-id'));
      await page.goto('/login');
      await logIn(at, person);
      await acceptAgreement(at);
      await expect.poll(() => page.evaluate(() => localStorage.getItem('guest-id'))).toBeNull();
      await startChat(at);
      await expect(page.getByText('I was a guest', { exact: true })).toBeVisible();
      const stranger = await portal(edition);
      const answer = await stranger.post('/api/chat/history', { data: { guestId, limit: 10, skip: 0 } });
      expect(answer.status()).toBe(401);
    });

    test('a picture and a film that failed are sent again, once each, and shown', async ({ page, t, edition }) => {
      const at = { page, t };
      const person = await newMember(edition);
      const frames = received(page);
      await openAs(page, await session(edition, person), '/user/contact');
      await expect.poll(() => frames.some((frame) => frame.includes('"joined"'))).toBe(true);
      await startChat(at);
      const picker = page.locator('input[type=file]');
      await page.route('**/api/chat/upload-image', (route) => route.abort(), { times: 1 });
      await picker.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: PICTURE });
      await expect(page.getByText(t('mf-chat:delivery.failed'))).toBeVisible();
      expect.soft(await inaccessible(page), 'a failed picture').toEqual([]);
      await page.getByRole('button', { name: t('chat:resend') }).click();
      await expect(page.getByText(t('mf-chat:delivery.failed'))).toHaveCount(0);
      await page.route('**/api/chat/upload-video', (route) => route.abort(), { times: 1 });
      await picker.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: FILM });
      await expect(page.getByText(t('mf-chat:delivery.failed'))).toBeVisible();
      await page.getByRole('button', { name: t('chat:resend') }).click();
      await expect(page.getByText(t('mf-chat:delivery.failed'))).toHaveCount(0);
      const sent = page.getByRole('img', { name: t('mf-chat:delivery.sent') });
      await expect(sent).toHaveCount(2, { timeout: 30_000 });
      await page.reload();
      await startChat(at);
      await expect(sent).toHaveCount(2);
      const picture = page.getByRole('img', { name: t('mf-chat:media.image', { name: 'photo.jpg' }) });
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1);
      const film = page.locator('video');
      await expect
        .poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState), { timeout: 60_000 })
        .toBeGreaterThan(0);
      await picker.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: PICTURE });
      await expect(page.getByRole('alert')).toHaveText(t('chat:notSupported'));
    });

    test('at 200 % text and 320 px nothing of the chat is cut, and the box stays in reach', async ({ page, t }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto('/contact');
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const at = { page, t };
      await startChat(at);
      await say(at, 'Hello?');
      await expect(page.getByRole('article')).toHaveCount(2);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      const box = await page.getByRole('textbox').boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
    });

    test('a deposit paid elsewhere shows on home at once, while home asks for nothing by itself', async ({
      page,
      t,
      edition,
    }) => {
      const at = { page, edition, t };
      const rich = await wealthy(edition, 0);
      const frames = received(page);
      await openAs(page, rich.token, '/user/home');
      await expect.poll(() => frames.some((frame) => frame.includes('"joined"'))).toBe(true);
      await expectTotal(at, 0);
      await tell(edition, '/bank/transfers', transferBy(edition, rich.person, 300 * MONEY[edition].unit));
      await expect.poll(() => frames.some((frame) => frame.includes('"account"')), { timeout: 60_000 }).toBe(true);
      const announced = Date.now();
      await expectTotal(at, 300 * MONEY[edition].unit);
      // By itself it would ask every 30 s.
      expect(Date.now() - announced, 'from the frame to the screen, in milliseconds').toBeLessThan(20_000);
    });

    test('a person takes the talk, writes and replies; it is read at once, and the end of the talk is marked', async ({
      page,
      t,
      edition,
    }) => {
      const at = { page, t };
      const person = await newMember(edition);
      const token = await session(edition, person);
      const member = await portal(edition, token);
      const { profile } = (await (await member.get('/api/account/profile')).json()) as { profile: { _id: string } };
      await openAs(page, token, '/user/contact');
      await startChat(at);
      await say(at, 'agent');
      const operator = await operatorSession(edition);
      let id = '';
      await expect(async () => {
        const inbox = (await (await operator.get('/operator/chat/conversations?state=WAITING&limit=100')).json()) as {
          conversations: { id: string; member?: string }[];
        };
        id = inbox.conversations.find((one) => one.member === profile._id)?.id ?? '';
        expect(id).not.toBe('');
      }).toPass();
      const talk = `/operator/chat/conversations/${id}`;
      await decide(operator, `${talk}/take`);
      await decide(operator, `${talk}/typing`, { isTyping: true });
      await expect(log(at).getByRole('status')).toBeVisible();
      const message = { message_type: 'text', payload: { message: 'I am looking into it' } };
      await decide(operator, `${talk}/reply`, { _id: randomUUID(), message });
      await expect(log(at).getByText('I am looking into it', { exact: true })).toBeVisible();
      await expect(log(at).getByRole('status')).toHaveCount(0);
      await decide(operator, `${talk}/close`);
      await say(at, 'one more thing');
      await expect(log(at).getByText(t('chat:ended'), { exact: true })).toBeVisible();
    });
  });
}
