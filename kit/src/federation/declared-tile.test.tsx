import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { setLocale } from '../i18n';
import { expectAccessible, renderWithProviders } from '../testing';
import { Dialog } from '../ui/dialog';
import { SlotHostContext } from './filling';
import { RemoteHost } from './host';
import type { RegisteredTile } from './registry';
import { defineRemote, type RemoteTile } from './remote';
import { Slot } from './slot';

const WHEEL: RegisteredTile = {
  slot: 'home.wheel',
  icon: 'loader-pinwheel',
  to: '/user/spin',
  when: 'hasWheel',
  count: 'coin',
  texts: {
    th: { label: 'หมุนวงล้อ', detail: { other: '{{count}} เหรียญ' } },
    la: { label: 'ໝຸນວົງລໍ້', detail: { other: '{{count}} ຫຼຽນ' } },
    en: { label: 'Spin the wheel', detail: { one: '{{count}} coin', other: '{{count}} coins' } },
  },
};
const words = { label: 'Invite friends' };
const INVITE: RegisteredTile = {
  slot: 'home.friends',
  icon: 'user-round-plus',
  opens: 'test.friends',
  texts: { th: words, la: words, en: words },
};

declare module './slots' {
  interface Slots {
    'home.wheel': { hasWheel: boolean | undefined; coin: number | undefined };
    'home.friends': object;
    'test.friends': { open: boolean; onClose: () => void };
  }
}

const remote = defineRemote({
  name: 'mf-test',
  routes: [],
  slots: [
    {
      slot: 'test.friends',
      load: async () => ({
        default: ({ open, onClose }: { open: boolean; onClose: () => void }) => (
          <Dialog open={open} onClose={onClose} title="Your friends">
            nobody yet
          </Dialog>
        ),
      }),
    },
  ],
  loadLocale: async () => ({ default: {} }),
});

function setup(tile: RegisteredTile) {
  const load = vi.fn(async (): Promise<unknown> => ({ default: remote }));
  const runtime = { load, reload: vi.fn() };
  const registered = { name: 'mf-test', version: '1', entry: '/mf/mf-test/1/remoteEntry.js', routes: [] };
  const registry = {
    edition: 'thai' as const,
    remotes: [{ ...registered, slots: ['test.friends'], tiles: [tile] }],
  };
  const host = new RemoteHost({ registry, addTexts: async () => undefined }, runtime);
  const value = {
    fills: (slot: string) => host.fills(slot),
    tiles: (slot: string) => host.tiles(slot),
    failed: (retry: () => void) => (
      <button type="button" onClick={retry}>
        Try again
      </button>
    ),
  };
  return { load, value };
}

function Where() {
  return <output>{useLocation().pathname}</output>;
}

function showWheel(given: { hasWheel: boolean | undefined; coin: number | undefined }) {
  const { load, value } = setup(WHEEL);
  const shown = renderWithProviders(
    <SlotHostContext value={value}>
      <Slot name="home.wheel" with={given} pending="waiting" fallback="refresh all" />
      <Where />
    </SlotHostContext>,
  );
  return { ...shown, load };
}

const showFriends = (value: ReturnType<typeof setup>['value']) =>
  renderWithProviders(
    <SlotHostContext value={value}>
      <Slot name="home.friends" />
    </SlotHostContext>,
  );

afterEach(async () => {
  await act(() => setLocale('en'));
});

test('a declared tile leads to its screen and counts in every language, and takes nothing of its remote', async () => {
  const { user, load } = showWheel({ hasWheel: true, coin: 1 });
  const link = screen.getByRole('link', { name: /Spin the wheel/ });
  expect(link.textContent).toBe('Spin the wheel1 coin');
  await expectAccessible();
  await act(() => setLocale('th'));
  expect(link.textContent, 'a number stays with its unit').toBe('หมุนวงล้อ1\u00a0เหรียญ');
  await act(() => setLocale('la'));
  expect(link.textContent).toBe('ໝຸນວົງລໍ້1\u00a0ຫຼຽນ');
  await user.click(link);
  expect(screen.getByText('/user/spin')).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
});

test('its number is not shown before it is known', () => {
  showWheel({ hasWheel: true, coin: undefined });
  expect(screen.getByRole('link').textContent).toBe('Spin the wheel');
});

