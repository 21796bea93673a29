import { SlotHostContext } from '@krapao/kit/federation';
import { openRoom } from '@krapao/kit/realtime';
import { expectAccessible, mockSocket, renderWithProviders } from '@krapao/kit/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { refuse, server } from '../../testing/server';
import { ChatBubble } from './chat-bubble';

const Panel = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    panel
  </button>
);

function show() {
  const read = vi.fn().mockResolvedValue(Panel);
  const fills = [{ remote: 'mf-chat', read: () => read.mock.results[0]?.value ?? read(), retry: vi.fn() }];
  const rendered = renderWithProviders(
    <SlotHostContext value={{ fills: () => fills, failed: () => null }}>
      <ChatBubble />
    </SlotHostContext>,
  );
  return { ...rendered, read };
}

afterEach(() => window.sessionStorage.clear());

it('the chat is loaded when a finger comes to its button, and its panel goes away by itself', async () => {
  const { user, read } = show();
  const button = await screen.findByRole('button', { name: 'Chat with admin' });
  await expectAccessible();
  expect(read).not.toHaveBeenCalled();
  fireEvent.pointerEnter(button);
  expect(read).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'panel' })).toBeNull();
  await act(async () => button.click());
  await user.click(await screen.findByRole('button', { name: 'panel' }));
  expect(screen.queryByRole('button', { name: 'panel' })).toBeNull();
});

it('the words beside it invite once in a tab; later only its name is left', async () => {
  const { unmount } = show();
  const words = await screen.findByText('Chat with admin');
  expect(words.className).toContain('invite');
  await waitFor(() => expect(words.hasAttribute('data-quiet')).toBe(false));
  unmount();
  show();
  expect(await screen.findByRole('button', { name: 'Chat with admin' })).toBeTruthy();
  expect(screen.getByText('Chat with admin').className).not.toContain('invite');
  await expectAccessible();
});

it('a browser that forbids storage shows it all the same', async () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  show();
  expect(await screen.findByRole('button', { name: 'Chat with admin' })).toBeTruthy();
  vi.restoreAllMocks();
});

it('there is no chat button where the operator has switched the chat off', async () => {
  const asked = vi.fn(() => HttpResponse.json({ enableChatWidget: false }));
  server.use(http.get('*/api/lookup/enableChatWidget', asked));
  show();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(screen.queryByRole('button')).toBeNull();
});

it('the chat button stays when nobody can tell whether the chat is on', async () => {
  refuse('get', '/api/lookup/enableChatWidget', 'INTERNAL_SERVER_ERROR', { status: 500 });
  show();
  expect(await screen.findByRole('button', { name: 'Chat with admin' })).toBeTruthy();
});

it('it tells how many messages came while the chat was closed', async () => {
  const socket = mockSocket();
  const { user } = show();
  const button = await screen.findByRole('button', { name: 'Chat with admin' });
  const leave = openRoom({ room: 'krapao-100234', token: 'somchai' });
  await waitFor(() => expect(socket.received).toHaveLength(1));
  const say = (sender: 'admin' | 'customer', seq: number) =>
    act(() =>
      socket.send({
        event: 'messaging',
        data: {
          _id: `message-${seq}`,
          seq,
          sender,
          session_id: 'session',
          createdAt: '2026-03-09T14:05:00+07:00',
          message: { message_type: 'text', payload: { message: 'Hello' } },
        },
      }),
    );
  say('admin', 1);
  say('customer', 2);
  say('admin', 3);
  expect(button.textContent).toContain('2 new messages');
  await act(async () => button.click());
  await user.click(await screen.findByRole('button', { name: 'panel' }));
  expect(button.textContent).not.toContain('new message');
  leave();
});

it('it tells of messages that came while the page was away, as the join says', async () => {
  const socket = mockSocket();
  socket.unread = 3;
  const { user } = show();
  const button = await screen.findByRole('button', { name: 'Chat with admin' });
  const leave = openRoom({ room: 'krapao-100234', token: 'somchai' });
  await waitFor(() => expect(button.textContent).toContain('3 new messages'));
  await act(async () => button.click());
  await user.click(await screen.findByRole('button', { name: 'panel' }));
  expect(button.textContent).not.toContain('new message');
  socket.unread = 1;
  act(() => socket.cut());
  await waitFor(() => expect(button.textContent).toContain('1 new message'));
  leave();
});

it('it covers nothing to press: it stands aside, or leaves where that is no use, and invites later', async () => {
  const action = document.createElement('a');
  action.href = '/user/bonus';
  document.body.append(action);
  let covered = new DOMRect(16, 640, 328, 76);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this === action ? covered : new DOMRect(304, 640, 40, 40);
  });
  show();
  const button = await screen.findByRole('button', { name: 'Chat with admin' });
  await waitFor(() => expect(button.hasAttribute('data-aside')).toBe(true));
  expect(button.hasAttribute('data-away')).toBe(false);
  expect(screen.getByText('Chat with admin').hasAttribute('data-quiet')).toBe(true);
  const look = () => act(() => void window.dispatchEvent(new Event('resize')));
  covered = new DOMRect(16, 640, 400, 76);
  look();
  await waitFor(() => expect(button.hasAttribute('data-away')).toBe(true));
  covered = new DOMRect(16, 500, 400, 76);
  look();
  await waitFor(() => expect(button.hasAttribute('data-away')).toBe(false));
  expect(button.hasAttribute('data-aside')).toBe(false);
  await waitFor(() => expect(screen.getByText('Chat with admin').hasAttribute('data-quiet')).toBe(false));
  vi.restoreAllMocks();
  action.remove();
});

it('it leaves while the reader scrolls on, and is back when they scroll back or reach the end', async () => {
  show();
  const button = await screen.findByRole('button', { name: 'Chat with admin' });
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(3000);
  const scrollTo = (y: number) =>
    act(() => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
      window.dispatchEvent(new Event('scroll'));
    });
  await waitFor(() => expect(button.hasAttribute('data-away')).toBe(false));
  scrollTo(100);
  expect(button.hasAttribute('data-away'), 'the browser goes back to where the page was').toBe(false);
  scrollTo(200);
  expect(button.hasAttribute('data-away')).toBe(true);
  scrollTo(150);
  expect(button.hasAttribute('data-away')).toBe(false);
  scrollTo(400);
  expect(button.hasAttribute('data-away')).toBe(true);
  scrollTo(3000 - window.innerHeight);
  expect(button.hasAttribute('data-away')).toBe(false);
  scrollTo(0);
});
