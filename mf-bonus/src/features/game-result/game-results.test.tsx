import { setToken } from '@krapao/kit/session';
import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { fails, shows } from '../../testing/calls';
import { server } from '../../testing/server';
import GameResults from './game-results';

beforeEach(() => setToken('somchai', { remember: false }));

test('what each game won and lost is shown by day, with its sign', async () => {
  renderWithProviders(<GameResults currency="BAHT" />);
  const days = await screen.findByRole('list', { name: 'Game results' });
  expect(within(days).getByText('09/03/2025')).toBeTruthy();
  expect(within(days).getByText('-320.50 baht')).toBeTruthy();
  expect(within(days).getByText('-400.00')).toBeTruthy();
  expect(within(days).getByText('+79.50')).toBeTruthy();
  await expectAccessible();
});

test('what earlier days won is named where it comes off a loss', async () => {
  shows('/api/game-result', {
    total: 2,
    days: [
      { day: '2025-03-09', result: -320.5, broughtForward: 120, games: [] },
      { day: '2025-03-08', result: 50, broughtForward: 70, games: [] },
    ],
  });
  renderWithProviders(<GameResults currency="BAHT" />);
  expect(await screen.findByText('Earlier wins of 120.00 baht come off this loss before a refund.')).toBeTruthy();
  expect(screen.queryByText(/70\.00/)).toBeNull();
});

test('days stand ten a page', async () => {
  const asked: string[] = [];
  server.use(
    http.get('*/api/game-result', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(String(searchParams));
      const day = `2025-03-${searchParams.get('page') === '2' ? '01' : '09'}`;
      return HttpResponse.json({ total: 11, days: [{ day, result: 0, games: [] }] });
    }),
  );
  const { user } = renderWithProviders(<GameResults currency="LAK" />);
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('01/03/2025')).toBeTruthy();
  expect(asked.at(-1)).toBe('page=2&limit=10');
});

test('none yet and a failure say what to do', async () => {
  shows('/api/game-result', { total: 0, days: [] });
  renderWithProviders(<GameResults currency={undefined} />);
  expect(await screen.findByText('No results yet')).toBeTruthy();
  fails('/api/game-result', 'SERVER_BUSY');
  renderWithProviders(<GameResults currency={undefined} />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
