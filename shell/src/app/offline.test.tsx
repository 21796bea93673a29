import { ApiError, createQueryClient } from '@krapao/kit/api';
import type { RemoteRoute } from '@krapao/kit/federation';
import { RemoteHost } from '@krapao/kit/federation/host';
import { errorText } from '@krapao/kit/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { RemoteFailure } from './remote-failure';
import { page } from './route-failure';
import { routesOf } from './routes';
import { publicScreens } from './screens';

const help = publicScreens.find(({ path }) => path === '/howto') as RemoteRoute;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.spyOn(help, 'load').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
});

/** Opens a screen whose code does not come. */
function open() {
  const registry = { edition: 'thai' as const, remotes: [] };
  const runtime = { load: async () => null, reload: () => undefined };
  const host = new RemoteHost({ registry, addTexts: async () => undefined }, runtime);
  const router = createMemoryRouter(routesOf(registry, host), { initialEntries: [help.path] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it('a screen whose code does not come without a connection says that, and is loaded when there is one', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reloads = vi.spyOn(page, 'reload').mockReturnValue(undefined);
  const user = open();
  expect(await screen.findByText(errorText('NETWORK'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reloads, "the browser's own page without a connection").not.toHaveBeenCalled();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(reloads).toHaveBeenCalledOnce();
});

it('one that does not come although there is a connection is an error of the system', async () => {
  const reloads = vi.spyOn(page, 'reload').mockReturnValue(undefined);
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(screen.queryByText(errorText('NETWORK'))).toBeNull();
  expect(reloads).toHaveBeenCalledOnce();
});

it('a remote that does not come without a connection is tried again when there is one, and not before', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const retry = vi.fn();
  render(<RemoteFailure error={new ApiError('NETWORK')} onRetry={retry} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(retry).toHaveBeenCalledOnce();
});
