import { renderWithProviders } from '@krapao/kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  getGetContactMockHandler,
  getGetContactResponseMock,
  getGetEnableChatWidgetMockHandler,
} from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import ContactPage from './contact-page';

const contact = (change: Partial<ReturnType<typeof getGetContactResponseMock>>) =>
  getGetContactMockHandler({ ...getGetContactResponseMock(), ...change });

it('without our own chat the contact leads to the chat application; with it, it does not', async () => {
  server.use(getGetEnableChatWidgetMockHandler({ enableChatWidget: false }));
  const { unmount } = renderWithProviders(<ContactPage />);
  expect((await screen.findByRole('link', { name: 'Open the chat app' })).getAttribute('href')).toContain(
    'https://line.me/',
  );
  unmount();
  server.use(getGetEnableChatWidgetMockHandler({ enableChatWidget: true }));
  renderWithProviders(<ContactPage />);
  await screen.findByText('Open day and night.');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Open the chat app' })).toBeNull());
});

it('the link comes before the QR code, which a phone cannot scan from its own screen', async () => {
  server.use(getGetEnableChatWidgetMockHandler({ enableChatWidget: false }));
  renderWithProviders(<ContactPage />);
  const link = await screen.findByRole('link', { name: 'Open the chat app' });
  const qr = screen.getByRole('img', { name: 'QR code that opens our chat' });
  expect(link.compareDocumentPosition(qr)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('a chat link that is no https link is not shown', async () => {
  server.use(
    contact({ lineLink: 'javascript:alert(1)' }),
    getGetEnableChatWidgetMockHandler({ enableChatWidget: false }),
  );
  renderWithProviders(<ContactPage />);
  await screen.findByText('Open day and night.');
  expect(screen.queryByRole('link')).toBeNull();
});

it('the QR code is asked for anew at every visit; while it cannot be loaded our own picture stands there', async () => {
  renderWithProviders(<ContactPage />);
  const qr = await screen.findByRole('img', { name: 'QR code that opens our chat' });
  expect(qr.getAttribute('src')).toMatch(/^\/media\/contact\/line-qr\.png\?t=\d{13}$/);
  fireEvent.error(qr);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('Ask us in the chat app')).toBeTruthy();
});

it('without a QR code of the operator our own picture stands there', async () => {
  server.use(contact({ lineQR: null }), getGetEnableChatWidgetMockHandler({ enableChatWidget: false }));
  renderWithProviders(<ContactPage />);
  expect(await screen.findByText('Ask us in the chat app')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});
