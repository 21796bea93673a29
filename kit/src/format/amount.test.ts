import { describe, expect, it } from 'vitest';
import { formatAmount, formatStatementAmount, formatWhole } from '.';

describe('amounts', () => {
  it.each([
    [0, '0.00'],
    [-0, '0.00'],
    [1, '1.00'],
    [0.1 + 0.2, '0.30'],
    [1234.5, '1,234.50'],
    [-50.25, '-50.25'],
    [-1234.5, '-1,234.50'],
    [999.999, '1,000.00'],
    [-0.001, '0.00'],
    [1_234_567_890.99, '1,234,567,890.99'],
    [Number.NaN, '-'],
    [Number.POSITIVE_INFINITY, '-'],
    [null, '-'],
    [undefined, '-'],
    ['100' as unknown as number, '-'],
  ])('%s is shown as %s', (value, text) => {
    expect(formatAmount(value)).toBe(text);
  });

  it('shows every amount of minor units exactly', () => {
    let seed = 7;
    for (let round = 0; round < 2000; round++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const minor = round < 1000 ? round : seed * (1 + (round % 400));
      const shown = formatAmount(Number(`${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`));
      expect(BigInt(shown.replace(/[,.]/g, ''))).toBe(BigInt(minor));
      expect(shown).toMatch(/^\d{1,3}(,\d{3})*\.\d{2}$/);
    }
  });

  it.each([
    [1999.99, '1,999'],
    [-0.5, '0'],
    [-1234.9, '-1,234'],
    [1_234_567, '1,234,567'],
    [undefined, '-'],
  ])('%s in whole units is %s, never rounded up', (value, text) => {
    expect(formatWhole(value)).toBe(text);
  });

  it.each([
    ['DEPOSIT', 100, '+100.00'],
    ['bonus', 20, '+20.00'],
    ['WITHDRAW', 50, '-50.00'],
    ['WITHDRAW', -50, '-50.00'],
    ['TRANSFER', 5, '5.00'],
    ['FINISH_BONUS', 5, '5.00'],
    ['DEPOSIT', null, '-'],
  ])('a %s of %s stands in the statement as %s', (type, value, text) => {
    expect(formatStatementAmount(type, value)).toBe(text);
  });
});
