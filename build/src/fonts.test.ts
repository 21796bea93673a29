import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Font, openSync } from 'fontkit';
import { expect, test } from 'vitest';
import { facesOf, fontSubsets, WEIGHTS } from './fonts';
import { KIT_ROOT } from './shared';

/** A font of a file, which has one. */
const read = (path: string) => openSync(path) as Font;

/** The characters of a font; the last code only ends the font's table. */
const charactersIn = (font: Font) =>
  font.characterSet.filter((code) => code !== 0xffff).map((code) => String.fromCodePoint(code));

/** How wide a text is with the feature `tnum` (tabular figures) or without, in the font's units. */
const widthOf = (font: Font, text: string, tnum: boolean) => font.layout(text, { tnum }).advanceWidth;

const css = (name: string) => readFileSync(join(KIT_ROOT, 'src', 'ui', name), 'utf8');

test('the ranges have the letters and the currency signs of all three languages, each once', () => {
  const characters = facesOf(css('fonts.css')).map((face) => face.characters);
  for (const letter of ['A', 'é', 'ก', '฿', 'ກ', '₭']) {
    expect(
      characters.filter((some) => some.includes(letter)),
      letter,
    ).toHaveLength(1);
  }
  expect(() => facesOf('@font-face { src: url("a.woff2"); }')).toThrow('without a file or a range');
});

test("the fonts have the weights of the tokens, and the page's fonts are much smaller than the whole ones", async () => {
  const weights = [...css('tokens.css').matchAll(/--weight-\w+: (\d+);/g)].map(([, weight]) => Number(weight));
  expect([Math.min(...weights), Math.max(...weights)]).toEqual([WEIGHTS.min, WEIGHTS.max]);
  expect(css('fonts.css').match(/font-weight: \d+ \d+;/g)).toEqual(
    Array(4).fill(`font-weight: ${WEIGHTS.min} ${WEIGHTS.max};`),
  );
  for (const { find, replacement } of await fontSubsets()) {
    const whole = statSync(join(KIT_ROOT, 'node_modules', find)).size;
    const { size } = statSync(replacement);
    expect(size, find).toBeLessThan(0.7 * whole);
    // One has a single sign: the kip's.
    expect(size, find).toBeGreaterThan(find.includes('latin-ext') ? 500 : 0.4 * whole);
  }
});

test('a subset has every character of its range that the font has, the weights, and figures of one width', async () => {
  const subsets = await fontSubsets();
  for (const { file, characters } of facesOf(css('fonts.css'))) {
    const whole = read(join(KIT_ROOT, 'node_modules', file));
    const subset = read(subsets.find(({ find }) => find === file)?.replacement ?? '');
    expect(charactersIn(subset), file).toEqual(charactersIn(whole).filter((one) => characters.includes(one)));
    expect(subset.variationAxes, file).toMatchObject({ wght: WEIGHTS });
    if (!characters.includes('0')) continue;
    for (const font of [whole, subset]) {
      expect(widthOf(font, '1', false), file).toBeLessThan(widthOf(font, '0', false));
      expect(widthOf(font, '1', true), file).toBe(widthOf(font, '0', true));
    }
  }
});

test('every character of a text that one of the fonts has is in a subset', async () => {
  const texts = globSync(['{shell,mf-*}/src/locales/{,*/}*.json', 'kit/src/i18n/locales/*/*.json'], {
    cwd: join(KIT_ROOT, '..'),
  });
  const written = new Set(texts.flatMap((path) => [...readFileSync(join(KIT_ROOT, '..', path), 'utf8').trim()]));
  written.delete('\n');
  const [whole, subsets] = [new Set<string>(), new Set<string>()];
  for (const { find, replacement } of await fontSubsets()) {
    for (const one of charactersIn(read(join(KIT_ROOT, 'node_modules', find)))) whole.add(one);
    for (const one of charactersIn(read(replacement))) subsets.add(one);
  }
  expect(written).toContain('ຂ');
  expect([...written].filter((one) => whole.has(one) && !subsets.has(one))).toEqual([]);
});
