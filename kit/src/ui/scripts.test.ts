import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const WORKSPACE = resolve(import.meta.dirname, '../../..');

function* stylesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* stylesIn(path);
    else if (entry.name.endsWith('.css')) yield path;
  }
}

const styles = readdirSync(WORKSPACE)
  .filter((name) => /^(kit|shell|mf-[a-z]+)$/.test(name))
  .flatMap((name) => [...stylesIn(join(WORKSPACE, name, 'src'))])
  .map((path) => ({ name: relative(WORKSPACE, path), css: readFileSync(path, 'utf8') }));

/** Selectors of the rules that have a declaration. */
function selectors(css: string, declaration: RegExp): string[] {
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, , body = '']) => declaration.test(body))
    .map(([, selector = '']) => selector.trim());
}

it('a first letter is raised in English only: Thai and Lao have no capitals, and their vowels stand before', () => {
  const raised = styles.flatMap(({ name, css }) =>
    [...css.matchAll(/[^\s,}]*::first-letter/g)].map(([selector]) => `${name} ${selector}`),
  );
  expect(raised.length).toBeGreaterThan(0);
  expect(raised.filter((place) => !place.includes(':lang(en)::first-letter'))).toEqual([]);
});

it('letters are drawn closer in Latin only: Thai and Lao marks would run into each other', () => {
  const close = styles.flatMap(({ name, css }) =>
    selectors(css, /letter-spacing: -/)
      .filter((selector) => !css.includes(`${selector}:is(:lang(th), :lang(lo))`))
      .map((selector) => `${name} ${selector}`),
  );
  // Digits only.
  expect(close).toEqual(['kit/src/ui/money.module.css .hero']);
});
