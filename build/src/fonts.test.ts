import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { facesOf, smallFonts, WEIGHTS } from './fonts';
import { KIT_ROOT } from './shared';

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
  for (const { find, replacement } of await smallFonts()) {
    const whole = statSync(join(KIT_ROOT, 'node_modules', find)).size;
    const { size } = statSync(replacement);
    expect(size, find).toBeLessThan(0.7 * whole);
    // One has a single sign: the kip's.
    expect(size, find).toBeGreaterThan(find.includes('latin-ext') ? 500 : 0.4 * whole);
  }
});
