import { expect, test } from 'vitest';
import { overdrafts, weights } from './budget';
import type { Description } from './describe';

const file = (size: number) => ({ sha256: '', size });
const needs = (js: string[], shares: string[] = []) => ({ js, css: [], shares });

const shell = {
  base: needs(['boot.js']),
  routes: [{ path: '/login', ...needs(['login.js']) }],
  locales: { th: ['th.js'], en: ['en.js'] },
  shares: { '@krapao/kit/ui/dialog': { js: ['dialog.js', 'boot.js'], css: [] } },
  files: {
    'boot.js': file(500),
    'boot.js.br': file(100),
    'login.js': file(10),
    'th.js': file(5),
    'en.js': file(3),
    'dialog.js': file(7),
  },
} as unknown as Description;

const remote = {
  base: needs(['entry.js'], ['@krapao/kit/ui/dialog']),
  routes: [{ path: '/user/spin', ...needs(['spin.js', 'entry.js'], ['@krapao/kit/ui/dialog']) }],
  slots: [],
  tiles: [],
  locales: { th: ['th.js'] },
  shares: {},
  files: { 'entry.js': file(20), 'spin.js': file(30), 'th.js': file(1) },
} as unknown as Description;

test('a route weighs the shell, its application, what it shares of the kit and one language, each file once and as it is sent', () => {
  expect(weights(shell, [remote])).toEqual({
    '/login': { bytes: 100 + 10 + 5, requests: 3 },
    '/user/spin': { bytes: 100 + 7 + 5 + 20 + 30 + 1, requests: 6 },
  });
});

test('an application without a route weighs what its place adds to the page', () => {
  const chat = {
    ...remote,
    routes: [],
    slots: [{ slot: 'chat.widget', ...needs(['spin.js'], ['@krapao/kit/ui/dialog']) }],
  };
  expect(weights(shell, [chat])).toEqual({
    '/login': { bytes: 115, requests: 3 },
    'chat.widget': { bytes: 7 + 20 + 30 + 1, requests: 4 },
  });
});

test('a tile of home weighs its own code, without what its application and the kit share with it', () => {
  const spin = {
    ...remote,
    slots: [
      { slot: 'home.spin', ...needs(['spin.js'], ['@krapao/kit/ui/dialog']) },
      { slot: 'spin.coupons', ...needs(['spin.js']) },
    ],
  };
  const found = weights(shell, [spin]);
  expect(found['home.spin']).toEqual({ bytes: 30, requests: 1 });
  expect(found).not.toHaveProperty('spin.coupons');
  const opened = weights(shell, [{ ...spin, routes: [] }])['home.spin'];
  expect(opened, 'without a route, all that opening it adds').toEqual({ bytes: 7 + 20 + 30 + 1, requests: 4 });
});

test('an application with tiles weighs its lines in the page while it is asleep, and asks for nothing', () => {
  const tile = { slot: 'home.spin', icon: 'gift', to: '/user/spin', texts: {} };
  const spin = { ...remote, name: 'mf-spin', url: '/mf/mf-spin/1/', entry: 'entry.js', tiles: [tile] } as Description;
  const { bytes = 0, requests } = weights(shell, [spin])['mf-spin asleep'] ?? {};
  expect(requests).toBe(0);
  expect(bytes).toBeGreaterThan(0);
  const heavy = { ...tile, label: Array.from({ length: 200 }, (_, index) => (index * 7919) % 104_729).join() };
  const more = weights(shell, [{ ...spin, tiles: [heavy] } as unknown as Description])['mf-spin asleep'];
  expect(more?.bytes).toBeGreaterThan(bytes + 200);
});

const takes = (bytes: number, requests = 1) => ({ bytes, requests });

test('a route over its budget, or without one, fails, and so does a budget that is for no route', () => {
  const kept = { '/a': takes(10), '/b': takes(5, 2) };
  expect(overdrafts(kept, kept)).toEqual([]);
  const found = { '/a': takes(11), '/b': takes(5, 3), '/new': takes(1) };
  expect(overdrafts(found, { ...kept, '/gone': takes(1) })).toEqual([
    '/a takes 11 bytes in 1 files, its budget is 10 bytes in 1 files',
    '/b takes 5 bytes in 3 files, its budget is 5 bytes in 2 files',
    '/new has no budget; it takes 1 bytes in 1 files',
    '/gone has a budget and is no route, no place and no application asleep',
  ]);
});
