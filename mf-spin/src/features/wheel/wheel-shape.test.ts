import { expect, test } from 'vitest';
import { labelShape, sectorMiddle, sectorPath } from './wheel-shape';

test('sectors follow each other clockwise from the top and close the circle', () => {
  expect(sectorPath(0, 4, 100)).toBe('M0 0L0.00 -100.00A100 100 0 0 1 100.00 0.00Z');
  expect(sectorPath(3, 4, 100)).toBe('M0 0L-100.00 0.00A100 100 0 0 1 -0.00 -100.00Z');
  expect([0, 1, 2, 3].map((index) => sectorMiddle(index, 4))).toEqual([45, 135, 225, 315]);
});

test('one sector is the whole disc', () => {
  expect(sectorPath(0, 1, 10)).toMatch(/^M0\.00 -10\.00A10 10 0 1 1 0\.00 10\.00A10 10/);
});

test('more sectors leave less room for their texts, which turn along the radius and stay readable', () => {
  const shapes = [2, 4, 6, 8, 16, 24].map((count) => labelShape('1,000 บาท', count));
  const sizes = shapes.map(({ fontSize }) => fontSize);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(9);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
  expect(shapes.map(({ along }) => along)).toEqual(['across', 'across', 'across', 'radius', 'radius', 'radius']);
});

test('a text that fits is written whole, at any number of sectors', () => {
  for (let count = 2; count <= 24; count++) {
    for (const label of ['500 บาท', '1 ເຫຼຽນ', '100 baht', 'Thank you'])
      expect(labelShape(label, count).text).toBe(label);
  }
});

test('a text on a narrow sector ends before the tip of the pointer and begins beyond the hub', () => {
  for (const label of ['5', '5 baht', '250,000 LAK', 'บัตรกำนัลร้านอาหารมูลค่าหนึ่งพันบาท']) {
    const { distance, fontSize, text } = labelShape(label, 8);
    const half = (text.match(/\P{M}/gu) ?? []).length * fontSize * 0.3;
    expect(distance + half).toBeLessThanOrEqual(126);
    expect(distance - half).toBeGreaterThanOrEqual(52);
  }
});

test('a text that does not fit ends in dots, between letters and never between a letter and its mark', () => {
  const { text } = labelShape('บัตรกำนัลร้านอาหารมูลค่าหนึ่งพันบาท', 24);
  expect(text.endsWith('…')).toBe(true);
  expect('บัตรกำนัลร้านอาหารมูลค่าหนึ่งพันบาท'.startsWith(text.slice(0, -1))).toBe(true);
  expect(/^\p{M}/u.test('บัตรกำนัลร้านอาหารมูลค่าหนึ่งพันบาท'.slice(text.length - 1))).toBe(false);
  expect(labelShape('กำ', 24).text).toBe('กำ');
});
