import { describe, expect, it } from 'vitest';
import {
  formatAccountNumber,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatTime,
  isLatinName,
  relativeParts,
} from '.';

describe('dates', () => {
  it.each([
    ['2026-01-31T16:59:59Z', '31/01/2026 23:59:59'],
    ['2026-01-31T17:00:00Z', '01/02/2026 00:00:00'],
    ['2024-02-28T23:30:00+00:00', '29/02/2024 06:30:00'],
    [new Date(Date.UTC(2026, 11, 31, 17)), '01/01/2027 00:00:00'],
    [0, '01/01/1970 07:00:00'],
    ['not a date', '-'],
    ['', '-'],
    [null, '-'],
    [undefined, '-'],
  ])('%s is %s in Bangkok, in the Gregorian calendar', (value, text) => {
    expect(formatDateTime(value)).toBe(text);
  });

  it('gives the date and the time on their own', () => {
    expect(formatDate('2026-01-31T16:59:59Z')).toBe('31/01/2026');
    expect(formatTime('2026-01-31T16:59:59Z')).toBe('23:59');
    expect(formatTime(null)).toBe('-');
  });

  it.each([
    [0, 'second', 0],
    [-5000, 'second', 0],
    [999, 'second', 0],
    [1000, 'second', 1],
    [59_999, 'second', 59],
    [60_000, 'minute', 1],
    [3_599_999, 'minute', 59],
    [3_600_000, 'hour', 1],
    [86_399_000, 'hour', 23],
    [86_400_000, 'day', 1],
    [2_591_999_000, 'day', 29],
    [2_592_000_000, 'month', 1],
    [31_535_999_000, 'month', 12],
    [31_536_000_000, 'year', 1],
    [63_072_000_000, 'year', 2],
  ])('%s ms ago is %s: %s', (ago, unit, count) => {
    const now = Date.UTC(2026, 5, 1);
    expect(relativeParts(now - ago, now)).toEqual({ unit, count });
  });

  it('has no relative time for no moment', () => {
    expect(relativeParts(null, 0)).toBeNull();
  });

  it.each([
    [600_000, '10:00'],
    [59_001, '01:00'],
    [1000, '00:01'],
    [1, '00:01'],
    [0, '00:00'],
    [-1, '00:00'],
    [5_400_000, '90:00'],
    [Number.NaN, '00:00'],
  ])('%s ms left count down as %s', (ms, text) => {
    expect(formatCountdown(ms)).toBe(text);
  });
});

describe('bank account numbers', () => {
  it.each([
    ['0123456789', '012-345-6789'],
    ['012345678', '012345678'],
    ['012345678901', '012345678901'],
    ['012-345678', '012-345678'],
    ['', '-'],
    [undefined, '-'],
  ])('%s is shown as %s', (value, text) => {
    expect(formatAccountNumber(value)).toBe(text);
  });

  it.each([
    ['SOMCHAI JAIDEE', true],
    ['somchai', true],
    ['', false],
    ['  ', false],
    ['สมชาย JAIDEE', false],
    ['SОMCHAI', false],
    ["O'NEIL", false],
    ['JOSÉ', false],
    ['SOMCHAI\tJAIDEE', false],
  ])('%j is a name in Latin letters: %s', (name, latin) => {
    expect(isLatinName(name)).toBe(latin);
  });
});
