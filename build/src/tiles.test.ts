import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tilesOf } from './tiles';

/** A remote with a tile, whose texts are the same in each language but for their ending. */
function remoteWith(tile: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-tiles-'));
  mkdirSync(join(folder, 'locales'));
  for (const [locale, forms] of Object.entries({ th: ['other'], la: ['other'], en: ['one', 'other'] })) {
    const coins = Object.fromEntries(forms.map((form) => [`coins_${form}`, `{{count}} ${form} ${locale}`]));
    writeFileSync(
      join(folder, 'locales', `${locale}.json`),
      JSON.stringify({ wheel: { tile: `Spin ${locale}`, ...coins } }),
    );
  }
  const declaration = join(folder, 'remote.tsx');
  writeFileSync(declaration, `export default { tiles: [${tile}] };`);
  return declaration;
}

test('a tile brings its words in every language, and every form of a number', () => {
  const tile =
    "{ tile: 'home.spin', icon: 'gift', label: 'wheel.tile', detail: 'wheel.coins', count: 'coin', to: '/user/spin' }";
  const other = (locale: string) => ({ other: `{{count}} other ${locale}` });
  expect(tilesOf(remoteWith(tile))).toEqual([
    {
      slot: 'home.spin',
      icon: 'gift',
      count: 'coin',
      to: '/user/spin',
      texts: {
        th: { label: 'Spin th', detail: other('th') },
        la: { label: 'Spin la', detail: other('la') },
        en: { label: 'Spin en', detail: { one: '{{count}} one en', ...other('en') } },
      },
    },
  ]);
});

test.each(['label', 'detail'])('a tile whose %s is missing fails the build', (part) => {
  const keys = { label: 'wheel.tile', detail: 'wheel.coins', [part]: 'wheel.gone' };
  const tile = `{ tile: 'home.spin', icon: 'gift', label: '${keys.label}', detail: '${keys.detail}', count: 'coin', to: '/user/spin' }`;
  expect(() => tilesOf(remoteWith(tile))).toThrow('wheel.gone');
});
