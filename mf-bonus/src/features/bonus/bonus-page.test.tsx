import { errorText, setLocale } from '@krapao/kit/i18n';
import { setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activeBonus, bonus } from '../../testing/bonuses';
import { answers, fails, pressTwice, shows } from '../../testing/calls';
import { Places } from '../../testing/places';
import { server } from '../../testing/server';
import BonusDialog from './bonus-dialog';
import BonusPage from './bonus-page';
import EndDialog from './end-dialog';

const Page = () => (
  <Places fill={{ 'bonus.offer': BonusDialog, 'bonus.end': EndDialog }}>
    <BonusPage />
  </Places>
);

const RECEIVED = { _id: 'u1', isActive: true, received: [{ updatedAt: '2025-03-09T14:05:00+07:00' }] };

beforeEach(() => {
  setToken('somchai', { remember: false });
  shows('/api/bonus/check/active', { status: false });
});
afterEach(() => void vi.useRealTimers());

async function openBonus(user: ReturnType<typeof renderWithProviders>['user'], name = /Welcome bonus 10%/) {
  await user.click(await screen.findByRole('button', { name }));
  return screen.findByRole('dialog', { name });
}

test('a card says where its bonus stands: current, received as often as it may be, or to be received', async () => {
  shows('/api/bonus', [
    activeBonus({ code: 'A', name: 'Active one' }),
    bonus({ code: 'B', name: 'Used one', canReceive: false }),
    bonus({ code: 'C', name: 'Open one', type: 'day', maxReceived: 2 }),
  ]);
  renderWithProviders(<Page />);
  const active = await screen.findByRole('button', { name: /Active one/ });
  expect(within(active).getByText('Current')).toBeTruthy();
  const used = screen.getByRole<HTMLButtonElement>('button', { name: /Used one/ });
  expect(used.disabled).toBe(true);
  expect(within(used).getByText('Bonus received')).toBeTruthy();
  const open = screen.getByRole<HTMLButtonElement>('button', { name: /Open one/ });
  expect(open.disabled).toBe(false);
  expect(within(open).getByText('Up to 2 times a day')).toBeTruthy();
  expect(open.querySelector('img')?.getAttribute('src')).toBe('/media/banner/welcome.webp');
  await expectAccessible();
});

test('the offers wait for what stands above them, five seconds at most', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  server.use(http.get('*/api/bonus/check/active', () => new Promise<never>(() => undefined)));
  shows('/api/bonus', [bonus()]);
  const { queryClient } = renderWithProviders(<Page />);
  const offers = () =>
    queryClient
      .getQueryCache()
      .findAll()
      .filter(({ state }) => state.data !== undefined);
  await waitFor(() => expect(offers()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(3000);
  expect(screen.queryByRole('button', { name: /Welcome bonus 10%/ })).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect(await screen.findByRole('button', { name: /Welcome bonus 10%/ })).toBeTruthy();
});

test('its dialog shows the banners without their scripts, the conditions, and the notice with its percentage', async () => {
  shows('/api/bonus', [
    bonus({ banners: [{ image: 'media/a.webp', html: '<p>On <b>top</b></p><script>boom()</script>' }] }),
  ]);
  const { user } = renderWithProviders(<Page />);
  const dialog = await openBonus(user);
  expect(within(dialog).getByText('top').tagName).toBe('B');
  expect(dialog.querySelector('script')).toBeNull();
  expect(within(dialog).getByText(/reach 200% of the bonus/)).toBeTruthy();
  expect(await within(dialog).findByText('The bonus ends when no more than 10% is left.')).toBeTruthy();
  await expectAccessible(dialog);
});

test('a double tap receives a bonus once, closes the dialog and reads the bonuses anew', async () => {
  let offered = [bonus()];
  shows('/api/bonus', () => offered);
  const keys = answers('/api/bonus/activate/WELCOME10', RECEIVED);
  const { user } = renderWithProviders(<Page />);
  const dialog = await openBonus(user);
  offered = [activeBonus()];
  await pressTwice(user, within(dialog).getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('You received Welcome bonus 10%')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Current')).toBeTruthy();
  expect(keys).toHaveLength(1);
});

test('the dialog of an active bonus has nothing to receive', async () => {
  shows('/api/bonus', [activeBonus()]);
  const { user } = renderWithProviders(<Page />);
  const dialog = await openBonus(user);
  expect(within(dialog).getByText('This bonus is active now.')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Receive' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

for (const locale of ['th', 'la', 'en'] as const) {
  test.each(['BONUS_ALREADY_ACTIVE', 'BONUS_REMAINING', 'BONUS_MAX_CLAIMED', 'BONUS_FULL', 'INACTIVE_USER'] as const)(
    `a bonus that is refused with %s says so in ${locale}`,
    async (code) => {
      await setLocale(locale);
      shows('/api/bonus', [bonus()]);
      answers('/api/bonus/activate/WELCOME10', { refused: code });
      const { user } = renderWithProviders(<Page />);
      const dialog = await openBonus(user);
      await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement);
      const alert = await within(dialog).findByRole('alert');
      expect(alert.textContent).toContain(errorText(code));
      expect(errorText(code)).not.toBe(code);
    },
  );
}

test('a bonus without the deposit that it needs says what is missing', async () => {
  shows('/api/bonus', [bonus()]);
  answers('/api/bonus/activate/WELCOME10', { refused: 'BONUS_CONDITION' });
  const { user } = renderWithProviders(<Page />);
  const dialog = await openBonus(user);
  await user.click(within(dialog).getByRole('button', { name: 'Receive' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('needs a new deposit first');
});

test('a bonus that was switched off while its dialog is open says so, and its card goes', async () => {
  let offered = [bonus()];
  shows('/api/bonus', () => offered);
  answers('/api/bonus/activate/WELCOME10', { refused: 'NO_DATA', status: 404 });
  const { user } = renderWithProviders(<Page />);
  const dialog = await openBonus(user);
  offered = [];
  await user.click(within(dialog).getByRole('button', { name: 'Receive' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('This bonus is no longer offered');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('No bonuses right now')).toBeTruthy();
});

test('a lost answer is asked for again under the same key', async () => {
  shows('/api/bonus', [bonus()]);
  const keys = answers('/api/bonus/activate/WELCOME10', 'dead', RECEIVED);
  const { user } = renderWithProviders(<Page />);
  const dialog = await openBonus(user);
  await user.click(within(dialog).getByRole('button', { name: 'Receive' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('You received Welcome bonus 10%')).toBeTruthy();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a list that failed offers another try, and none says what to do', async () => {
  server.use(
    http.get('*/api/bonus', () => HttpResponse.json({ message: 'SERVER_BUSY' }, { status: 503 }), { once: true }),
    http.get('*/api/bonus', () => HttpResponse.json([])),
  );
  const { user } = renderWithProviders(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No bonuses right now')).toBeTruthy();
});

test('without a connection the page says so', async () => {
  server.use(http.get('*/api/bonus', () => HttpResponse.error()));
  renderWithProviders(<Page />);
  expect(await screen.findByText(errorText('NETWORK'))).toBeTruthy();
});

test('when nobody can tell whether a condition is active, that place alone fails', async () => {
  fails('/api/bonus/check/active', 'INTERNAL_SERVER_ERROR', 500);
  shows('/api/bonus', [bonus()]);
  renderWithProviders(<Page />);
  expect(await screen.findByRole('button', { name: /Welcome/ })).toBeTruthy();
  expect(await screen.findByText(errorText('INTERNAL_SERVER_ERROR'))).toBeTruthy();
});
