import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { keepTogether } from '../../kit/src/i18n/line-breaks.ts';
import { KIT_ROOT } from './shared.ts';

const LANGUAGES = ['th', 'la', 'en'] as const;

/**
 * What the server's page shows before any script runs: by path, `/user/*` for the rest of the members', `*` for the
 * rest; then by language.
 */
export type Skeletons = Record<string, Record<(typeof LANGUAGES)[number], string>>;

type Texts = { [key: string]: string | Texts };

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function textOf(texts: Record<string, Texts>, name: string): string {
  const [namespace = '', key = ''] = name.split(':');
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      texts[namespace],
    );
  if (typeof found !== 'string') throw new Error(`the skeleton names ${name}, which is no text`);
  return escaped(keepTogether(found));
}

/** Draws the skeletons of a source in the form of shell/skeleton.html with one language's texts, by namespace. */
export function draw(source: string, texts: Record<string, Texts>): Record<string, string> {
  const parts = new Map<string, string>();
  const pages: Record<string, string> = {};
  const fill = (html: string): string =>
    html.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => {
      if (name.includes(':')) return textOf(texts, name);
      const part = parts.get(name);
      if (part === undefined) throw new Error(`the skeleton names the part ${name}, which does not stand before it`);
      return part;
    });
  for (const [, kind, name = '', html = ''] of source.matchAll(
    /<template data-(for|part)="([^"]+)">([\s\S]*?)<\/template>/g,
  )) {
    const drawn = fill(html.replace(/\s*\n\s*/g, ''));
    if (/<script|\sstyle=|\son\w+=/i.test(drawn))
      throw new Error(`the skeleton of ${name} has what the policy forbids`);
    if (kind === 'part') parts.set(name, drawn);
    else pages[name] = drawn;
  }
  return pages;
}

/** The variables that a style sheet uses, as the declarations of the tokens' light and dark theme. */
export function tokensOf(css: string, tokens: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const rule = (selector: string) => {
    const begin = tokens.indexOf(`${selector} {`);
    if (begin < 0) throw new Error(`the tokens have no ${selector}`);
    const body = tokens.slice(begin + selector.length + 2, tokens.indexOf('}', begin));
    const declared = [...body.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(--[\w-]+):\s*([^;]+);/g)];
    const wanted = declared.filter(([, name]) => used.has(name));
    return `${selector}{${wanted.map(([, name, value]) => `${name}:${value}`).join(';')}}`;
  };
  const dark = rule(':root:not([data-theme="light"])');
  const tall = rule(':root:is(:lang(th), :lang(lo))');
  return `@layer tokens{${rule(':root')}@media (prefers-color-scheme:dark){${dark}}${tall}}`;
}

function read(...path: string[]): string {
  return readFileSync(join(...path), 'utf8');
}

/** The skeletons of the application in a folder. */
export function skeletonsOf(root: string): Skeletons {
  const source = read(root, 'skeleton.html');
  const found: Skeletons = {};
  for (const language of LANGUAGES) {
    const json = (...path: string[]) => JSON.parse(read(...path)) as Texts;
    const kit = (name: string) => json(KIT_ROOT, 'src', 'i18n', 'locales', language, `${name}.json`);
    const texts = {
      shell: json(root, 'src', 'locales', `${language}.json`),
      common: kit('common'),
      errors: kit('errors'),
    };
    const said = `<p class="sk-said" role="status">${textOf(texts, 'common:loading')}</p>`;
    const failed = `<p class="sk-failed" role="alert">${textOf(texts, 'errors:NETWORK')}</p>`;
    for (const [path, html] of Object.entries(draw(source, texts))) {
      found[path] ??= { th: '', la: '', en: '' };
      found[path][language] = `<div class="skeleton">${said}<div aria-hidden="true">${html}</div>${failed}</div>`;
    }
  }
  return found;
}

/** Puts the skeletons' style into the page, behind the order of the layers. */
export function skeleton(root: string): Plugin {
  return {
    name: 'krapao:skeleton',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        const css = read(root, 'skeleton.css');
        return html.replace(
          '</style>',
          () => `${tokensOf(css, read(KIT_ROOT, 'src', 'ui', 'tokens.css'))}${css}</style>`,
        );
      },
    },
  };
}
