import { localeProblems } from '@krapao/kit/testing';
import { expect, test } from 'vitest';
import en from './locales/en.json';
import la from './locales/la.json';
import th from './locales/th.json';

test('every text is there in Thai, Lao and English', () => {
  expect(localeProblems({ th, la, en }, { latin: ['JPEG', 'PNG'] })).toEqual([]);
});
