import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { localeProblems } from '../testing/locale-check';
import { termProblems } from '../testing/terms';

const WORKSPACE = resolve(import.meta.dirname, '../../..');

/** Where texts for members lie outside the screens: with the server, the demo and the films. */
const FOLDERS = ['server', 'e2e/videos/words'];

/** What members type to the chat's bot: it must know the other words too. */
const KEYWORDS = /"keywords": \[[^\]]*\]/g;

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesIn(path);
    else if (/(?<!_test|\.gen)\.go$|\.json$/.test(entry.name)) yield path;
  }
}

const sources = FOLDERS.flatMap((folder) => [...filesIn(join(WORKSPACE, folder))]);

it('the server, the demo and the films call things by our terms', () => {
  const found = sources.flatMap((path) =>
    termProblems(readFileSync(path, 'utf8').replace(KEYWORDS, '')).map(
      (problem) => `${relative(WORKSPACE, path)}: ${problem}`,
    ),
  );
  expect(found).toEqual([]);
});

it.each([
  'server/site/locales/la.json',
  'server/member/locales/th.json',
  'server/chat/faq.json',
  'server/cmd/krapao-demo/texts/th.json',
  'server/cmd/krapao-demo/bonus.go',
  'e2e/videos/words/la.json',
])('%s is looked at', (path) => {
  expect(existsSync(join(WORKSPACE, path))).toBe(true);
  expect(sources).toContain(join(WORKSPACE, path));
});

it.each([
  ['โปรดรอ', "'โปรด' is 'กรุณา'"],
  ['แชทกับเรา', "'แชท' is 'แชต'"],
  ['ຕື່ມເງິນ', "'ຕື່ມເງິນ' is 'ຝາກເງິນ'"],
  ['ວອລເລັດຂອງທ່ານ', "'ວອລເລັດ' is 'ອີວໍເລັດ'"],
])('%s is found', (text, problem) => {
  expect(termProblems(text)).toEqual([problem]);
});

it('a locale that says it otherwise is found, key and language named', () => {
  const texts = { th: { a: 'หมายเลขอ้างอิง' }, la: { a: 'ລະຫັດອ້າງອີງ' }, en: { a: 'Reference' } };
  expect(localeProblems(texts)).toEqual(["th a: 'เลขอ้างอิง' is 'รหัสอ้างอิง'"]);
});
