import { errorText } from '@krapao/kit/i18n';
import { setToken } from '@krapao/kit/session';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../../api/gen/model';
import type { ChatServer } from '../../testing/chat-server';
import { startChat } from '../../testing/open-chat';
import { server } from '../../testing/server';

const texts = () => screen.getAllByRole('article').map((row) => row.querySelector('p:not([class*=name])')?.textContent);
const fill = (chat: ChatServer, count: number) => {
  for (let index = 1; index <= count; index++) chat.say(`message ${index}`);
};

// A session of its own: the chat that a test before left open may mark its messages as read up to a second later.
let sessions = 0;
beforeEach(() => {
  sessions += 1;
  setToken(`somchai-${sessions}`, { remember: false });
});

describe('messages that come', () => {
  test('are there once, whatever the socket and the history say twice', async () => {
    const { socket, chat } = await startChat((chat) => fill(chat, 2));
    const third = chat.say('message 3');
    act(() => socket.send({ event: 'messaging', data: third }));
    act(() => socket.send({ event: 'messaging', data: third }));
    await screen.findByText('message 3');
    expect(texts()).toEqual(['message 1', 'message 2', 'message 3']);
  });

  test('leave no gap: what lies between is asked for before the newest is shown', async () => {
    const { chat } = await startChat((chat) => fill(chat, 2));
    const quiet = { quiet: true };
    const text = (message: string): { message: ChatMessage } => ({
      message: { message_type: 'text', payload: { message } },
    });
    chat.store(text('message 3'), quiet);
    chat.store(text('message 4'), quiet);
    chat.say('message 5');
    await screen.findByText('message 5');
    expect(texts()).toEqual([1, 2, 3, 4, 5].map((number) => `message ${number}`));
    expect(chat.histories.at(-1)).toMatchObject({ after: 'message-0002', limit: 100 });
  });

  test('and were missed while the connection was lost are fetched after the join', async () => {
    const { socket, chat } = await startChat((chat) => fill(chat, 2));
    socket.isDown = true;
    socket.cut();
    fill(chat, 120);
    expect(screen.queryByText('message 120')).toBeNull();
    socket.isDown = false;
    await screen.findByText('message 120');
    // The most that is given at once is 100.
    expect(chat.histories.filter(({ after }) => after).length).toBeGreaterThan(1);
    expect(new Set(texts()).size).toBeGreaterThan(5);
  });

  test('are read from the end when the server has lost what we hold', async () => {
    const { socket, chat } = await startChat((chat) => fill(chat, 3));
    server.use(
      http.post<never, { after?: string }>('*/api/chat/history', async ({ request }) => {
        const asked = (await request.clone().json()) as Parameters<ChatServer['history']>[0];
        if (asked.after) return HttpResponse.json({ message: 'KEY_INVALID' }, { status: 400 });
        return HttpResponse.json(chat.history(asked));
      }),
    );
    chat.stored.splice(0, 3);
    socket.isDown = true;
    socket.cut();
    for (let seq = 1; seq <= 9; seq++) chat.say(`new ${seq}`, { _id: `fresh-${seq}` });
    socket.isDown = false;
    await screen.findByText('new 9');
    expect(screen.queryByText('message 3')).toBeNull();
  });

  test('still come after a reload that failed: what is there stays, and the code is said', async () => {
    const { user, chat } = await startChat((chat) => fill(chat, 2));
    server.use(http.post('*/api/chat/history', () => HttpResponse.json({ message: 'SERVER_BUSY' }, { status: 503 })));
    await user.click(screen.getByRole('button', { name: 'Reload messages' }));
    expect(await screen.findByText(errorText('SERVER_BUSY'))).toBeTruthy();
    chat.say('message 3');
    await screen.findByText('message 3');
    expect(texts()).toEqual(['message 1', 'message 2', 'message 3']);
  });

  test('are not lost while a reload is on its way', async () => {
    const { user, chat } = await startChat((chat) => fill(chat, 2));
    let answer: (() => void) | undefined;
    server.use(
      http.post('*/api/chat/history', async () => {
        const page = chat.history({ limit: 10, skip: 0 });
        await new Promise<void>((done) => {
          answer = done;
        });
        return HttpResponse.json(page);
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Reload messages' }));
    await waitFor(() => expect(answer).toBeDefined());
    chat.say('message 3');
    await screen.findByText('message 3');
    await act(async () => {
      answer?.();
      await new Promise((done) => setTimeout(done, 100));
    });
    expect(texts()).toEqual(['message 1', 'message 2', 'message 3']);
  });

  test('are read out, but not those that were there before', async () => {
    const { chat } = await startChat((chat) => fill(chat, 2));
    const news = () => screen.getAllByRole('status').map((place) => place.textContent?.trim());
    expect(news()).not.toContain('Krapao: message 2');
    chat.say('Hello', { name: 'Nok', sender: 'admin' });
    await waitFor(() => expect(news()).toContain('Nok: Hello'));
  });

  test('are read out all, also when several come at once, and the first of a conversation too', async () => {
    const { chat } = await startChat();
    const news = () => screen.getAllByRole('status').map((place) => place.textContent?.trim());
    expect(news()).toContain('');
    act(() => {
      chat.say('Welcome');
      chat.say('What is it about?');
    });
    await waitFor(() => expect(news()).toContain('Krapao: Welcome Krapao: What is it about?'));
  });

  test('of an operator whose name nobody tells are from the admin', async () => {
    const { chat, socket } = await startChat((chat) => fill(chat, 1));
    act(() => socket.send({ event: 'typing', data: { isTyping: true, sender: 'admin' } }));
    expect(await screen.findByText('Admin is typing')).toBeTruthy();
    for (const text of ['One', 'Two']) {
      const { name: _none, ...nameless } = chat.say(text, { sender: 'admin', name: '' });
      act(() => socket.send({ event: 'messaging', data: nameless }));
    }
    await screen.findByText('Two');
    expect(screen.getAllByText('Admin')).toHaveLength(1);
  });

  test('are marked as read, two that come together with one mark, and only while they are seen', async () => {
    const { chat } = await startChat((chat) => fill(chat, 1));
    await waitFor(() => expect(chat.reads).toBe(1));
    chat.say('two');
    chat.say('three');
    await screen.findByText('three');
    await waitFor(() => expect(chat.reads).toBe(2));
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    chat.say('four');
    await screen.findByText('four');
    await act(() => new Promise((done) => setTimeout(done, 1200)));
    expect(chat.reads).toBe(2);
    vi.restoreAllMocks();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(chat.reads).toBe(3));
  });

  test('leave a reader further up where they are, and lead to the end with a tap', async () => {
    const { user, chat } = await startChat((chat) => fill(chat, 3));
    const log = screen.getByRole('log');
    Object.defineProperties(log, {
      scrollHeight: { value: 3000, configurable: true },
      clientHeight: { value: 600, configurable: true },
      scrollTop: { value: 2400, configurable: true, writable: true },
    });
    fireEvent.scroll(log);
    log.scrollTop = 500;
    fireEvent.scroll(log);
    chat.say('one more');
    expect(await screen.findByRole('button', { name: 'You have a new message' })).toBeTruthy();
    chat.say('and another');
    await user.click(await screen.findByRole('button', { name: 'You have 2 new messages' }));
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
  });

  test('take a reader at the end along, however fast they come and however long they are', async () => {
    const { chat } = await startChat((chat) => fill(chat, 3));
    const log = screen.getByRole('log');
    const size = { scrollHeight: 3000 };
    Object.defineProperties(log, {
      scrollHeight: { get: () => size.scrollHeight, configurable: true },
      clientHeight: { value: 600, configurable: true },
      scrollTop: { value: 2400, configurable: true, writable: true },
    });
    fireEvent.scroll(log);
    // The browser says that it has scrolled when the next long message is there already.
    size.scrollHeight = 4000;
    fireEvent.scroll(log);
    chat.say('one more');
    await screen.findByText(/: one more/);
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
  });

  test('older ones come page by page, until there are none', async () => {
    const { chat } = await startChat((chat) => fill(chat, 25));
    await screen.findByText('message 1');
    expect(texts()).toHaveLength(25);
    expect(chat.histories.map(({ skip }) => skip)).toEqual(expect.arrayContaining([0, 10, 20]));
    expect(Math.max(...chat.histories.map(({ skip }) => skip))).toBe(20);
  });

  test('somebody who writes is shown until a message comes, or for five seconds', async () => {
    const { socket, chat } = await startChat((chat) => fill(chat, 1));
    const type = () => act(() => socket.send({ event: 'typing', data: { isTyping: true, sender: 'admin' } }));
    type();
    expect(await screen.findByText('Admin is typing')).toBeTruthy();
    chat.say('Here');
    await waitFor(() => expect(screen.queryByText('Admin is typing')).toBeNull());
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    type();
    expect(screen.getByText('Admin is typing')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(screen.queryByText('Admin is typing')).toBeNull();
    vi.useRealTimers();
    act(() => socket.send({ event: 'typing', data: { isTyping: true, sender: 'customer' } }));
    expect(screen.queryByText(/is typing/)).toBeNull();
  });
});