test('a tile that is shown under a condition waits until it is known, and leaves its place when it does not hold', () => {
  const { unmount } = showWheel({ hasWheel: undefined, coin: 3 });
  expect(screen.getByText(/waiting/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(getComputedStyle(screen.getByText('Spin the wheel')).visibility, 'takes room, and is not read out').toBe(
    'hidden',
  );
  unmount();
  showWheel({ hasWheel: false, coin: 3 });
  expect(screen.getByText(/refresh all/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('a place of an older application, which gives no such condition, keeps its fallback', () => {
  const older = { coin: 3 } as { hasWheel: boolean | undefined; coin: number };
  showWheel(older);
  expect(screen.getByText(/refresh all/)).toBeTruthy();
  expect(screen.queryByText(/waiting/)).toBeNull();
});

test('the focus loads the remote, and the press opens; the tile is busy meanwhile', async () => {
  const { load, value } = setup(INVITE);
  let arrive = (_module: unknown) => undefined as void;
  load.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  const { user } = showFriends(value);
  const tile = screen.getByRole('button', { name: 'Invite friends' });
  expect(tile.getAttribute('aria-haspopup')).toBe('dialog');
  expect(load).not.toHaveBeenCalled();
  act(() => tile.focus());
  expect(load).toHaveBeenCalledTimes(1);
  expect(tile.getAttribute('aria-busy')).toBeNull();
  await user.keyboard('{Enter}');
  expect(tile.getAttribute('aria-busy')).toBe('true');
  await user.click(tile);
  await act(async () => arrive({ default: remote }));
  expect(await screen.findByRole('dialog', { name: 'Your friends' })).toBeTruthy();
  await waitFor(() => expect(tile.getAttribute('aria-busy')).toBeNull());
  expect(load).toHaveBeenCalledTimes(1);
});

test('a remote that did not come when the tile was near is asked for again by the press, and nothing was said', async () => {
  const { load, value } = setup(INVITE);
  load.mockRejectedValueOnce(new Error('dead'));
  const { user } = showFriends(value);
  const tile = screen.getByRole('button', { name: 'Invite friends' });
  fireEvent.pointerEnter(tile);
  await act(async () => undefined);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.pointerEnter(tile);
  expect(load, 'a finger that comes again does not ask again').toHaveBeenCalledTimes(1);
  await user.click(tile);
  expect(await screen.findByRole('dialog', { name: 'Your friends' })).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a dead remote says so at its tile, which stays and asks no more by itself; another try opens the dialog', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { load, value } = setup(INVITE);
  load.mockRejectedValueOnce(new Error('dead')).mockRejectedValueOnce(new Error('still dead'));
  const { user } = showFriends(value);
  await user.click(screen.getByRole('button', { name: 'Invite friends' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  const tile = screen.getByRole('button', { name: 'Invite friends' });
  await waitFor(() => expect(tile.getAttribute('aria-busy')).toBeNull());
  await user.click(tile);
  expect(load).toHaveBeenCalledTimes(2);
  await user.click(retry);
  expect(await screen.findByRole('dialog', { name: 'Your friends' })).toBeTruthy();
  vi.restoreAllMocks();
});

test('a remote that was built before there were tiles fills the place with its own code', async () => {
  const old = defineRemote({
    name: 'mf-test',
    routes: [],
    slots: [{ slot: 'home.friends', load: async () => ({ default: () => <b>old tile</b> }) }],
    loadLocale: async () => ({ default: {} }),
  });
  const registered = { name: 'mf-test', version: '1', entry: '/e.js', routes: [], slots: ['home.friends'] };
  const host = new RemoteHost(
    { registry: { edition: 'thai', remotes: [registered] }, addTexts: async () => undefined },
    { load: async () => ({ default: old }), reload: vi.fn() },
  );
  await act(async () =>
    showFriends({ fills: (slot) => host.fills(slot), tiles: (slot) => host.tiles(slot), failed: () => <i /> }),
  );
  expect(await screen.findByText('old tile')).toBeTruthy();
});

test('the type check refuses a tile whose count is no number of its place or has no words, or that opens what is no dialog', () => {
  const common = { name: 'mf-test' as const, routes: [], slots: [], loadLocale: async () => ({ default: {} }) };
  const tile = { tile: 'home.wheel' as const, icon: 'gift' as const, label: '' as never };
  const counted = { ...tile, to: '/user/spin', detail: '' as never };
  expect(defineRemote({ ...common, tiles: [{ ...counted, count: 'coin' }] })).toBeTruthy();
  // @ts-expect-error hasWheel is no number.
  defineRemote({ ...common, tiles: [{ ...counted, count: 'hasWheel' }] });
  // @ts-expect-error a number without the words that tell it.
  defineRemote({ ...common, tiles: [{ ...tile, to: '/user/spin', count: 'coin' }] });
  // @ts-expect-error words for a number without the number.
  expect({ ...tile, to: '/user/spin', detail: 'coins' } satisfies RemoteTile<'coins'>).toBeTruthy();
  // @ts-expect-error a tile of home is no dialog.
  defineRemote({ ...common, tiles: [{ ...tile, opens: 'home.wheel' }] });
  expect(defineRemote({ ...common, tiles: [{ ...tile, opens: 'test.friends', when: 'hasWheel' }] })).toBeTruthy();
});
