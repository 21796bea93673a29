import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localeProblems } from '@krapao/kit/testing';
import { expect, test } from 'vitest';
import dialogsEn from './locales/dialogs/en.json';
import dialogsLa from './locales/dialogs/la.json';
import dialogsTh from './locales/dialogs/th.json';
import en from './locales/en.json';
import la from './locales/la.json';
import th from './locales/th.json';

/** The paths of a source and of all that it imports statically. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
    const imported = ['.tsx', '.ts'].map((end) => join(dirname(path), name) + end).find(existsSync);
    if (imported) withImports(imported, found);
  }
  return found;
}

test('every text is there in Thai, Lao and English', () => {
  expect(localeProblems({ th, la, en })).toEqual([]);
  expect(localeProblems({ th: dialogsTh, la: dialogsLa, en: dialogsEn }, { latin: ['JPEG', 'PNG'] })).toEqual([]);
});

test('no text of the dialogs takes the place of one of the screens', () => {
  expect(Object.keys(en).filter((area) => area in dialogsEn)).toEqual([]);
});

test.each(['home/home-page.tsx', 'statement/statement-page.tsx'])('%s shows no text of the dialogs', (screen) => {
  const sources = [...withImports(join(import.meta.dirname, 'features', screen))].map((path) =>
    readFileSync(path, 'utf8'),
  );
  const areas = new Set(
    sources.flatMap((source) => [...source.matchAll(/\bt\(\s*['`](\w+)\./g)].map(([, area]) => area)),
  );
  expect(areas.size).toBeGreaterThan(0);
  expect([...areas].filter((area) => !((area as string) in en))).toEqual([]);
});
