import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { KIT_ROOT } from './shared.ts';

/** Names the version of the library: another one makes other files of the same font. */
const LIBRARY = join(import.meta.dirname, '..', 'node_modules', 'subset-font', 'package.json');

/** The weights that the tokens have, from the least to the most (kit/src/ui/tokens.css). */
export const WEIGHTS = { min: 400, max: 700, default: 400 };

/** What makes a subset: these lines, and the library in its version. */
const TOOL = [import.meta.filename, LIBRARY].map((path) => readFileSync(path, 'utf8')).join();

/** A font that a style sheet names, and the characters that it is to have. */
interface Face {
  file: string;
  characters: string;
}

/** The faces of a style sheet: each has one source and one `unicode-range`. */
export function facesOf(css: string): Face[] {
  return css
    .split('@font-face')
    .slice(1)
    .map((face) => {
      const file = /url\("([^"]+)"\)/.exec(face)?.[1];
      const range = /unicode-range:([^;]+);/.exec(face)?.[1];
      if (file === undefined || range === undefined) throw new Error(`a font without a file or a range: ${face}`);
      return { file, characters: range.split(',').map(charactersOf).join('') };
    });
}

/** The characters of one range: `U+0E01-0E5B` or `U+20AD`. */
function charactersOf(range: string): string {
  const [first = '', last = first] = range.trim().replace('U+', '').split('-');
  const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
}

/** Writes the subset of a font once: the weights and characters that are used. Gives the subset's path. */
async function writeSubset({ file, characters }: Face): Promise<string> {
  const whole = readFileSync(join(KIT_ROOT, 'node_modules', file));
  const key = createHash('sha256').update(whole).update(characters).update(TOOL).digest('hex');
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'fonts', key);
  const path = join(folder, basename(file));
  if (existsSync(path)) return path;
  const content = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } });
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path); // another build may write the same
  return path;
}

/** The subsets of the kit's fonts: `find` is the font's name in the style sheet, `replacement` the subset's path. */
export async function fontSubsets(): Promise<{ find: string; replacement: string }[]> {
  const css = readFileSync(join(KIT_ROOT, 'src', 'ui', 'fonts.css'), 'utf8');
  return await Promise.all(
    facesOf(css).map(async (face) => ({ find: face.file, replacement: await writeSubset(face) })),
  );
}

/** Gives the page the fonts' subsets: a Thai page loads 43 kB of fonts, with the whole ones it would be 75 kB. */
export function fonts(): Plugin {
  return {
    name: 'krapao:fonts',
    apply: 'build',
    config: async () => ({ resolve: { alias: await fontSubsets() } }),
  };
}
