import { expectAccessible, renderWithProviders } from '@krapao/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { MemberSession } from '../../api/gen/model';
import { getListSessionsMockHandler, getListSessionsResponseMock } from '../../api/gen/portal.msw';
import { refuse, server } from '../../testing/server';
import ProfilePage from './profile-page';

const [here] = getListSessionsResponseMock().sessions as [MemberSession];
const there: MemberSession = {
  ...here,
  id: '2',
  device: '',
  address: '198.51.100.9',
  lastSeenAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  isCurrent: false,
};

const shown = (...sessions: MemberSession[]) => server.use(getListSessionsMockHandler({ sessions }));

it('the profile shows the last login and where the member is logged in, this device marked', async () => {
  shown(here, there);
  const { container } = renderWithProviders(<ProfilePage />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toBe('Chrome, Android203.0.113.7This device');
  expect(second?.textContent).toBe('Unknown device198.51.100.9Last used 3 hours ago');
  expect(screen.getByText('Last login').closest('div')?.textContent).toBe('Last login21/11/2025 11:40:00');
  await expectAccessible(container);
});

it('logging out everywhere else asks first, says how many it ended, and shows what is left', async () => {
  shown(here, there);
  const revoked = vi.fn();
  server.use(
    http.post('*/api/account/sessions/revoke-others', () => {
      revoked();
      shown(here);
      return HttpResponse.json({ ended: 1 });
    }),
  );
  const { user } = renderWithProviders(<ProfilePage />);
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
  const question = await screen.findByRole('alertdialog', { name: 'Log out everywhere else' });
  expect(question.textContent).toContain('You stay logged in here.');
  await expectAccessible(question);
  expect(revoked).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Logged out 1 other device')).toBeTruthy();
  expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy();
  expect(revoked).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
});

it('a refusal is a toast, and the sessions stay', async () => {
  shown(here, there);
  refuse('post', '/api/account/sessions/revoke-others', 'INTERNAL_SERVER_ERROR', { status: 500 });
  const { user } = renderWithProviders(<ProfilePage />);
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('System error, please try again')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getAllByRole('listitem').length).toBe(2);
});

it('sessions that cannot be loaded leave the rest of the profile and can be asked for again', async () => {
  refuse('get', '/api/account/sessions', 'INTERNAL_SERVER_ERROR', { status: 500 });
  const { user } = renderWithProviders(<ProfilePage />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('10000042')).toBeTruthy();
  server.resetHandlers();
  await user.click(retry);
  expect(await screen.findByText('This device')).toBeTruthy();
});

it('one device is logged out from another after a question, and is gone from the list', async () => {
  shown(here, there);
  const revoked = vi.fn();
  server.use(
    http.post('*/api/account/sessions/:id/revoke', ({ params }) => {
      revoked(params.id);
      shown(here);
      return HttpResponse.json({ ended: 1 });
    }),
  );
  const { user } = renderWithProviders(<ProfilePage />);
  expect((await screen.findAllByRole('button', { name: /^Log out (?!everywhere)/ })).length).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Log out Unknown device' }));
  const question = await screen.findByRole('alertdialog', { name: 'Log out Unknown device' });
  await expectAccessible(question);
  expect(revoked).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('Logged out Unknown device')).toBeTruthy();
  expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy();
  expect(revoked.mock.calls).toEqual([['2']]);
});

it('of two sessions on alike devices, the button and the question say which one ends', async () => {
  const phone = { ...there, device: 'Chrome, Android' };
  const other = {
    ...phone,
    id: '3',
    address: '192.0.2.44',
    lastSeenAt: new Date(Date.now() - 86_400_000).toISOString(),
  };
  shown(here, phone, other);
  const { user } = renderWithProviders(<ProfilePage />);
  const buttons = await screen.findAllByRole('button', { name: 'Log out Chrome, Android' });
  const described = buttons.map((button) => document.getElementById(button.getAttribute('aria-describedby') ?? ''));
  expect(described.map((place) => place?.textContent)).toEqual([
    '198.51.100.9Last used 3 hours ago',
    '192.0.2.44Last used 1 day ago',
  ]);
  await user.click(buttons[1] as HTMLElement);
  const question = await screen.findByRole('alertdialog', { name: 'Log out Chrome, Android' });
  expect(question.textContent).toContain('192.0.2.44');
  expect(question.textContent).toContain('Last used 1 day ago');
  await expectAccessible(question);
});
