import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { SlotHostContext } from './filling';
import { LOAD_TIMEOUT_MS, RETRIES, RemoteHost, RemoteScreen } from './host';
import type { Registry } from './registry';
import { defineRemote, type Remote } from './remote';
import type { Runtime } from './runtime';
import { Slot } from './slot';

declare module '../i18n/resources' {
  interface TextNamespaces {
    'mf-wallet': object;
    'mf-spin': { wheel: { title: string } };
    'mf-test': object;
  }
}

declare module './slots' {
  interface Slots {
    'home.spin': { coins: number };
    'home.nobody': object;
  }
}

const wallet = defineRemote({
  name: 'mf-wallet',
  routes: [{ path: '/user/home', load: async () => ({ default: () => <h1>home</h1> }) }],
  slots: [],
  loadLocale: async () => ({ default: {} }),
});
const spin = defineRemote({
  name: 'mf-spin',
  routes: [{ path: '/user/spin', title: 'wheel.title', load: async () => ({ default: () => <h1>wheel</h1> }) }],
  slots: [
    { slot: 'home.spin', load: async () => ({ default: ({ coins }: { coins: number }) => <b>spin {coins}</b> }) },
  ],
  loadLocale: async () => ({ default: {} }),
});

function registryOf(...remotes: Remote[]): Registry {
  return {
    edition: 'thai',
    remotes: remotes.map(({ name, routes, slots }) => ({
      name,
      version: '1',
      entry: `/mf/${name}/1/remoteEntry.js`,
      routes: routes.map((route) => route.path),
      slots: slots.map((slot) => slot.slot),
    })),
  };
}

function setup(...remotes: Remote[]) {
  const dead = new Set<string>();
  const runtime = {
    load: vi.fn<Runtime['load']>(async (id) => {
      const remote = remotes.find(({ name }) => name === id);
      if (!remote || dead.has(remote.name)) throw new Error(`${id} is dead`);
      return { default: remote };
    }),
    reload: vi.fn<Runtime['reload']>(),
  };
  const addTexts = vi.fn(async () => undefined);
  return { dead, runtime, addTexts, host: new RemoteHost({ registry: registryOf(...remotes), addTexts }, runtime) };
}

/** Taps and lets what is loading arrive. */
const tap = async (text: string) => act(async () => (await screen.findByText(text)).click());

/** Renders and lets what is loading arrive. */
const show = (ui: ReactNode) => act(async () => render(ui));

const failed = (retry: () => void) => (
  <button type="button" onClick={retry}>
    again
  </button>
);

test("a remote's screen shows once its texts are there", async () => {
  const { host, addTexts, runtime } = setup(wallet);
  await show(<RemoteScreen host={host} name="mf-wallet" path="/user/home" pending={<i>pending</i>} failed={failed} />);
  expect(await screen.findByText('home')).toBeTruthy();
  expect(addTexts).toHaveBeenCalledWith(wallet);
  expect(runtime.load).toHaveBeenCalledWith('mf-wallet', '/mf/mf-wallet/1/remoteEntry.js');
});

test('a screen of a remote tells its name in the texts of its remote, and one without a name tells none', async () => {
  const { host } = setup(wallet, spin);
  const told = vi.fn();
  const common = { host, pending: null, failed, onTitle: told };
  await show(<RemoteScreen {...common} name="mf-spin" path="/user/spin" />);
  await show(<RemoteScreen {...common} name="mf-wallet" path="/user/home" />);
  expect(told.mock.calls).toEqual([['mf-spin:wheel.title'], [undefined]]);
});

test('a remote is loaded once, however many places show it', async () => {
  const { host, runtime } = setup(spin);
  await Promise.all([host.screen('mf-spin', '/user/spin'), host.fills('home.spin')[0]?.read()]);
  expect(runtime.load).toHaveBeenCalledTimes(1);
});

test('a dead remote shows a retry, which asks under another URL and leaves the others alone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { host, dead, runtime } = setup(wallet, spin);
  dead.add('mf-spin');
  await show(
    <>
      <RemoteScreen host={host} name="mf-spin" path="/user/spin" pending={null} failed={failed} />
      <RemoteScreen host={host} name="mf-wallet" path="/user/home" pending={null} failed={failed} />
    </>,
  );
  expect(await screen.findByText('home')).toBeTruthy();
  await tap('again');
  expect(runtime.load).toHaveBeenLastCalledWith('mf-spin', '/mf/mf-spin/1/remoteEntry.js?retry=1');
  dead.clear();
  await tap('again');
  expect(await screen.findByText('wheel')).toBeTruthy();
});

test('a remote that stays dead makes the page load again in the end', async () => {
  const { host, dead, runtime } = setup(spin);
  dead.add('mf-spin');
  for (let attempt = 0; attempt <= RETRIES; attempt++) {
    await expect(host.screen('mf-spin', '/user/spin')).rejects.toThrow();
    host.retry('mf-spin');
  }
  expect(runtime.reload).toHaveBeenCalledTimes(1);
  const entry = '/mf/mf-spin/1/remoteEntry.js';
  const urls = [entry, ...Array.from({ length: RETRIES }, (_, index) => `${entry}?retry=${index + 1}`)];
  expect(runtime.load.mock.calls.map(([, url]) => url)).toEqual(urls);
});

