import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { log, say, startChat } from './support/chat.ts';
import { replyByHelpDesk } from './support/help-desk.ts';
import { operatorSession } from './support/money.ts';
import { PAYLOADS, provoke, URLS, watchStrange } from './support/payloads.ts';
import { newMember, portal, session } from './support/person.ts';
import { type At, openAs } from './support/steps.ts';
import { type APIRequestContext, expect, type Page, test } from './support/test.ts';

const PICTURE = readFileSync(resolve(import.meta.dirname, 'screenshots/contact-sheet-en-320.jpg'));

let payload = 0;
let url = 0;
const next = () => PAYLOADS[payload++ % PAYLOADS.length] ?? '';
const nextUrl = () => URLS[url++ % URLS.length] ?? '';
const manyOf = (count: number) => Array.from({ length: count }, next).join('\n');
const buttons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: ['web', 'call', 'postback', 'other'][index % 4],
    title: next(),
    payload: index % 3 === 0 ? next() : nextUrl(),
  }));

/** A message of every kind, also of one that nobody knows, with payloads in everything that it may hold. */
const kinds = (): object[] => [
  { message_type: 'text', payload: { message: manyOf(20) } },
  { message_type: 'postback', payload: { title: next(), message: next() } },
  { message_type: 'postback', payload: { message: JSON.stringify({ title: next(), payload: next() }) } },
  { message_type: 'buttons', payload: { message: manyOf(4), buttons: buttons(12) } },
  { message_type: 'quick_replies', payload: { message: manyOf(4), buttons: buttons(12) } },
  {
    message_type: 'generic',
    payloads: Array.from({ length: 12 }, (_, index) => ({
      title: next(),
      subtitle: next(),
      image_url: index % 2 ? nextUrl() : next(),
      buttons: buttons(2),
    })),
  },
  ...['image', 'video', 'file'].map((fileType) => ({
    message_type: 'media',
    payload: { message: next(), name: next(), url: true, fileType, filePath: fileType === 'file' ? next() : nextUrl() },
  })),
  { message_type: next(), payload: { message: manyOf(8), title: next(), html: next() } },
];

/** What somebody said, as the history and the socket have it. */
const item = (seq: number, sender: string, message: object) => ({
  _id: `message-${seq}`,
  seq,
  sender,
  name: next(),
  username: next(),
  session_id: `session-${Math.floor(seq / 7)}`,
  createdAt: new Date(Date.UTC(2026, 2, 9, 2, seq)).toISOString(),
  message,
});

/**
 * A server that has been taken over: its history and its socket say what an intruder wants. `helpdesk` is one that we
 * do not know.
 */
async function takeOver(page: Page): Promise<{ sendLive: () => void }> {
  const said = ['customer', 'bot', 'admin', 'helpdesk'].flatMap((sender) => kinds().map((one) => ({ sender, one })));
  const stored = said.map(({ sender, one }, index) => item(index + 1, sender, one));
  await page.route('**/api/chat/history', (route) => {
    const { limit, skip, after } = route.request().postDataJSON() as { limit: number; skip: number; after?: string };
    const from = stored.findIndex(({ _id }) => _id === after) + 1;
    const end = Math.max(0, stored.length - skip);
    const some = after ? stored.slice(from, from + limit) : stored.slice(Math.max(0, end - limit), end);
    return route.fulfill({ json: some.toReversed() });
  });
  let send: (frame: object) => void = () => undefined;
  await page.routeWebSocket(/\/api\/chat\/socket$/, (socket) => {
    send = (frame) => socket.send(JSON.stringify(frame));
    socket.onMessage(() => send({ event: 'joined', data: { room: next(), seq: stored.length, unread: 3 } }));
  });
  return {
    sendLive: () => {
      send({ event: 'typing', data: { isTyping: true, sender: 'admin', name: next() } });
      for (const one of kinds()) {
        const live = item(stored.length + 1, 'admin', one);
        stored.push(live);
        send({ event: 'messaging', data: live });
      }
      send({ event: 'error', data: { message: next(), requestId: next() } });
      send({ event: next(), data: next() });
    },
  };
}

/**
 * Looks at the whole history, from its end to its beginning, and provokes all that is drawn. Tells which kinds were
 * seen.
 */
async function lookThrough(page: Page, history: ReturnType<typeof log>): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let step = 0; step < 80; step++) {
    expect(await provoke(page), `step ${step}`).toEqual({ ran: false, links: [] });
    const { drawn, isTop } = await history.evaluate((place) => {
      const drawn = [...place.querySelectorAll('[data-kind]')].map((row) => row.getAttribute('data-kind') ?? '');
      const isTop = place.scrollTop === 0;
      place.scrollTop -= 1100;
      return { drawn, isTop };
    });
    for (const kind of drawn) seen.add(kind);
    if (isTop && step > 2) break;
  }
  return seen;
}

/** Who reads: a guest, or a member in their own session. */
const READERS = ['guest', 'member'] as const;

/** Opens the chat as one of them. Gives how they call the server from another device, and what names them there. */
async function openChatAs(
  at: At,
  reader: (typeof READERS)[number],
): Promise<{ calls: APIRequestContext; who: { guestId?: string } }> {
  const { page, edition } = at;
  if (reader === 'member') {
    const token = await session(edition, await newMember(edition));
    await openAs(page, token, '/user/contact');
    await startChat(at);
    return { calls: await portal(edition, token), who: {} };
  }
  await page.goto('/contact');
  await startChat(at);
  const guestId = await page.evaluate(() => localStorage.getItem('guest-id'));
  return { calls: await portal(edition), who: { guestId: guestId ?? '' } };
}

