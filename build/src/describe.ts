import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { RegisteredTile } from '@krapao/kit/federation/registry';
import type { Plugin } from 'vite';
import { declaredIn } from './declared.ts';
import { type Bundle, type Chunk, type Files, filesOf, Graph, withoutQuery } from './graph.ts';
import type { Provided } from './provide.ts';
import { kitSources, kitVersion, rangeOf, reactVersion, usedKit } from './shared.ts';
import { type Skeletons, skeletonsOf } from './skeleton.ts';
import { tilesOf } from './tiles.ts';
import { contractVersion } from './version.ts';

/**
 * What a build tells the server: `krapao-remote.json` of a remote, `krapao-shell.json` of the shell. Read by
 * server/remote.
 */
export interface Description {
  /** Of this file's form. */
  schema: 1;
  name: string;
  version: string;
  /** The kit's version: a remote needs it, the shell provides it. */
  kit: string;
  /** React's version, in the same sense. */
  react: string;
  /** The versions of React that a remote runs with, such as `^19.3.0`; empty for the shell. */
  reactRange: string;
  /** The kit's sub-paths: a remote imports them, the shell provides them. */
  modules: string[];
  /** Of the calls it makes; null when it makes none. */
  contract: string | null;
  /** The folder that a remote was built for; empty for the shell. */
  url: string;
  /** A remote's federation entry; empty for the shell. */
  entry: string;
  /** What every use of the application needs. */
  base: Files & { shares: string[] };
  routes: ({ path: string; shares: string[] } & Files)[];
  slots: ({ slot: string; shares: string[] } & Files)[];
  /** What the page draws of a remote by itself; none of the shell. */
  tiles: RegisteredTile[];
  /** The shell's: the script that its page runs before all others; empty for a remote. */
  early: string;
  /** The shell's: what its page shows before any script runs, by path and language. */
  skeletons: Skeletons;
  /** The shell's: the fonts of each language. */
  fonts: Record<string, string[]>;
  /** Chunks with its texts, by language. */
  locales: Record<string, string[]>;
  /** The shell's: the file of each shared module, under the name by which remotes import it. */
  imports: Record<string, string>;
  /** The shell's: what each shared module needs. */
  shares: Record<string, Files>;
  /** Every file: base64 of its SHA-384, and its size in bytes. */
  files: Record<string, { sha256: string; size: number }>;
}

/** What {@link describeBuild} needs to know. */
export interface DescribeInput {
  root: string;
  name: string;
  version: string;
  /** The output's name. */
  fileName: 'krapao-remote.json' | 'krapao-shell.json';
  /** The source that declares routes and slots. */
  declaration: string;
  /** Further sources that do, of an application that has several in it. */
  others?: string[];
  /** Sources that every use needs, with what they import statically. */
  always: string[];
  url: string;
  entry: string;
  /** The shell's shared modules. */
  provided?: Provided;
}

/** Texts that every page of the application shows; the kit's areas are loaded by who shows them. */
const LANGUAGE = /\/(?:src|i18n)\/locales\/(th|la|en)(?:\/(?:common|errors))?\.json$/;

/** What gets a Brotli form beside it, from which size in bytes. */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest)$/;
const WORTH_COMPRESSING = 512;

/** Every file of a folder, with / between the names; the public folder's too. */
function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** The source of a relative import, whose ending the import leaves out. */
function isSourceOf(id: string, module: string): boolean {
  const rest = id.startsWith(module) ? withoutQuery(id).slice(module.length) : undefined;
  return rest !== undefined && /^(\/index)?\.[a-z]+$|^$/.test(rest);
}

/** What the fonts of each language are called; a page in any of them has digits and Latin names. */
const FONTS: Record<string, RegExp> = {
  th: /\/(inter-latin|noto-sans-thai-thai)-wght[^/]*\.woff2$/,
  la: /\/(inter-latin|noto-sans-lao-lao)-wght[^/]*\.woff2$/,
  en: /\/inter-latin-wght[^/]*\.woff2$/,
};

function fontsOf(bundle: Bundle): Record<string, string[]> {
  const files = Object.keys(bundle).sort();
  return Object.fromEntries(
    Object.entries(FONTS).map(([language, font]) => [language, files.filter((file) => font.test(file))]),
  );
}

