import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RegisteredTile } from '@krapao/kit/federation/registry';
import { type DeclaredTile, tilesIn } from './declared.ts';

type Texts = { [key: string]: string | Texts };
type TileWords = RegisteredTile['texts']['en'];

function found(texts: Texts, key: string): string | undefined {
  const path = key.split('.');
  const last = path.pop() as string;
  const group = path.reduce<Texts | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : at), texts);
  const text = typeof group === 'object' ? group[last] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** What a tile says in one language; the forms of a number are keys of their own, `coins_one` and `coins_other`. */
function wordsOf({ label, detail }: DeclaredTile, texts: Texts): TileWords {
  const text = found(texts, label);
  if (text === undefined) throw new Error(`no text ${label} for a tile`);
  if (detail === undefined) return { label: text };
  const plurals = (['zero', 'one', 'two', 'few', 'many', 'other'] as const).flatMap((plural) => {
    const form = found(texts, `${detail}_${plural}`);
    return form === undefined ? [] : [[plural, form]];
  });
  if (plurals.at(-1)?.[0] !== 'other') throw new Error(`no text ${detail}_other for a tile`);
  return { label: text, detail: Object.fromEntries(plurals) };
}

/** The tiles of a remote, with their texts in every language, as the page's registry has them. */
export function tilesOf(declaration: string): RegisteredTile[] {
  const words = (tile: DeclaredTile, locale: string) =>
    wordsOf(tile, JSON.parse(readFileSync(join(dirname(declaration), 'locales', `${locale}.json`), 'utf8')) as Texts);
  return tilesIn(declaration).map((tile) => {
    const { label: _label, detail: _detail, ...rest } = tile;
    return { ...rest, texts: { th: words(tile, 'th'), la: words(tile, 'la'), en: words(tile, 'en') } };
  });
}
