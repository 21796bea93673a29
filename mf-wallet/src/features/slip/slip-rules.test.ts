import { expect, test } from 'vitest';
import { isAlwaysOpen, isOpenAt, problemOf } from './slip-rules';

const at = (clock: string) => Date.parse(`2026-11-21T${clock}+07:00`);

test('slips are taken from the first minute until before the last, at Bangkok whatever the phone says', () => {
  const day = { openFrom: '00:30', openTo: '23:00' };
  expect(['00:29:59', '00:30:00', '12:00:00', '22:59:59', '23:00:00'].map((clock) => isOpenAt(day, at(clock)))).toEqual(
    [false, true, true, true, false],
  );
  const night = { openFrom: '22:00', openTo: '02:00' };
  expect(['21:59:59', '22:00:00', '00:00:00', '02:00:00'].map((clock) => isOpenAt(night, at(clock)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('the same time twice is always open', () => {
  const always = { openFrom: '03:00', openTo: '03:00' };
  expect(isAlwaysOpen(always)).toBe(true);
  expect(isOpenAt(always, at('03:00:00'))).toBe(true);
});

test('what the server would refuse is seen before it is sent', () => {
  const file = (type: string, size: number) => new File([new Uint8Array(size)], 'slip', { type });
  const rules = { maxSizeMB: 1 };
  expect(problemOf(file('image/jpeg', 1_048_576), rules)).toBeNull();
  expect(problemOf(file('image/png', 1_048_577), rules)).toBe('size');
  expect(problemOf(file('image/heic', 10), rules)).toBe('type');
  expect(problemOf(file('application/pdf', 10), rules)).toBe('type');
  expect(problemOf(file('image/png', 0), rules)).toBe('empty');
});
