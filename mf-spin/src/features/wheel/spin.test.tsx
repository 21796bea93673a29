import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import {
  getGetSpinActiveMockHandler,
  getGetSpinSetupMockHandler,
  getGetSpinSetupResponseMock,
} from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import SpinPage from './spin-page';
import SpinTile from './spin-tile';

const notThere = http.get('*/api/spinwheel/active', () =>
  HttpResponse.json({ message: 'NOT_IMPLEMENTED' }, { status: 501 }),
);

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
  ['is not there yet', notThere],
])('the tile leaves its place to the home screen when the wheel %s', async (_when, answer) => {
  server.use(answer);
  renderWithProviders(<SpinTile coin={3} fallback="refresh all" />);
  expect(await screen.findByText('refresh all')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test("the operator's wheel shows its name, its sectors and the member's coins, and that it opens later", async () => {
  const { container } = renderWithProviders(<SpinPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Lucky wheel' })).toBeTruthy();
  expect(screen.getByText('You have 3 coins')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('The wheel opens soon');
  expect([...container.querySelectorAll('text')].map((text) => text.textContent)).toEqual(['100 baht', '10 baht']);
  await expectAccessible();
});

test.each([
  ['there is none yet', [notThere]],
  ['it is off', [getGetSpinActiveMockHandler({ isActive: false })]],
  [
    'it has no sectors',
    [
      getGetSpinSetupMockHandler({
        result: { ...getGetSpinSetupResponseMock().result, activeSpinwheel: { name: 'Empty', slice: [] } },
      }),
    ],
  ],
])('a wheel of pictures that promises no prize stands in when %s', async (_when, answers) => {
  server.use(...answers);
  const { container } = renderWithProviders(<SpinPage />);
  await waitFor(() => expect(container.querySelectorAll('path[fill^="#"]')).toHaveLength(8));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Prize wheel');
  expect(container.querySelector('text')).toBeNull();
  await expectAccessible();
});
