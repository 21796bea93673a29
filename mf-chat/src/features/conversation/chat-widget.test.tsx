import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import {
  getGetContactMockHandler,
  getGetContactResponseMock,
  getGetEnableChatWidgetMockHandler,
} from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import ChatWidget from './chat-widget';

test('the panel says that the chat opens soon and offers the chat app until then', async () => {
  renderWithProviders(<ChatWidget onClose={vi.fn()} />);
  const panel = within(await screen.findByRole('dialog', { name: 'Contact us' }));
  expect(panel.getByRole('heading', { name: 'Live chat opens soon' })).toBeTruthy();
  const link = await panel.findByRole('link', { name: 'Open chat app' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://line.me/R/ti/p/@krapao',
    '_blank',
    'noopener noreferrer',
  ]);
  expect(panel.getByText('@krapao')).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Copy our name' })).toBeTruthy();
  expect(panel.getByText('Open day and night.')).toBeTruthy();
  await expectAccessible();
});

test.each([
  ['the close button', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['Esc', (user: UserEvent) => user.keyboard('{Escape}')],
])('%s closes it, and the shell hears of it once it has left', async (_what, act) => {
  const close = vi.fn();
  const { user } = renderWithProviders(<ChatWidget onClose={close} />);
  await screen.findByRole('dialog');
  await act(user);
  expect(close).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test('it hides where the operator has switched the chat off', async () => {
  server.use(getGetEnableChatWidgetMockHandler({ enableChatWidget: false }));
  renderWithProviders(<ChatWidget onClose={vi.fn()} />);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without a chat app, or with a link that is none, it promises none', async () => {
  server.use(getGetContactMockHandler({ ...getGetContactResponseMock(), lineLink: '', lineName: '' }));
  renderWithProviders(<ChatWidget onClose={vi.fn()} />);
  expect(await screen.findByText('Open day and night.')).toBeTruthy();
  expect(screen.getByText('Before long you can talk to our team right here.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('a contact that cannot be loaded can be asked for again', async () => {
  server.use(http.get('*/api/lookup/contact', () => HttpResponse.json({ message: 'NO_DATA' }, { status: 404 })));
  const { user } = renderWithProviders(<ChatWidget onClose={vi.fn()} />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.resetHandlers();
  await user.click(retry);
  expect(await screen.findByText('@krapao')).toBeTruthy();
});
