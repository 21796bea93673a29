import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KIT_ROOT } from './shared';
import { draw, skeletonsOf, tokensOf } from './skeleton';

const SHELL = join(KIT_ROOT, '..', 'shell');
const texts = { shell: { nav: { home: 'Home & <hearth>' } } };

test('a page is drawn of its parts, with texts that are no markup', () => {
  const source =
    '<template data-part="bar"><b>{{shell:nav.home}}</b></template>\n<template data-for="/x">\n  <i></i>\n  {{bar}}\n</template>';
  expect(draw(source, texts)).toEqual({ '/x': '<i></i><b>Home &amp; &lt;hearth&gt;</b>' });
});

test('what is no text, no part, or forbidden by the policy fails the build', () => {
  for (const html of [
    '{{shell:nav.away}}',
    '{{bar}}',
    '<p style="color:red"></p>',
    '<script>x</script>',
    '<p onclick="x"></p>',
  ]) {
    expect(() => draw(`<template data-for="/x">${html}</template>`, texts), html).toThrow();
  }
});

test('every page has a shape in every language, read as one word and pressed by nobody', () => {
  const skeletons = skeletonsOf(SHELL);
  expect(Object.keys(skeletons)).toEqual(['/login', '/user/home', '/user/*', '*']);
  for (const languages of Object.values(skeletons)) {
    expect(new Set(Object.values(languages)).size).toBe(3);
    for (const html of Object.values(languages)) {
      expect(html).toMatch(
        /^<div class="skeleton"><p class="sk-said" role="status">[^<]+<\/p><div aria-hidden="true">/,
      );
      expect(html).not.toMatch(/<(a|button|input)\b|\{\{/);
    }
  }
});

test('the page says by itself that nothing comes, also with reduced motion', () => {
  for (const languages of Object.values(skeletonsOf(SHELL))) {
    for (const html of Object.values(languages)) expect(html).toMatch(/<p class="sk-failed" role="alert">[^<]+<\/p>/);
  }
  const css = readFileSync(join(SHELL, 'skeleton.css'), 'utf8');
  expect(css).toMatch(/\.sk-failed \{[^}]*visibility: hidden;[^}]*animation: sk-fail 1ms 20s forwards;/);
  expect(css).toMatch(/@keyframes sk-fail \{\s*to \{\s*visibility: visible;/);
  expect(css).toMatch(/prefers-reduced-motion: reduce\) \{\s*\.skeleton :not\(\.sk-failed\) \{/);
});

test('the style has the values of the tokens that it uses, in both themes', () => {
  const tokens = readFileSync(join(KIT_ROOT, 'src', 'ui', 'tokens.css'), 'utf8');
  const css = readFileSync(join(SHELL, 'skeleton.css'), 'utf8');
  const drawn = tokensOf(css, tokens);
  expect(drawn).toContain(':root{');
  expect(drawn).toContain('--color-page:#f6f4ee');
  expect(drawn).toMatch(/prefers-color-scheme:dark\)\{:root:not\(\[data-theme="light"\]\)\{[^}]*--color-page:#0f0e23/);
  expect(drawn).not.toContain('--color-accent-press');
  for (const [, name] of css.matchAll(/var\((--[\w-]+)/g)) expect(drawn, name).toContain(`${name}:`);
});
