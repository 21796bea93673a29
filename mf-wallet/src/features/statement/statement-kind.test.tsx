import { renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { getListStatementsResponseMock } from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import Statement from './statement-page';

const [entry] = getListStatementsResponseMock().statements;
const pageOf = (total: number) => ({ total, statements: total > 0 ? [entry] : [] });

/** The server answers what `total` says of the asked types; from `hold` on nothing is answered. */
function serve(total: (types: string[] | undefined) => number) {
  const state = { hold: false, asked: 0 };
  server.use(
    http.post('*/api/statement', async ({ request }) => {
      const { types } = (await request.json()) as { types?: string[] };
      state.asked += 1;
      return state.hold ? new Promise<never>(() => undefined) : HttpResponse.json(pageOf(total(types)));
    }),
  );
  return state;
}

const show = (route: string) => renderWithProviders(<Statement />, { route });
const loading = () => screen.findByRole('status', { name: 'Loading' });

test("until a kind's entries are known no other kind's stand in their place", async () => {
  const state = serve(() => 1);
  const { user } = show('/user/statement');
  await screen.findByRole('listitem');
  state.hold = true;
  await user.click(screen.getByRole('button', { name: 'Bonuses' }));
  expect(await loading()).toBeTruthy();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('that there is nothing is said of the kind that was asked for, and of no other', async () => {
  const state = serve((types) => (types ? 0 : 1));
  const { user } = show('/user/statement?kind=bonuses');
  await screen.findByText('Nothing of this kind');
  state.hold = true;
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await loading()).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Make your first deposit' })).toBeNull();
});

test('another page of the same kind keeps what stands there until it is known', async () => {
  const state = serve(() => 25);
  const { user } = show('/user/statement?kind=deposits');
  await screen.findByRole('listitem');
  state.hold = true;
  const { asked } = state;
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(state.asked).toBeGreaterThan(asked));
  expect(screen.getByRole('listitem')).toBeTruthy();
});
