import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { declaredIn } from './declared.ts';
import { kitSources, kitVersion, reactVersion } from './shared.ts';
import { contractVersion } from './version.ts';

/** Files of a build that a place needs, in the build's own folder. */
interface Files {
  js: string[];
  css: string[];
}

/** What a build tells the server: `krapao-remote.json` of a remote, `krapao-shell.json` of the shell. Read by server/remote. */
export interface Description {
  /** Of this file's form. */
  schema: 1;
  name: string;
  version: string;
  /** The kit's version: a remote needs it, the shell provides it. */
  kit: string;
  /** React's version, in the same sense. */
  react: string;
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
  /** Chunks with its texts, by language. */
  locales: Record<string, string[]>;
  /** The shell's: where each shared module lies. */
  shares: Record<string, Files>;
  /** Every file: base64 of its SHA-384, and its size in bytes. */
  files: Record<string, { sha384: string; size: number }>;
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
  /** Sources that every use needs, with what they import statically. */
  always: string[];
  url: string;
  entry: string;
}

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

const LANGUAGE = /\/(?:src|i18n)\/locales\/(th|la|en)\b/;
const withoutQuery = (id: string) => id.replace(/[?#].*$/, '');

/** A kit module's name inside the identifiers that the federation plugin makes up. */
function shareNames(): Map<string, RegExp> {
  const names = [...kitSources().keys()];
  return new Map(
    names.map((name) => {
      const mangled = name
        .replace(/@/g, '_mf_0_')
        .replace(/\//g, '_mf_1_')
        .replace(/-/g, '_mf_2_')
        .replace(/\./g, '_mf_3_');
      return [name, new RegExp(`__loadShare__${mangled}__loadShare__`)];
    }),
  );
}

class Graph {
  private readonly chunks: Chunk[];
  private readonly byFile: Map<string, Chunk>;

  constructor(bundle: Bundle) {
    this.chunks = Object.values(bundle).filter((item): item is Chunk => item.type === 'chunk');
    this.byFile = new Map(this.chunks.map((chunk) => [chunk.fileName, chunk]));
  }

  /** The chunk that holds a source. */
  holding(is: (id: string) => boolean): Chunk | undefined {
    return this.chunks.find((chunk) => chunk.moduleIds.some((id) => is(withoutQuery(id))));
  }

  all(): Chunk[] {
    return this.chunks;
  }

  /** What the federation runs to start: a remote's entry with the list of shares it imports, or the shell's wait for shares. */
  started(entry: string): Chunk[] {
    const chunk = this.byFile.get(entry);
    const lists =
      chunk?.dynamicImports.map((file) => this.byFile.get(file)).filter((found) => found !== undefined) ?? [];
    return chunk ? [chunk, ...lists] : this.chunks.filter(({ name }) => /pendingShares/.test(name));
  }

  /** The chunks and everything they import statically. */
  closure(start: (Chunk | undefined)[]): Chunk[] {
    const found = new Set<Chunk>();
    const pending = start.filter((chunk) => chunk !== undefined);
    for (let chunk = pending.pop(); chunk; chunk = pending.pop()) {
      if (found.has(chunk)) continue;
      found.add(chunk);
      for (const file of chunk.imports) {
        const imported = this.byFile.get(file);
        if (imported) pending.push(imported);
      }
    }
    return [...found];
  }
}

function filesOf(chunks: Chunk[], except: Chunk[] = []): Files {
  const known = new Set(except.map((chunk) => chunk.fileName));
  const wanted = chunks.filter((chunk) => !known.has(chunk.fileName));
  return {
    js: wanted.map((chunk) => chunk.fileName).sort(),
    css: [...new Set(wanted.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))].sort(),
  };
}

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

function describe(input: DescribeInput, bundle: Bundle): Omit<Description, 'files'> {
  const graph = new Graph(bundle);
  const names = shareNames();
  const sharesOf = (chunks: Chunk[]) => {
    const ids = chunks.flatMap((chunk) => chunk.moduleIds);
    return [...names].filter(([, pattern]) => ids.some((id) => pattern.test(id))).map(([name]) => name);
  };
  const needs = (chunks: Chunk[], except: Chunk[] = []) => ({ ...filesOf(chunks, except), shares: sharesOf(chunks) });
  const always = graph.closure([
    ...input.always.map((file) => graph.holding((id) => id === resolve(input.root, file))),
    ...graph.started(input.entry),
  ]);
  const pieces = declaredIn(input.declaration).map((declared) => {
    const module = join(dirname(input.declaration), declared.module);
    const chunk = graph.holding((id) => isSourceOf(id, module));
    if (!chunk) throw new Error(`${input.declaration}: ${declared.module} is in no chunk`);
    return { kind: declared.kind, name: declared.name, needs: needs(graph.closure([chunk]), always) };
  });
  const of = (kind: 'route' | 'slot') => pieces.filter((piece) => piece.kind === kind);
  return {
    schema: 1,
    name: input.name,
    version: input.version,
    kit: kitVersion(),
    react: reactVersion(),
    contract: contractVersion(input.name),
    url: input.url,
    entry: input.entry,
    base: needs(always),
    routes: of('route').map((piece) => ({ path: piece.name, ...piece.needs })),
    slots: of('slot').map((piece) => ({ slot: piece.name, ...piece.needs })),
    locales: localesOf(graph, input.root),
    shares: input.entry === '' ? providedBy(graph, always) : {},
  };
}

/** Where each of the kit's modules lies in the shell, without what every page has anyway. */
function providedBy(graph: Graph, always: Chunk[]): Record<string, Files> {
  const provided: Record<string, Files> = {};
  for (const [name, source] of kitSources()) {
    const files = filesOf(graph.closure([graph.holding((id) => id === source)]), always);
    if (files.js.length > 0 || files.css.length > 0) provided[name] = files;
  }
  return provided;
}

/**
 * Writes the description of a build: which files each route and slot needs, so that the server can preload them, and the hash of
 * every file, so that nothing is served that was not built.
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
          files[file] = { sha384: createHash('sha384').update(content).digest('base64'), size: content.length };
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
