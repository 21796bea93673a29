import { setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ConditionProgress } from '../../api/gen/model';
import { getCheckBonusMinimumResponseMock } from '../../api/gen/portal.msw';
import { bonus } from '../../testing/bonuses';
import { answers, pressTwice, shows } from '../../testing/calls';
import { Places } from '../../testing/places';
import BonusDialog from './bonus-dialog';
import BonusPage from './bonus-page';
import EndDialog from './end-dialog';

const Page = () => (
  <Places fill={{ 'bonus.offer': BonusDialog, 'bonus.end': EndDialog }}>
    <BonusPage />
  </Places>
);

const way = getCheckBonusMinimumResponseMock();

/** The member is under a condition that stands so. */
function under(change: Partial<ConditionProgress>) {
  shows('/api/bonus/check/minimum', { ...way, progress: { ...way.progress, ...change } });
}

beforeEach(() => {
  setToken('somchai', { remember: false });
  shows('/api/bonus', [bonus({ code: 'OTHER', name: 'Another one' })]);
});

async function askToEnd(user: ReturnType<typeof renderWithProviders>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Cancel bonus' }));
  return screen.findByRole('alertdialog', { name: 'Cancel bonus' });
}

test('the active condition is shown with what was won, what is needed, and what is left to win', async () => {
  under({ won: 40, needed: 100, remaining: 60 });
  renderWithProviders(<Page />);
  expect(await screen.findByText('Active bonus: Welcome bonus 10%')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Won 40.00 baht of 100.00 baht')).toHaveLength(1));
  expect(screen.getByText('60.00 baht more to win')).toBeTruthy();
  const bar = screen.getByRole('progressbar', { name: 'Progress of the condition' });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  expect(screen.queryByRole('textbox')).toBeNull();
  await expectAccessible();
});

test('what was lost is no progress', async () => {
  under({ won: -249.5, needed: 100 });
  renderWithProviders(<Page />);
  await waitFor(() => expect(screen.getByText('Lost 249.50 baht so far. To be won: 100.00 baht')).toBeTruthy());
  const bar = screen.getByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('0');
});

test('ending a lost condition says what it costs now, is confirmed, and happens once', async () => {
  under({ state: 'LOST', inGames: 35.5 });
  const keys = answers('/api/bonus/clear', { message: 'BONUS_CLEAR' });
  const { user } = renderWithProviders(<Page />);
  const dialog = await askToEnd(user);
  expect(await within(dialog).findByText('This takes 35.50 baht out of your games')).toBeTruthy();
  await expectAccessible(dialog);
  shows('/api/bonus/check/active', { status: false });
  await pressTwice(user, within(dialog).getByRole('button', { name: 'Cancel bonus' }));
  expect(await screen.findByText('Bonus ended')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/Active bonus/)).toBeNull());
  expect(keys).toHaveLength(1);
});

test('a lost answer is not that of the next condition: ending it has a new key', async () => {
  under({ state: 'LOST', receivedAt: '2025-03-09T14:05:00+07:00' });
  const keys = answers('/api/bonus/clear', 'dead', { message: 'BONUS_CLEAR' });
  const first = renderWithProviders(<Page />);
  const dialog = await askToEnd(first.user);
  await first.user.click(within(dialog).getByRole('button', { name: 'Cancel bonus' }));
  await within(dialog).findByRole('button', { name: 'Try again' });
  first.unmount();
  under({ state: 'LOST', receivedAt: '2025-03-10T14:05:00+07:00' });
  const { user } = renderWithProviders(<Page />);
  const next = await askToEnd(user);
  await user.click(within(next).getByRole('button', { name: 'Cancel bonus' }));
  expect(await screen.findByText('Bonus ended')).toBeTruthy();
  expect(new Set(keys).size).toBe(2);
});

test('a lost answer of one that has ended is followed by the news that it has', async () => {
  under({ state: 'LOST' });
  answers('/api/bonus/clear', 'dead');
  const { user } = renderWithProviders(<Page />);
  const dialog = await askToEnd(user);
  const { progress: _gone, ...none } = way;
  shows('/api/bonus/check/minimum', { ...none, result: true, lostAt: 0 });
  shows('/api/bonus/check/active', { status: false });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel bonus' }));
  expect(await screen.findByText('Bonus ended')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByText(/Active bonus/)).toBeNull();
});

test('one that is met keeps everything, and one that is neither says when it can be ended', async () => {
  under({ state: 'MET' });
  const { user } = renderWithProviders(<Page />);
  const dialog = await askToEnd(user);
  expect(await within(dialog).findByText('The condition is met: you keep everything.')).toBeTruthy();
  under({ state: 'OPEN' });
  await user.click(within(dialog).getByRole('button', { name: 'Back' }));
});

test('while open bets decide, the card and the dialog that ends it say so', async () => {
  under({ state: 'OPEN', betsOpen: true, remaining: 349.5 });
  const { user } = renderWithProviders(<Page />);
  expect(await screen.findByText(/You still have open bets/)).toBeTruthy();
  expect(screen.queryByText(/Keep playing/)).toBeNull();
  const dialog = await askToEnd(user);
  expect(await within(dialog).findByText('It cannot be ended yet')).toBeTruthy();
  expect(within(dialog).getByText(/You still have open bets/)).toBeTruthy();
  await expectAccessible(dialog);
});

test('a refusal is an alert titled "Cancel bonus" with a button that closes it', async () => {
  under({ state: 'OPEN' });
  answers('/api/bonus/clear', { refused: 'BONUS_CONDITION' });
  const { user } = renderWithProviders(<Page />);
  const dialog = await askToEnd(user);
  expect(await within(dialog).findByText('It cannot be ended yet')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel bonus' }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toBe('Cancel bonusCondition for bonus end not met');
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('the dialog of another bonus says that a condition stands in the way', async () => {
  under({});
  const { user } = renderWithProviders(<Page />);
  await user.click(await screen.findByRole('button', { name: /Another one/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/under the condition of “Welcome bonus 10%”/)).toBeTruthy();
});
