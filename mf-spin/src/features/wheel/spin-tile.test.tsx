import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { getGetSpinActiveMockHandler } from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import SpinTile from './spin-tile';

test('the tile leads to the wheel and counts the coins while the wheel is on', async () => {
  renderWithProviders(<SpinTile coin={3} fallback="refresh all" />);
  const link = await screen.findByRole('link', { name: /Spin the wheel/ });
  expect(link.getAttribute('href')).toBe('/user/spin');
  expect(link.textContent).toContain('3 coins');
  expect(screen.queryByText('refresh all')).toBeNull();
  await expectAccessible();
});

test.each([
  ['is off', getGetSpinActiveMockHandler({ isActive: false })],
  [
    'cannot be asked',
    http.get('*/api/spinwheel/active', () => HttpResponse.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })),
  ],
])('the tile leaves its place to the home screen when the wheel %s', async (_when, answer) => {
  server.use(answer);
  renderWithProviders(<SpinTile coin={3} fallback="refresh all" />);
  expect(await screen.findByText('refresh all')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
