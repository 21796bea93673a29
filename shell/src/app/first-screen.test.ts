import { type Registry, RemoteHost } from '@krapao/kit/federation/host';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchHomeDuringLogin, firstScreen, SKELETON_MS } from './first-screen';

const registry: Registry = {
  edition: 'thai',
  remotes: [{ name: 'mf-wallet', version: 'v1', entry: '/mf/entry.js', routes: ['/user/home'], slots: [] }],
};

function front() {
  const screen = vi.fn<RemoteHost['screen']>();
  return { screen, host: { screen } as unknown as RemoteHost, registry };
}

/** A router at a path, whose loaders are done or not. */
function routerAt(path: string, initialized = true) {
  const listeners = new Set<(state: { initialized: boolean }) => void>();
  const router = {
    state: { initialized, matches: [{ route: {} }, { route: { path } }] },
    subscribe: (listener: (state: { initialized: boolean }) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const done = () => {
    for (const listener of listeners) listener({ initialized: true });
  };
  return { router: router as unknown as Parameters<typeof firstScreen>[0]['router'], done };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function isOver(waiting: Promise<void>): Promise<boolean> {
  let over = false;
  void waiting.then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

it("the skeleton stands until the router and the remote's screen are there", async () => {
  const { screen, ...rest } = front();
  let arrive = (_: never) => {};
  screen.mockReturnValue(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const { router, done } = routerAt('/user/home', false);
  const waiting = firstScreen({ router, ...rest });
  expect(await isOver(waiting)).toBe(false);
  done();
  expect(await isOver(waiting)).toBe(false);
  expect(screen).toHaveBeenCalledWith('mf-wallet', '/user/home');
  arrive({} as never);
  expect(await isOver(waiting)).toBe(true);
});

it('a screen that is late or does not come leaves the rest of the page to the member', async () => {
  const { screen, ...rest } = front();
  screen.mockReturnValueOnce(new Promise(() => undefined));
  const late = firstScreen({ router: routerAt('/user/home').router, ...rest });
  expect(await isOver(late)).toBe(false);
  await vi.advanceTimersByTimeAsync(SKELETON_MS);
  expect(await isOver(late)).toBe(true);
  screen.mockRejectedValueOnce(new Error('dead'));
  expect(await isOver(firstScreen({ router: routerAt('/user/home').router, ...rest }))).toBe(true);
  expect(await isOver(firstScreen({ router: routerAt('/login').router, ...rest }))).toBe(true);
  expect(screen).toHaveBeenCalledTimes(2);
});

/** Types at the login: what a member does there first. */
const typed = () => document.body.dispatchEvent(new Event('input', { bubbles: true }));

/** A host of a home that loads, or does not. */
function homeHost() {
  const home = {
    name: 'mf-wallet',
    routes: [{ path: '/user/home', load: async () => ({ default: () => null }) }],
    slots: [],
    loadLocale: async () => ({ default: {} }),
  };
  const runtime = {
    load: vi.fn<(name: string) => Promise<unknown>>(async () => ({ default: home })),
    reload: vi.fn(),
  };
  return { runtime, host: new RemoteHost({ registry, addTexts: async () => undefined }, runtime) };
}

it("home's code is fetched once the login is typed", async () => {
  const { host, runtime } = homeHost();
  window.history.replaceState(null, '', '/register');
  fetchHomeDuringLogin({ host, registry });
  typed();
  expect(runtime.load).not.toHaveBeenCalled();
  window.history.replaceState(null, '', '/login');
  typed();
  typed();
  await vi.advanceTimersByTimeAsync(0);
  expect(runtime.load.mock.calls).toEqual([['mf-wallet', '/mf/entry.js']]);
  await expect(host.screen('mf-wallet', '/user/home')).resolves.toBeTruthy();
  expect(runtime.load).toHaveBeenCalledTimes(1);
});

it.each([false, true])('home shows after a login whose fetch of it failed, online then: %s', async (online) => {
  const { host, runtime } = homeHost();
  window.history.replaceState(null, '', '/login');
  fetchHomeDuringLogin({ host, registry });
  runtime.load.mockRejectedValueOnce(new TypeError('no'));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  typed();
  await vi.advanceTimersByTimeAsync(0);
  onLine.mockRestore();
  await expect(host.screen('mf-wallet', '/user/home')).resolves.toBeTruthy();
  expect(runtime.reload).not.toHaveBeenCalled();
});
