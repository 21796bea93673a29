import { setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getGetEnableChatWidgetMockHandler } from '../../api/gen/portal.msw';
import { openChat, startChat } from '../../testing/open-chat';
import { server } from '../../testing/server';
import ChatWidget from './chat-widget';

const rows = () => screen.getAllByRole('article').map((row) => row.textContent ?? '');

beforeEach(() => setToken('somchai', { remember: false }));

describe('the panel', () => {
  test('shows the newest messages in their order, each day and each end of a conversation', async () => {
    await startChat((chat) => {
      chat.say('Good evening', { createdAt: '2026-03-08T22:00:00+07:00' });
      chat.say('Good morning', { session_id: 'session-2', createdAt: '2026-03-09T09:00:00+07:00' });
      chat.say('Anything else?', {
        session_id: 'session-2',
        createdAt: '2026-03-09T09:01:00+07:00',
        sender: 'admin',
        name: 'Nok',
      });
    });
    expect(rows().map((text) => text.replace(/\d\d:\d\d.*/, ''))).toEqual([
      'KrapaoGood evening',
      'KrapaoGood morning',
      'NokAnything else?',
    ]);
    const log = screen.getByRole('log', { name: 'Messages' });
    expect(
      within(log)
        .getAllByText(/^(\d\d\/|End)/)
        .map((divider) => divider.textContent),
    ).toEqual(['08/03/2026', 'End Conversation', '09/03/2026']);
    await expectAccessible();
  });

  test('invites to ask where nothing was said yet', async () => {
    await startChat();
    expect(await screen.findByRole('heading', { name: 'How can we help?' })).toBeTruthy();
    expect(screen.queryByRole('log')).toBeNull();
    await expectAccessible();
  });

  test.each([
    ['the close button', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['Esc', (user: UserEvent) => user.keyboard('{Escape}')],
  ])('%s closes it, and the shell hears of it once it has left', async (_what, leave) => {
    const { user, close, socket } = await startChat();
    let left = false;
    close.mockImplementation(() => {
      left = screen.queryByRole('dialog')?.getAttribute('data-state') !== 'open';
    });
    await leave(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(left, 'it had left when the shell heard of it').toBe(true);
    expect(socket.isOpen).toBe(true);
  });

  test('hides where the operator has switched the chat off', async () => {
    server.use(getGetEnableChatWidgetMockHandler({ enableChatWidget: false }));
    renderWithProviders(<ChatWidget onClose={vi.fn()} />);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a history on its way is loading, and not a chat in which nothing was said', async () => {
    let arrive: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await openChat((chat) => {
      chat.say('here');
      server.use(
        http.post('*/api/chat/history', async () => {
          await asked;
        }),
      );
    });
    await screen.findByRole('textbox');
    expect(screen.getByRole('status', { name: 'Loading' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByRole('heading', { name: 'How can we help?' })).toBeNull();
    arrive();
    expect(await screen.findByText('here')).toBeTruthy();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  test('a history that cannot be read can be asked for again', async () => {
    const failing = http.post('*/api/chat/history', () =>
      HttpResponse.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 }),
    );
    const { user, chat, socket } = await openChat((chat) => {
      chat.say('here');
      server.use(failing);
    });
    // A join asks for it too.
    await waitFor(() => expect(socket.received).toHaveLength(1));
    await act(() => new Promise((done) => setTimeout(done, 200)));
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(...chat.handlers());
    await user.click(again);
    expect(await screen.findByText('here')).toBeTruthy();
  });

  test('its reload button reads the history anew', async () => {
    const { user, chat } = await startChat((chat) => chat.say('first'));
    chat.store({ message: { message_type: 'text', payload: { message: 'silent' } } }, { quiet: true });
    expect(screen.queryByText('silent')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reload messages' }));
    expect(await screen.findByText('silent')).toBeTruthy();
  });

  test.each([
    [{ isOpen: true, isOnline: true }, 'Admin is online'],
    [{ isOpen: true, isOnline: false }, 'Admin answers soon'],
    [{ isOpen: false, isOnline: false }, 'Admin answers 09:00–22:00'],
  ])('says who is there: %o', async (presence, text) => {
    const { socket } = await startChat();
    act(() => socket.send({ event: 'presence', data: presence }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('a chat that does not start', () => {
  test('says so and hides the message box; it starts by itself once it is let in', async () => {
    const { socket } = await openChat();
    socket.refusal = 'REQUEST_LIMIT_1MIN';
    socket.cut();
    expect((await screen.findByRole('alert')).textContent).toBe('Cannot start chatting');
    expect(screen.queryByRole('textbox')).toBeNull();
    socket.refusal = undefined;
    socket.cut();
    expect(await screen.findByRole('textbox')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('does not know who talks: it says why and asks again with a tap', async () => {
    server.use(http.get('*/api/chat/config', () => HttpResponse.json({ message: 'SERVER_BUSY' }, { status: 503 })));
    const { user } = await openChat((chat) => chat.say('here'));
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('textbox')).toBeNull();
    server.resetHandlers();
    await user.click(again);
    expect(await screen.findByRole('textbox')).toBeTruthy();
  });
});

describe('a room that is not joined', () => {
  test('keeps the message box; what is written waits, and goes by itself once it is joined', async () => {
    const { user, socket, chat } = await openChat((_chat, socket) => {
      socket.isDown = true;
      server.use(http.post('*/api/chat/send-message', () => HttpResponse.error()));
    });
    const box = await screen.findByRole('textbox');
    await user.type(box, 'first{Enter}second{Enter}');
    expect(await screen.findByText('Connecting…')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Waiting for the connection')).toHaveLength(2));
    expect(screen.getAllByRole('button', { name: 'Remove' })).toHaveLength(2);
    expect(screen.queryByText('Not sent')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('textbox')).toBeTruthy();
    await expectAccessible();
    server.use(...chat.handlers());
    socket.isDown = false;
    await waitFor(() => expect(chat.stored).toHaveLength(2));
    expect(chat.stored.map(({ message }) => message.payload?.message)).toEqual(['first', 'second']);
    expect(chat.sent).toHaveLength(2);
    await waitFor(() => expect(screen.queryByText('Waiting for the connection')).toBeNull());
    await waitFor(() => expect(screen.queryByText('Connecting…')).toBeNull());
  });
});
