import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The inventory lists what there must be; it shows nothing. */
const NOT_SOURCE = /^(gen|locales|testing|node_modules|sandbox|inventory\.ts)$/;

function* sourcesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (NOT_SOURCE.test(entry.name)) continue;
    if (entry.isDirectory()) yield* sourcesIn(path);
    else if (/(?<!\.test|\.stories)\.tsx?$/.test(entry.name)) yield readFileSync(path, 'utf8');
  }
}

function* keysOf(texts: object, prefix = ''): Generator<string> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'object' && value !== null) yield* keysOf(value, `${prefix}${key}.`);
    else yield prefix + key;
  }
}

/**
 * What a source may mean: a whole key, with its namespace or without, or the beginning of one that it goes on to
 * compute.
 */
const MENTION = /['"`](?:[\w-]+:)?([A-Za-z][\w.]*)(?:['"`]|(\$\{))/g;

/**
 * Keys of a namespace that no source in `folders` mentions: nobody sees those texts any more. A key counts as used when
 * it stands in a string, or when a template begins with all of it up to a dot or an underscore. Plural forms go by
 * their base.
 */
export function unusedKeys(texts: object, folders: string[]): string[] {
  const whole = new Set<string>();
  const begun = new Set<string>();
  for (const folder of folders) {
    for (const source of sourcesIn(folder)) {
      for (const [, key = '', computed] of source.matchAll(MENTION)) (computed ? begun : whole).add(key);
    }
  }
  const beginnings = [...begun].filter((text) => /[._]$/.test(text));
  return [...new Set([...keysOf(texts)].map((key) => key.replace(/_(one|other)$/, '')))].filter(
    (key) => !whole.has(key) && !beginnings.some((text) => key.startsWith(text)),
  );
}
