import { localeProblems } from '@krapao/kit/testing';
import { expect, it } from 'vitest';
import en from './en.json';
import la from './la.json';
import th from './th.json';

it('every text of the shell is there in Thai, Lao and English', () => {
  expect(localeProblems({ th, la, en }, { same: ['register.otp.ref'] })).toEqual([]);
});
