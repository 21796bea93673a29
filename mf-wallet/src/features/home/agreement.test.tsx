import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { getGetWalletResponseMock } from '../../api/gen/portal.msw';
import { server } from '../../testing/server';
import HomePage from './home-page';

const CHANGED = 'The agreement has changed. Please read it again and accept it.';
const example = getGetWalletResponseMock();
const show = () => renderWithProviders(<HomePage />, { route: '/user/home' });

/** The agreement in force, and what was accepted; the wallet tells of it. */
function agreements(version: string) {
  const state = { version, accepted: null as string | null, reads: 0 };
  server.use(
    http.get('*/api/wallet', () =>
      HttpResponse.json({ ...example, slots: [], profile: { ...example.profile, agreementVersion: state.accepted } }),
    ),
    http.get('*/api/lookup/agreements', () => {
      state.reads += 1;
      return HttpResponse.json({ version: state.version, agreements: [`<p>Agreement ${state.version}</p>`] });
    }),
    http.post('*/api/account/agreement', async ({ request }) => {
      const asked = (await request.json()) as { version: string };
      if (asked.version !== state.version) return HttpResponse.json({ message: 'NO_DATA' }, { status: 404 });
      state.accepted = asked.version;
      return HttpResponse.json({ version: asked.version, acceptedAt: new Date().toISOString() });
    }),
  );
  return state;
}

test('an agreement that is not accepted opens after 1.5 s, and stays away once it is', async () => {
  agreements('1');
  const { user, unmount } = show();
  await screen.findByText('Somchai');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const dialog = await screen.findByRole('alertdialog', { name: 'Agreement' });
  expect(dialog.textContent).toContain('Agreement 1');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'I accept' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  unmount();
  show();
  await screen.findByText('Somchai');
  await new Promise((resolve) => setTimeout(resolve, 1800));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('an acceptance belongs to a member: what another one accepted on this device does not count', async () => {
  agreements('1');
  localStorage.setItem('remember-agreement', '1');
  show();
  expect(await screen.findByRole('alertdialog', { name: 'Agreement' })).toBeTruthy();
});

test('an agreement that changed under an open page is fetched again, read and accepted', async () => {
  const state = agreements('1');
  const { user } = show();
  await screen.findByRole('alertdialog', { name: 'Agreement' });
  state.version = '2';
  await user.click(screen.getByRole('button', { name: 'I accept' }));
  expect(await screen.findByText('Agreement 2')).toBeTruthy();
  expect(screen.getByText(CHANGED)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I accept' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(state.accepted).toBe('2');
});

/** The page looks whether the agreement is another one, as it does every few minutes. */
const lookAgain = (queryClient: QueryClient) => act(() => queryClient.invalidateQueries());

test('what is being read stays; once its acceptance is refused the other version takes its place and says so', async () => {
  const state = agreements('1');
  const { user, queryClient } = show();
  await screen.findByRole('alertdialog', { name: 'Agreement' });
  state.version = '2';
  await lookAgain(queryClient);
  expect(screen.getByText('Agreement 1')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I accept' }));
  expect(await screen.findByText('Agreement 2')).toBeTruthy();
  expect(screen.getByText(CHANGED)).toBeTruthy();
  expect(state.accepted).toBeNull();
});

test('one that was put away comes back as another version, and says that it is another', async () => {
  const state = agreements('1');
  const { user, queryClient } = show();
  await screen.findByRole('alertdialog', { name: 'Agreement' });
  expect(screen.queryByText(CHANGED)).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  state.version = '2';
  await lookAgain(queryClient);
  expect(await screen.findByText('Agreement 2')).toBeTruthy();
  expect(screen.getByText(CHANGED)).toBeTruthy();
});
