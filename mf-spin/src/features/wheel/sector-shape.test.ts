import { expect, test } from 'vitest';
import { sectorMiddle, sectorPath, sectorWidth } from './sector-shape';

test('sectors follow each other clockwise from the top and close the circle', () => {
  expect(sectorPath(0, 4, 100)).toBe('M0 0L0.00 -100.00A100 100 0 0 1 100.00 0.00Z');
  expect(sectorPath(3, 4, 100)).toBe('M0 0L-100.00 0.00A100 100 0 0 1 0.00 -100.00Z'.replace('0.00 -', '-0.00 -'));
  expect([0, 1, 2, 3].map((index) => sectorMiddle(index, 4))).toEqual([45, 135, 225, 315]);
});

test('one sector is the whole disc', () => {
  expect(sectorPath(0, 1, 10)).toMatch(/^M0\.00 -10\.00A10 10 0 1 1 0\.00 10\.00A10 10/);
});

test('more sectors leave less room for their texts', () => {
  const widths = [2, 4, 8, 16].map((count) => sectorWidth(count, 100));
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
});
