import { localeProblems } from '@krapao/kit/testing';
import { expect, test } from 'vitest';
import en from './en.json';
import la from './la.json';
import th from './th.json';

test('the texts are complete in three languages', () => {
  expect(localeProblems({ th, la, en }, { latin: ['SHA', 'HMAC', 'https'] })).toEqual([]);
});
