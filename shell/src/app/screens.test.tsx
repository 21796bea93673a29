import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import {
  getGetContactMockHandler,
  getGetContactResponseMock,
  getGetEnableChatWidgetMockHandler,
} from '../api/gen/portal.msw';
import ContactPage from '../features/contact/contact-page';
import HelpPage from '../features/help/help-page';
import NotFoundPage from '../features/not-found/not-found-page';
import ProfilePage from '../features/profile/profile-page';
import TerminatedPage from '../features/terminated/terminated-page';
import { refuse, server } from '../testing/server';

const SCREENS: [name: string, screen: ComponentType, known: string][] = [
  ['how-to', HelpPage, 'วิธีใช้กระเป๋าเงิน'],
  ['contact', ContactPage, 'Open day and night.'],
  ['profile', ProfilePage, 'SOMCHAI JAIDEE'],
  ['404', NotFoundPage, 'Page Not Found'],
  ['terminated', TerminatedPage, 'Page not found'],
];

it.each(SCREENS)('the %s screen shows what it is for and is accessible', async (_, Screen, known) => {
  const { container } = renderWithProviders(<Screen />);
  await screen.findByText(known);
  await expectAccessible(container);
});

it.each([
  ['how-to', HelpPage, '/api/lookup/site'],
  ['contact', ContactPage, '/api/lookup/contact'],
  ['profile', ProfilePage, '/api/account/profile'],
] as const)('the %s screen says what failed and offers another try', async (_, Screen, path) => {
  refuse('get', path, 'INTERNAL_SERVER_ERROR', { status: 500 });
  const { user } = renderWithProviders(<Screen />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.resetHandlers();
  await user.click(retry);
  await screen.findByRole('heading', { level: 1 });
  await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('the profile shows number, account and date as members write them', async () => {
  renderWithProviders(<ProfilePage />);
  expect(await screen.findByText('100234')).toBeTruthy();
  expect(screen.getByText('123-456-7890')).toBeTruthy();
  expect(screen.getByText('02/10/2025 09:15:00')).toBeTruthy();
});

it('a help video opens in a player of its own', async () => {
  const { user } = renderWithProviders(<HelpPage />);
  await user.click(await screen.findByRole('button', { name: /วิธีใช้กระเป๋าเงิน/ }));
  const player = (await screen.findByRole('dialog')).querySelector('video');
  expect(player?.getAttribute('src')).toBe('/media/help/wallet-th.mp4');
});

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
  await expect.poll(() => screen.queryByRole('link', { name: 'Open the chat app' })).toBeNull();
});

it('a chat link that is no https link is not shown', async () => {
  server.use(
    getGetContactMockHandler({ ...getGetContactResponseMock(), lineLink: 'javascript:alert(1)' }),
    getGetEnableChatWidgetMockHandler({ enableChatWidget: false }),
  );
  renderWithProviders(<ContactPage />);
  await screen.findByText('Open day and night.');
  expect(screen.queryByRole('link')).toBeNull();
});

it('the closed site and the unknown page name themselves in the title', async () => {
  renderWithProviders(<TerminatedPage />);
  expect(document.title).toBe('Page not found');
  await setLocale('la');
  renderWithProviders(<NotFoundPage />);
  expect(document.title).toBe('ບໍ່ພົບໜ້າທີ່ທ່ານຕ້ອງການ');
});
