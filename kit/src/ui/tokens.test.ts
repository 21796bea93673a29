import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(resolve(import.meta.dirname, 'tokens.css'), 'utf8');

function block(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('color-scheme', start));
  return new Map(
    [...body.matchAll(/(--(?:color|shadow)-[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const light = block(':root');
const dark = block(':root[data-theme="dark"]');

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Map<string, string>, front: string, back: string): number {
  const [high = 0, low = 0] = [front, back]
    .map((name) => luminance(theme.get(`--color-${name}`) ?? light.get(`--color-${name}`) ?? 'missing'))
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['page', 'surface', 'sunken'];
const TEXTS = ['ink', 'ink-soft', 'ink-faint', 'link', 'accent-text', 'success', 'warning', 'danger'];
const READABLE = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground])),
  ...['success', 'warning', 'danger', 'info'].flatMap((tone) => [
    [tone, `${tone}-tint`],
    ['ink', `${tone}-tint`],
  ]),
  ...['success', 'danger', 'info'].map((tone) => ['on-solid', `solid-${tone}`]),
  ['ink', 'raised'],
  ['link', 'brand-tint'],
  ['accent-text', 'accent-tint'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-lift'],
  ['on-brand-soft', 'brand'],
  ['on-brand-soft', 'brand-lift'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-press'],
  ['on-danger', 'danger'],
] as [string, string][];
const VISIBLE = [
  ...['line-strong', 'focus'].flatMap((line) => GROUNDS.map((ground) => [line, ground])),
  ['accent', 'brand'],
] as [string, string][];

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, theme) => {
  it.each(READABLE)('%s can be read on %s', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(VISIBLE)('%s can be seen on %s', (line, ground) => {
    expect(contrast(theme, line, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe('the dark theme', () => {
  it('is the same for the wish of the system and for data-theme', () => {
    expect(block(':root:not([data-theme="light"])')).toEqual(dark);
  });

  it('knows every colour that depends on the theme', () => {
    const fixed = (name: string) => name.startsWith('--color-solid') || name === '--color-on-solid';
    expect([...light.keys()].filter((name) => !fixed(name))).toEqual([...dark.keys()]);
  });
});
