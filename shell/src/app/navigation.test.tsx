import { createQueryClient } from '@krapao/kit/api';
import { type Remote, SlotHostContext } from '@krapao/kit/federation';
import { RemoteHost } from '@krapao/kit/federation/host';
import { i18n } from '@krapao/kit/i18n';
import { getToken, setToken } from '@krapao/kit/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it } from 'vitest';
import { routesOf } from './routes';

const REMOTES: Remote[] = [
  {
    name: 'mf-wallet',
    routes: [
      { path: '/user/home', load: async () => ({ default: () => <h1>home of the wallet</h1> }) },
      { path: '/user/statement', load: () => new Promise(() => undefined) },
    ],
    slots: [],
    loadLocale: async () => ({ default: {} }),
  },
  {
    name: 'mf-spin',
    routes: [{ path: '/user/spin', title: 'wheel.title', load: async () => ({ default: () => <h1>the wheel</h1> }) }],
    slots: [],
    loadLocale: async () => ({ default: { wheel: { title: 'Prize wheel' } } }),
  },
];

function open(path: string) {
  const registry = {
    edition: 'thai' as const,
    remotes: REMOTES.map(({ name, routes }) => ({
      name,
      version: '1',
      entry: `/mf/${name}/1/remoteEntry.js`,
      routes: routes.map((route) => route.path),
      slots: [],
    })),
  };
  const addTexts = async ({ name, loadLocale }: Pick<Remote, 'name' | 'loadLocale'>) => {
    i18n.addResourceBundle('en', name, (await loadLocale('en')).default);
  };
  const load = async (id: string) => ({ default: REMOTES.find(({ name }) => name === id) });
  const host = new RemoteHost({ registry, addTexts }, { load, reload: () => undefined });
  const router = createMemoryRouter(routesOf(registry, host), { initialEntries: [path] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SlotHostContext value={{ fills: () => [], failed: () => null }}>
        <RouterProvider router={router} />
      </SlotHostContext>
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup() };
}

const at = ({ router }: ReturnType<typeof open>) => router.state.location.pathname + router.state.location.search;

it.each(['/', '/user'])('%s leads a member home', async (path) => {
  setToken('abc', { remember: false });
  const page = open(path);
  await screen.findByText('home of the wallet');
  expect(at(page)).toBe('/user/home');
});

it.each([
  ['/', '/login?nextUrl=%2Fuser%2Fhome'],
  ['/user/spin?code=7', '/login?nextUrl=%2Fuser%2Fspin%3Fcode%3D7'],
])('%s leads a visitor to %s', async (path, login) => {
  const page = open(path);
  await screen.findByText('Welcome back');
  expect(at(page)).toBe(login);
});

it.each(['/login', '/register', '/forgot', '/howto', '/contact'])(
  '%s logs the member out on this device',
  async (path) => {
    setToken('abc', { remember: true });
    const page = open(path);
    await screen.findByRole('heading', { level: 1 });
    expect([getToken(), at(page)]).toEqual([null, path]);
  },
);

it('a screen of a remote names itself in the title, and the next screen does not keep its name', async () => {
  setToken('abc', { remember: false });
  const { user } = open('/user/spin');
  await screen.findByText('the wheel');
  await waitFor(() => expect(document.title).toBe('Prize wheel · Krapao'));
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await screen.findByText('home of the wallet');
  await waitFor(() => expect(document.title).toBe('Home · Krapao'));
});

it('a screen that is still on its way does not keep the name of the one before', async () => {
  setToken('abc', { remember: false });
  const { user } = open('/user/spin');
  await waitFor(() => expect(document.title).toBe('Prize wheel · Krapao'));
  await user.click(screen.getByRole('link', { name: 'Transaction history' }));
  await waitFor(() => expect(document.title).toBe('Transaction history · Krapao'));
});

it.each([
  ['/login', 'Log in · Krapao'],
  ['/forgot', 'Forgotten password · Krapao'],
  ['/contact', 'Contact us · Krapao'],
])('%s has the title %s', async (path, title) => {
  open(path);
  await waitFor(() => expect(document.title).toBe(title));
});

it('the logout leads to the login, and the member screens need a login again', async () => {
  setToken('abc', { remember: true });
  const page = open('/user/home');
  await screen.findByText('home of the wallet');
  await page.user.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByText('Welcome back');
  expect([getToken(), at(page)]).toEqual([null, '/login']);
  await page.router.navigate('/user/home');
  await waitFor(() => expect(at(page)).toBe('/login?nextUrl=%2Fuser%2Fhome'));
});

it.each(['/nowhere', '/user/nowhere', '/user/bonus'])('%s is no screen', async (path) => {
  setToken('abc', { remember: false });
  open(path);
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});
