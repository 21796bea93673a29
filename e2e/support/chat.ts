import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type At, openChat } from './steps.ts';
import { expect, type Locator, type Page } from './test.ts';
import type { Locale } from './texts.ts';

interface Answer {
  type: string;
  text?: string;
  buttons?: { title: string; payload: string }[];
  cards?: { title: string; buttons?: { title: string }[] }[];
}

interface Entry {
  code: string;
  answers: Record<Locale, Answer[]>;
}

const FAQ = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../server/chat/faq.json'), 'utf8')) as Entry[];

/** What the bot answers to a code of its FAQ, as a new database has it. */
export function botSays(code: string, locale: Locale): Answer {
  const answer = FAQ.find((entry) => entry.code === code)?.answers[locale][0];
  if (!answer) throw new Error(`the FAQ has no ${code}`);
  return answer;
}

/** The history on the screen. */
export const log = ({ page, t }: Pick<At, 'page' | 't'>): Locator =>
  page.getByRole('log', { name: t('mf-chat:history') });

/** Opens the chat and waits until one can write. */
export async function startChat(at: Pick<At, 'page' | 't'>): Promise<Locator> {
  await openChat(at);
  const box = at.page.getByRole('textbox', { name: at.t('chat:input') });
  await expect(box).toBeVisible();
  return box;
}

/** Writes a message as a member does, and waits until it is stored. */
export async function say({ page, t }: Pick<At, 'page' | 't'>, text: string): Promise<void> {
  await page.getByRole('textbox', { name: t('chat:input') }).fill(text);
  await page.keyboard.press('Enter');
  const message = page.getByRole('article').filter({ hasText: text }).last();
  await expect(message.getByRole('img', { name: t('mf-chat:delivery.sent') })).toBeVisible();
}

/** What the sockets of the page receive from now on; the first frames come before the page has loaded. */
export function received(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return frames;
}

/** The page's sockets, which the test can cut; `block` keeps new ones from opening. */
export async function cuttable(page: Page) {
  const open = new Set<{ close: () => Promise<void> }>();
  const state = { blocked: false, dialled: 0 };
  await page.routeWebSocket(/\/api\/chat\/socket$/, (socket) => {
    state.dialled += 1;
    if (state.blocked) {
      void socket.close({ code: 1013 });
      return;
    }
    socket.connectToServer();
    open.add(socket);
  });
  return {
    state,
    async cut() {
      for (const socket of open) await socket.close();
      open.clear();
    },
  };
}
