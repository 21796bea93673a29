import { describe, expect, test } from 'vitest';
import {
  hapticPattern,
  type Landing,
  landingOf,
  pointerFrames,
  restingAngle,
  sectorAt,
  tickTimes,
  timeAt,
} from './landing';

/** Answers these numbers, then the last one for ever. */
function numbers(...values: number[]) {
  let at = 0;
  return () => values[Math.min(at++, values.length - 1)] ?? 0;
}

describe.each([2, 8, 24])('on a wheel of %i sectors', (count) => {
  const sectors = Array.from({ length: count }, (_, index) => index);

  test('every sector is landed in, from 10% to 90% of it, wherever the wheel stood', () => {
    for (const index of sectors) {
      for (const from of [0, restingAngle(index, count), -359.9, 123.4, 7200.5]) {
        for (const random of [0, 0.25, 0.5, 0.999999]) {
          const { to } = landingOf({ index, count, from, random: () => random });
          expect(sectorAt(to, count)).toBe(index);
          const into = ((((-to % 360) + 360) % 360) * count) / 360 - index;
          expect(into).toBeGreaterThanOrEqual(0.1 - 1e-9);
          expect(into).toBeLessThanOrEqual(0.9 + 1e-9);
        }
      }
    }
  });

  test('the middle of a sector rests in that sector', () => {
    expect(sectors.map((index) => sectorAt(restingAngle(index, count), count))).toEqual(sectors);
  });

  test('a tick is where a peg passes', () => {
    const landing = landingOf({ index: 1, count, from: restingAngle(0, count), random: () => 0.5 });
    const ticks = tickTimes(landing, count);
    expect(ticks).toHaveLength(Math.floor((landing.to * count) / 360) - Math.floor((landing.from * count) / 360));
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b));
    expect(ticks.every((tick) => tick > 0 && tick < landing.duration)).toBe(true);
  });
});

test.each([
  [0, 0, 3, 1200],
  [0, 0.999999, 3, 1500],
  [0.999999, 0, 4, 1600],
  [0.999999, 0.999999, 4, 2000],
])('with %d and %d it makes %i full turns more than it needs, in %i ms', (first, second, turns, duration) => {
  const landing = landingOf({ index: 3, count: 8, from: 10, random: numbers(first, second, 0.5) });
  expect(Math.floor((landing.to - landing.from) / 360)).toBe(turns);
  expect(landing.duration).toBeCloseTo(duration, 0);
});

test('the wheel begins fast and runs out slowly', () => {
  expect(timeAt(0)).toBeCloseTo(0, 3);
  expect(timeAt(1)).toBeCloseTo(1, 3);
  expect(timeAt(0.5)).toBeLessThan(0.3);
  expect(timeAt(0.98)).toBeGreaterThan(0.5);
});

test('the pointer is bent by every peg and stands straight at the end', () => {
  const landing: Landing = { from: 0, to: 1300, duration: 1500 };
  const ticks = tickTimes(landing, 8);
  const frames = pointerFrames(ticks, landing.duration);
  const offsets = frames.map(({ offset }) => Number(offset));
  expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  expect(Math.max(...offsets)).toBe(1);
  expect(frames.filter(({ transform }) => transform === 'rotate(-20deg)').length).toBeGreaterThanOrEqual(ticks.length);
  expect(frames.at(-1)?.transform).toBe('rotate(0deg)');
});

test('ticks that come too fast are not felt, and the pattern is one that browsers take', () => {
  expect(hapticPattern([10, 20, 100, 130, 200])).toEqual([0, 100, 8, 92, 8]);
  const pattern = hapticPattern(Array.from({ length: 200 }, (_, index) => 60 * (index + 1)));
  expect(pattern.length).toBeLessThan(100);
  expect(pattern.length % 2).toBe(1);
});
