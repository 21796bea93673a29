import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { getGetSiteSettingsResponseMock } from '../api/gen/portal.msw';
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
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});

it('the profile shows number, account and date as members write them', async () => {
  renderWithProviders(<ProfilePage />);
  expect(await screen.findByText('10000042')).toBeTruthy();
  expect(screen.getByText('123-456-7890')).toBeTruthy();
  expect(screen.getByText('02/10/2025 09:15:00')).toBeTruthy();
});

it('the closed site and the unknown page name themselves in the title', async () => {
  renderWithProviders(<TerminatedPage />);
  expect(document.title).toBe('Page not found');
  await setLocale('la');
  renderWithProviders(<NotFoundPage />);
  expect(document.title).toBe('ບໍ່ພົບໜ້າທີ່ທ່ານຕ້ອງການ');
});

it("every screen bears the site's name; a site that is shut is asked nothing and bears the product's", async () => {
  const asked = vi.fn(() => HttpResponse.json({ ...getGetSiteSettingsResponseMock(), name: 'Lucky Purse' }));
  server.use(http.get('*/api/lookup/site', asked));
  const shut = renderWithProviders(<TerminatedPage />);
  expect(screen.getByText('Krapao')).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
  shut.unmount();
  renderWithProviders(<NotFoundPage />);
  expect(await screen.findByText('Lucky Purse')).toBeTruthy();
});
