import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getListSpinsResponseMock } from '../../api/gen/portal.msw';
import { checkSpin, computeSpin } from './proof';

const example = getListSpinsResponseMock().spins[0];
if (!example) throw new Error('the contract has no example');
const { proof, code } = example;

test("the contract's example is right in every step", async () => {
  const { arithmetic, isBound, isDrawn } = await checkSpin(proof, code);
  expect([isBound, isDrawn]).toEqual([true, true]);
  expect(arithmetic.sealed).toBe(`${proof.seed}|S1:1,S2:9`);
  expect(arithmetic.sum).toBe(10n);
  expect(arithmetic.limit).toBe(2n ** 64n - 6n);
  expect(arithmetic.attempts.map(({ isUsed }) => isUsed)).toEqual([true]);
  expect(arithmetic.remainder).toBe(
    arithmetic.attempts[0]?.number !== undefined ? arithmetic.attempts[0].number % 10n : 0n,
  );
  expect(arithmetic.shares).toEqual([
    { code: 'S1', weight: 1, from: 0n, to: 1n },
    { code: 'S2', weight: 9, from: 1n, to: 10n },
  ]);
});

describe('a changed proof is found out', () => {
  const flipped = `${proof.seed.startsWith('0') ? '1' : '0'}${proof.seed.slice(1)}`;
  test.each([
    ['seed', { seed: flipped }],
    ['weight', { weights: [{ code: 'S1', weight: 2 }, ...proof.weights.slice(1)] }],
    ['order', { weights: [...proof.weights].reverse() }],
    ['commitment', { commitment: `${proof.commitment.startsWith('0') ? '1' : '0'}${proof.commitment.slice(1)}` }],
  ])('in its %s', async (_what, change) => {
    expect((await checkSpin({ ...proof, ...change }, code)).isBound).toBe(false);
  });

  test('in what was won', async () => {
    expect((await checkSpin(proof, 'S2')).isDrawn).toBe(false);
  });

  test.each([{ seed: 'zz' }, { weights: [{ code: 'S1', weight: 0 }] }])('and one that is none: %o', async (change) => {
    await expect(computeSpin({ ...proof, ...change })).rejects.toThrow();
  });
});

test('numbers of the last, incomplete run are thrown away, and the next message is signed', async () => {
  // A sum just above 2^63 throws away almost every second number.
  const weights = [
    { code: 'A', weight: 2 ** 62 },
    { code: 'B', weight: 2 ** 62 },
    { code: 'C', weight: 1024 },
  ];
  let thrown = 0;
  for (let round = 0; round < 20; round++) {
    const seed = createHash('sha256').update(`seed ${round}`).digest('hex');
    const { attempts, remainder, sum, limit } = await computeSpin({ requestId: 'r', seed, weights, commitment: '' });
    thrown += attempts.length - 1;
    attempts.forEach(({ message, digest, number, isUsed }, index) => {
      expect(message).toBe(index === 0 ? 'r' : `r:${index}`);
      expect(digest).toBe(createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest('hex'));
      expect(isUsed).toBe(index === attempts.length - 1);
      expect(number < limit).toBe(isUsed);
    });
    expect(remainder).toBe((attempts.at(-1)?.number ?? 0n) % sum);
  }
  expect(thrown).toBeGreaterThan(3);
});