test('a press asks again as often as it likes: it neither loads the page again nor leaves the URLs whose hashes are known', async () => {
  const { host, dead, runtime } = setup(spin);
  const fill = host.fills('home.spin')[0];
  dead.add('mf-spin');
  for (let attempt = 0; attempt < 3 * RETRIES; attempt++) {
    await expect(fill?.read()).rejects.toThrow();
    fill?.retry(false);
  }
  dead.clear();
  await expect(fill?.read()).resolves.toBeTruthy();
  expect(runtime.reload).not.toHaveBeenCalled();
  const retries = runtime.load.mock.calls.map(([, url]) => Number(/retry=(\d+)/.exec(url)?.[1] ?? 0));
  expect(Math.max(...retries)).toBe(RETRIES);
});

test('failures that a retry mended do not add up: the page is not loaded again under a member who types', async () => {
  const paths = Array.from({ length: RETRIES + 2 }, (_, index) => `/user/screen-${index}`);
  const lossy = defineRemote({
    name: 'mf-spin',
    slots: [],
    loadLocale: async () => ({ default: {} }),
    routes: paths.map((path) => ({
      path,
      load: vi.fn(async () => ({ default: () => <h1>{path}</h1> })).mockRejectedValueOnce(new Error('cut')),
    })),
  });
  const { host, runtime } = setup(lossy);
  for (const path of paths) {
    await expect(host.screen('mf-spin', path)).rejects.toThrow();
    host.retry('mf-spin');
    await expect(host.screen('mf-spin', path)).resolves.toBeTruthy();
  }
  expect(runtime.reload).not.toHaveBeenCalled();
  // The entry itself had come: it keeps its URL.
  expect(new Set(runtime.load.mock.calls.map(([, url]) => url))).toEqual(new Set(['/mf/mf-spin/1/remoteEntry.js']));
});

test('a remote that hangs is given up, and can be tried again', async () => {
  vi.useFakeTimers();
  const { host, runtime } = setup(spin);
  runtime.load.mockImplementationOnce(() => new Promise(() => undefined));
  const loading = expect(host.screen('mf-spin', '/user/spin')).rejects.toMatchObject({ code: 'TIMEOUT' });
  await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT_MS);
  await loading;
  host.retry('mf-spin');
  await expect(host.screen('mf-spin', '/user/spin')).resolves.toMatchObject({ title: 'mf-spin:wheel.title' });
  vi.useRealTimers();
});

test('without a connection a remote that does not load says so, and not that the system is broken', async () => {
  const { host, dead } = setup(spin);
  dead.add('mf-spin');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(host.screen('mf-spin', '/user/spin')).rejects.toMatchObject({ code: 'NETWORK' });
  vi.restoreAllMocks();
});

test('tries without a connection use up none of the few URLs, and never load the page again', async () => {
  const { host, dead, runtime } = setup(spin);
  dead.add('mf-spin');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (let attempt = 0; attempt <= RETRIES; attempt++) {
    await expect(host.screen('mf-spin', '/user/spin')).rejects.toMatchObject({ code: 'NETWORK' });
    host.retry('mf-spin');
  }
  vi.restoreAllMocks();
  dead.clear();
  host.retry('mf-spin');
  await expect(host.screen('mf-spin', '/user/spin')).resolves.toMatchObject({ title: 'mf-spin:wheel.title' });
  expect(runtime.reload).not.toHaveBeenCalled();
});

test('what failed without a connection is asked for again once there is one, at the same URL', async () => {
  const { host, dead, runtime } = setup(spin);
  dead.add('mf-spin');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(host.screen('mf-spin', '/user/spin')).rejects.toMatchObject({ code: 'NETWORK' });
  host.retry('mf-spin');
  vi.restoreAllMocks();
  dead.clear();
  await expect(host.screen('mf-spin', '/user/spin')).resolves.toMatchObject({ title: 'mf-spin:wheel.title' });
  expect(new Set(runtime.load.mock.calls.map(([, url]) => url))).toEqual(new Set(['/mf/mf-spin/1/remoteEntry.js']));
});

test('a route that the registry names and the remote lacks is a failure, not a blank screen', async () => {
  const { host } = setup(spin);
  await expect(host.screen('mf-spin', '/user/other')).rejects.toThrow('/user/other');
});

test('a place shows what fills it with its props, and its fallback when nobody does or the remote is dead', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { host, dead } = setup(spin);
  const home = (
    <SlotHostContext value={{ fills: (slot) => host.fills(slot), failed }}>
      <Slot name="home.spin" with={{ coins: 3 }} fallback="refresh all" />
      <Slot name="home.nobody" fallback="nobody" />
      <Slot name="home.spin" with={{ coins: 4 }} />
    </SlotHostContext>
  );
  dead.add('mf-spin');
  const { unmount } = await show(home);
  expect(await screen.findByText(/refresh all/)).toBeTruthy();
  expect(screen.getByText(/nobody/)).toBeTruthy();
  dead.clear();
  await tap('again');
  expect(await screen.findByText('spin 4')).toBeTruthy();
  unmount();
  await show(home);
  expect(await screen.findByText('spin 3')).toBeTruthy();
});

test('the type check refuses a piece that wants other props than its place gives, a place that gives others, and an unknown place', () => {
  const common = { name: 'mf-test' as const, routes: [], loadLocale: async () => ({ default: {} }) };
  const Priced = ({ price }: { price: number }) => <b>{price}</b>;
  // @ts-expect-error home.spin gives coins, and no price.
  defineRemote({ ...common, slots: [{ slot: 'home.spin', load: async () => ({ default: Priced }) }] });
  // @ts-expect-error nobody shows such a place.
  defineRemote({ ...common, slots: [{ slot: 'home.other', load: async () => ({ default: () => null }) }] });
  // @ts-expect-error home.spin gives a number.
  expect(<Slot name="home.spin" with={{ coins: 'many' }} />).toBeTruthy();
  // @ts-expect-error home.spin gives something.
  expect(<Slot name="home.spin" />).toBeTruthy();
});
