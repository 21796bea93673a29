import { expect, test } from 'vitest';
import remote from './remote';

test('every screen and every piece of the remote loads, and brings its texts', async () => {
  const loaded = await Promise.all([...remote.routes, ...remote.slots].map(({ load }) => load()));
  expect(loaded.every((module) => typeof module.default === 'function')).toBe(true);
  expect(remote.routes.map(({ path }) => path)).toEqual(['/user/bonus']);
});