function describe(input: DescribeInput, bundle: Bundle): Omit<Description, 'files'> {
  const isShell = input.entry === '';
  const graph = new Graph(bundle);
  const sharesOf = (chunks: Chunk[]) =>
    [...new Set(chunks.flatMap((chunk) => chunk.imports.filter((name) => !graph.has(name))))].sort();
  const needs = (chunks: Chunk[], except: Chunk[] = []) => ({ ...filesOf(chunks, except), shares: sharesOf(chunks) });
  const always = graph.closure([
    ...input.always.map((file) => graph.holding((id) => id === resolve(input.root, file))),
    ...graph.started(input.entry),
  ]);
  const pieces = [input.declaration, ...(input.others ?? [])].flatMap((declaration) =>
    declaredIn(declaration).map((declared) => {
      const module = join(dirname(declaration), declared.module);
      const chunk = graph.holding((id) => isSourceOf(id, module));
      if (!chunk) throw new Error(`${declaration}: ${declared.module} is in no chunk`);
      const start = [graph.holding((id) => id === declaration), chunk];
      return { kind: declared.kind, name: declared.name, needs: needs(graph.closure(start), always) };
    }),
  );
  const of = (kind: 'route' | 'slot') => pieces.filter((piece) => piece.kind === kind);
  return {
    schema: 1,
    name: input.name,
    version: input.version,
    kit: kitVersion(),
    react: reactVersion(),
    reactRange: isShell ? '' : rangeOf(reactVersion()),
    modules: isShell ? [...kitSources().keys()].sort() : usedKit(input.root),
    contract: contractVersion(input.name),
    url: input.url,
    entry: input.entry,
    base: needs(always),
    routes: of('route').map((piece) => ({ path: piece.name, ...piece.needs })),
    slots: of('slot').map((piece) => ({ slot: piece.name, ...piece.needs })),
    tiles: isShell ? [] : tilesOf(input.declaration),
    early: (isShell && graph.holding((id) => id === join(input.root, 'src', 'early.ts'))?.fileName) || '',
    skeletons: isShell ? skeletonsOf(input.root) : {},
    fonts: isShell ? fontsOf(bundle) : {},
    locales: localesOf(graph, input.root),
    imports: input.provided?.imports ?? {},
    shares: providedBy(graph, always, input.provided),
  };
}

/** What each shared module needs, without what every page has anyway. */
function providedBy(graph: Graph, always: Chunk[], provided: Provided = { imports: {} }): Record<string, Files> {
  const needs = Object.entries(provided.imports).map(
    ([name, file]) => [name, filesOf(graph.closure([graph.file(file)]), always)] as const,
  );
  return Object.fromEntries(needs);
}

/**
 * Writes the description of a build: which files each route and slot needs, so that the server can preload them, and
 * the hash of every file, so that nothing is served that was not built.
 */
export function describeBuild(input: DescribeInput): Plugin {
  return {
    name: 'krapao:describe',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = join(input.root, 'dist') }, bundle) {
        const files: Description['files'] = {};
        const record = (file: string, content: Buffer) => {
          files[file] = { sha256: createHash('sha256').update(content).digest('base64'), size: content.length };
        };
        for (const file of filesBelow(dir)) {
          const content = readFileSync(join(dir, file));
          record(file, content);
          if (!COMPRESSIBLE.test(file) || content.length < WORTH_COMPRESSING) continue;
          const brotli = brotliCompressSync(content);
          writeFileSync(join(dir, `${file}.br`), brotli);
          record(`${file}.br`, brotli);
        }
        writeFileSync(join(dir, input.fileName), JSON.stringify({ ...describe(input, bundle), files }));
      },
    },
  };
}

function localesOf(graph: Graph, root: string): Record<string, string[]> {
  const locales: Record<string, string[]> = {};
  for (const chunk of graph.all()) {
    for (const id of chunk.moduleIds) {
      const language = isAbsolute(id) ? LANGUAGE.exec(`/${relative(root, id)}`)?.[1] : undefined;
      if (language) locales[language] = [...new Set([...(locales[language] ?? []), chunk.fileName])].sort();
    }
  }
  return locales;
}
