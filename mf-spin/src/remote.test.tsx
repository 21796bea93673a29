import { join } from 'node:path';
import { tilesOf } from '@krapao/build/tiles';
import { expect, test } from 'vitest';
import remote from './remote';

test('every screen and every piece of the remote loads, and brings its texts', async () => {
  const loaded = await Promise.all([...remote.routes, ...remote.slots].map(({ load }) => load()));
  expect(loaded.every((module) => typeof module.default === 'function')).toBe(true);
  expect(remote.routes.map(({ path }) => path)).toEqual(['/user/spin', '/user/spin/history', '/user/spin/check']);
});

test('home draws its tile while there is a wheel, with the coins', () => {
  expect(tilesOf(join(import.meta.dirname, 'remote.tsx'))).toEqual([
    {
      slot: 'home.spin',
      icon: 'loader-pinwheel',
      when: 'hasWheel',
      count: 'coin',
      to: '/user/spin',
      texts: {
        th: { label: 'หมุนวงล้อ', detail: { other: '{{count}} เหรียญ' } },
        la: { label: 'ໝຸນວົງລໍ້', detail: { other: '{{count}} ຫຼຽນ' } },
        en: { label: 'Spin the wheel', detail: { one: '{{count}} coin', other: '{{count}} coins' } },
      },
    },
  ]);
});