// Without the security policy, which would hide that something got past us.
test.describe('by what we draw alone', () => {
  test.use({ bypassCSP: true });

  for (const reader of READERS) {
    test(`of scripts in every kind of message, from everybody who may say something, none runs before a ${reader}`, async ({
      page,
      context,
      edition,
      t,
      baseURL,
    }) => {
      const at = { page, edition, t };
      const strange = watchStrange(context, baseURL);
      const { sendLive } = await takeOver(page);
      await openChatAs(at, reader);
      await expect(log(at)).toBeVisible();
      sendLive();
      const seen = await lookThrough(page, log(at));
      for (const kind of ['text', 'postback', 'buttons', 'quick_replies', 'generic', 'media']) {
        expect([...seen], 'kinds that were drawn').toContain(kind);
      }
      expect(strange, 'requests to others, and dialogs').toEqual([]);
    });
  }
});

/** The conversation, as operators name it, in which somebody said `mark`. */
async function conversationWith(operator: APIRequestContext, mark: string): Promise<string> {
  const inbox = (await (await operator.get('/operator/chat/conversations?state=BOT&limit=100')).json()) as {
    conversations: { id: string }[];
  };
  for (const { id } of inbox.conversations) {
    const path = `/operator/chat/conversations/${id}`;
    if ((await (await operator.get(`${path}/messages?after=0&limit=100`)).text()).includes(mark)) return path;
  }
  throw new Error(`no conversation with ${mark}`);
}

for (const reader of READERS) {
  test(`what a ${reader}, an operator and the bot really send with scripts in it is text, and none runs`, async ({
    page,
    context,
    t,
    edition,
    baseURL,
  }) => {
    const at = { page, edition, t };
    const strange = watchStrange(context, baseURL);
    const { calls, who } = await openChatAs(at, reader);
    const mark = randomUUID();
    await say(at, `<img src=x alt="${mark}" onerror="window.krapaoRan=1">`);
    // A file's name is a text of its sender's too.
    const name = '"><img src=x onerror=window.krapaoRan=1>.jpg';
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer: PICTURE });
    await expect(page.getByRole('img', { name: t('mf-chat:delivery.sent') })).toHaveCount(2, { timeout: 30_000 });
    for (const message of kinds()) {
      const answer = await calls.post('/api/chat/send-message', { data: { ...who, _id: randomUUID(), message } });
      // What nobody may send is refused, and never breaks the server.
      expect([200, 400]).toContain(answer.status());
    }
    const operator = await operatorSession(edition);
    const talk = await conversationWith(operator, mark);
    expect((await operator.post(`${talk}/take`)).ok()).toBe(true);
    let taken = 0;
    // Messages that lead elsewhere are refused from operators; this one leads nowhere.
    const harmless = { message_type: 'text', payload: { message: '<svg onload="window.krapaoRan=1">desk</svg>' } };
    for (const message of [...kinds(), harmless]) {
      const answer = await operator.post(`${talk}/reply`, { data: { _id: randomUUID(), message } });
      expect([200, 400]).toContain(answer.status());
      taken += answer.ok() ? 1 : 0;
    }
    expect(taken, 'kinds that an operator may send').toBeGreaterThan(0);
    // The bot's own answer, with markup that leads nowhere and is therefore taken.
    const code = `SCRIPT_${Date.now()}`;
    const answers = Object.fromEntries(
      (['th', 'la', 'en'] as const).map((locale) => [
        locale,
        [{ message_type: 'text', payload: { message: '<svg onload="window.krapaoRan=1">bot</svg>' } }],
      ]),
    );
    const entry = { keywords: [code], position: 0, handOver: false, answers };
    expect((await operator.put(`/operator/chat/answers/${code}`, { data: entry })).ok()).toBe(true);
    expect((await operator.post(`${talk}/hand-back`, { data: { to: 'BOT' } })).ok()).toBe(true);
    await expect(async () => {
      await calls.post('/api/chat/send-message', {
        data: { ...who, message: { message_type: 'text', payload: { message: code } } },
      });
      await expect(log(at).getByText('<svg onload').last()).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await operator.delete(`/operator/chat/answers/${code}`);
    const seen = await lookThrough(page, log(at));
    expect([...seen]).toContain('text');
    expect([...seen]).toContain('media');
    expect(strange, 'requests to others, and dialogs').toEqual([]);
  });
}

for (const reader of READERS) {
  test(`what a help desk really replies to a ${reader} with scripts in it comes without markup, and none runs`, async ({
    page,
    context,
    t,
    edition,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const at = { page, edition, t };
    const strange = watchStrange(context, baseURL);
    const { calls, who } = await openChatAs(at, reader);
    const mark = randomUUID();
    await say(at, mark);
    const talk = await conversationWith(await operatorSession(edition), mark);
    const conversation = talk.split('/').at(-1) ?? '';
    const texts = PAYLOADS.map((script, index) => `desk ${index} ${script}`);
    const statuses = await replyByHelpDesk(edition, conversation, [...texts, 'That is all.']);
    expect([...new Set(statuses)], 'what is left of each is said').toEqual([200]);
    await expect(log(at).getByText('That is all.')).toBeVisible();
    const stored: string[] = [];
    for (let skip = 0; skip < statuses.length; skip += 100) {
      const answer = await calls.post('/api/chat/history', { data: { ...who, limit: 100, skip } });
      const said = (await answer.json()) as { message: { payload: { message?: string } } }[];
      stored.push(...said.map(({ message }) => message.payload.message ?? ''));
    }
    expect(stored.filter((text) => text.startsWith('desk ')).length, 'replies in the history').toBe(texts.length);
    expect(
      stored.filter((text) => /<[a-z!/]/i.test(text)),
      'markup',
    ).toEqual([]);
    await lookThrough(page, log(at));
    expect(strange, 'requests to others, and dialogs').toEqual([]);
  });
}
