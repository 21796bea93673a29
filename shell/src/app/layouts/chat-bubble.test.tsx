import { SlotHostContext } from '@krapao/kit/federation';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
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

it('the chat is loaded by the first tap on its button, and its panel goes away by itself', async () => {
  const { user, read } = show();
  const button = await screen.findByRole('button', { name: 'Chat with admin' });
  await expectAccessible();
  expect(read).not.toHaveBeenCalled();
  await act(async () => button.click());
  await user.click(await screen.findByRole('button', { name: 'panel' }));
  expect(screen.queryByRole('button', { name: 'panel' })).toBeNull();
  expect(read).toHaveBeenCalledOnce();
});

it('the words beside it invite once in a tab; later only its name is left', async () => {
  const { unmount } = show();
  expect((await screen.findByText('Chat with admin')).className).toContain('invite');
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
