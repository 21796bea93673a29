import { localeProblems } from '@krapao/kit/testing';
import { expect, test } from 'vitest';
import dialogsEn from './locales/dialogs/en.json';
import dialogsLa from './locales/dialogs/la.json';
import dialogsTh from './locales/dialogs/th.json';
import en from './locales/en.json';
import la from './locales/la.json';
import th from './locales/th.json';

test('every text is there in Thai, Lao and English', () => {
  expect(localeProblems({ th, la, en })).toEqual([]);
  expect(localeProblems({ th: dialogsTh, la: dialogsLa, en: dialogsEn }, { latin: ['JPEG', 'PNG'] })).toEqual([]);
});

test('no text of the dialogs takes the place of one of the first screens', () => {
  expect(Object.keys(en).filter((area) => area in dialogsEn)).toEqual([]);
});
