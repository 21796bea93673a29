import { join } from 'node:path';
import { tilesOf } from '@krapao/build/tiles';
import { expect, test } from 'vitest';
import remote from './remote';

test('every screen and every piece of the remote loads, and brings its texts', async () => {
  const loaded = await Promise.all([...remote.routes, ...remote.slots].map(({ load }) => load()));
  expect(loaded.every((module) => typeof module.default === 'function')).toBe(true);
  expect(remote.routes.map(({ path }) => path)).toEqual(['/user/bonus']);
});

test('home draws three tiles of it, each always shown', () => {
  const tiles = tilesOf(join(import.meta.dirname, 'remote.tsx')).map(({ texts, ...tile }) => [texts.en.label, tile]);
  expect(tiles).toEqual([
    ['Bonus', { slot: 'home.bonus', icon: 'gift', to: '/user/bonus' }],
    ['Invite friends', { slot: 'home.invite', icon: 'user-round-plus', opens: 'bonus.invite' }],
    ['Refund', { slot: 'home.refund', icon: 'hand-coins', opens: 'bonus.refund' }],
  ]);
});
