import { setLocale } from '@krapao/kit/i18n';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import BonusPage from './bonus-page';

test('the page says that bonuses are on their way and what they will be, without asking the server', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  renderWithProviders(<BonusPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bonuses');
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Bonuses and promotions',
    'Invite friends',
    'Refund',
  ]);
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/user/home');
  expect(asked).not.toHaveBeenCalled();
  await expectAccessible();
});

test.each([
  ['invite', 'Invite friends'],
  ['refund', 'Refund'],
])('an address that ends in #%s brings its card into view and focus', async (anchor, title) => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderWithProviders(<BonusPage />, { route: `/user/bonus#${anchor}` });
  await waitFor(() => expect(document.activeElement?.textContent).toBe(title));
  expect((scrolled.mock.contexts[0] as Element).id).toBe(anchor);
});

test('an address that ends in something else is just the page', async () => {
  renderWithProviders(<BonusPage />, { route: '/user/bonus#%22]' });
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ['th', 'โบนัสกำลังจะมา'],
  ['la', 'ໂບນັດກຳລັງຈະມາ'],
] as const)('the page is read in %s', async (locale, lead) => {
  await setLocale(locale);
  renderWithProviders(<BonusPage />);
  expect(screen.getByText(lead)).toBeTruthy();
});
