import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { unusedKeys } from '../testing/locale-use';
import { NAMED } from './inventory';

const WORKSPACE = resolve(import.meta.dirname, '../../..');
const APPS = readdirSync(WORKSPACE).filter((name) => existsSync(join(WORKSPACE, name, 'src/locales/en.json')));
const everywhere = ['kit', ...APPS].map((name) => join(WORKSPACE, name, 'src'));

function texts(path: string): object {
  return JSON.parse(readFileSync(join(WORKSPACE, path), 'utf8')) as object;
}

it.each(APPS)('every text of %s is shown somewhere', (app) => {
  const parts = globSync(`${app}/src/locales/{,*/}en.json`, { cwd: WORKSPACE });
  expect(parts).not.toEqual([]);
  for (const part of parts) expect(unusedKeys(texts(part), [join(WORKSPACE, app, 'src')]), part).toEqual([]);
});

it('every text of the kit that all screens share is shown somewhere, unless the specification names it for a screen to come', () => {
  const named = new Set(NAMED.map(([, at]) => at));
  const unused = unusedKeys(texts('kit/src/i18n/locales/en/common.json'), everywhere);
  expect(unused.filter((key) => !named.has(`common:${key}`))).toEqual([]);
});

it('every text of the account is shown somewhere', () => {
  expect(unusedKeys(texts('kit/src/i18n/locales/en/account.json'), everywhere)).toEqual([]);
});

it('a text that no source mentions is found, one that is computed is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-texts-'));
  writeFileSync(
    join(folder, 'screen.tsx'),
    `t('a.b'); t(\`c.\${step}\`); t('shell:d'); t('e.f', { count }); <T k="g" />;`,
  );
  const known = { a: { b: '', dead: '' }, c: { one: '', two: '' }, d: '', e: { f_one: '', f_other: '' }, g: '', h: '' };
  expect(unusedKeys(known, [folder])).toEqual(['a.dead', 'h']);
});
