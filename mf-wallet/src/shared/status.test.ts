import { expect, test } from 'vitest';
import { isPending, statusOf } from './status';

test.each([
  ['SUCCESS', 'success'],
  ['PAID', 'success'],
  ['SETTLED', 'success'],
  ['FAILED', 'failed'],
  ['RETURNED', 'returned'],
  ['PENDING', 'pending'],
  ['ON_HOLD', 'pending'],
  ['constructor', 'pending'],
])('%s is %s, and what is pending is what is followed', (status, shown) => {
  expect(statusOf(status)).toBe(shown);
  expect(isPending({ status })).toBe(shown === 'pending');
});
