import { type MockSocket, mockSocket, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import ChatWidget from '../features/conversation/chat-widget';
import { forgetConversation } from '../features/conversation/use-talk';
import { ChatServer } from './chat-server';
import { server } from './server';

/** What jsdom does not have: places with a size, so that the list draws its rows. */
export function layOut(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly tell: ResizeObserverCallback;
      constructor(tell: ResizeObserverCallback) {
        this.tell = tell;
      }
      observe(target: Element) {
        const height = target.getAttribute('role') === 'log' ? 6000 : 60;
        const entry = { target, contentRect: new DOMRect(0, 0, 360, height) } as unknown as ResizeObserverEntry;
        queueMicrotask(() => act(() => this.tell([entry], this as unknown as ResizeObserver)));
      }
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
}

/** What a test prepares before the chat opens. */
type Prepare = (chat: ChatServer, socket: MockSocket) => void;

/** Opens the chat against a conversation of the test's. */
export async function openChat(prepare: Prepare = () => undefined) {
  const socket = mockSocket();
  layOut();
  forgetConversation();
  const chat = new ChatServer();
  server.use(...chat.handlers());
  prepare(chat, socket);
  socket.seq = chat.stored.length;
  chat.onStored = (item) => {
    socket.seq = chat.stored.length;
    act(() => socket.send({ event: 'messaging', data: item }));
  };
  const close = vi.fn();
  const rendered = renderWithProviders(<ChatWidget onClose={close} />);
  await screen.findByRole('dialog', { name: 'Contact us' });
  return { ...rendered, socket, chat, close };
}

/** Opens it and waits until one can write. */
export async function startChat(prepare?: Prepare) {
  const opened = await openChat(prepare);
  const box = await screen.findByRole('textbox', { name: 'Write a message' });
  await waitFor(() => expect(opened.socket.received.length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return { ...opened, box };
}
