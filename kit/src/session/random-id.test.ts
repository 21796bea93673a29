import { afterEach, expect, it, vi } from 'vitest';
import { randomId } from './random-id';

afterEach(() => vi.unstubAllGlobals());

it('is a UUID, and another each time', () => {
  expect(randomId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(randomId()).not.toBe(randomId());
});

it('is made where crypto.randomUUID does not exist', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) });
  expect(randomId()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});
