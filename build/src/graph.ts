import type { Rolldown } from 'vite';

/** Files of a build that a place needs, in the build's own folder. */
export interface Files {
  js: string[];
  css: string[];
}

export type Bundle = Rolldown.OutputBundle;
export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** A source's path without what an import adds to it. */
export const withoutQuery = (id: string) => id.replace(/[?#].*$/, '');

/** The chunks of a build, and what each imports. */
export class Graph {
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

  /** A remote's entry, and what the federation loads through it at once. */
  started(entry: string): Chunk[] {
    const chunk = this.byFile.get(entry);
    return chunk
      ? [chunk, ...chunk.dynamicImports.map((file) => this.byFile.get(file)).filter((found) => found !== undefined)]
      : [];
  }

  has(file: string): boolean {
    return this.byFile.has(file);
  }

  file(file: string): Chunk | undefined {
    return this.byFile.get(file);
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

/** The files of chunks, without those of others. */
export function filesOf(chunks: Chunk[], except: Chunk[] = []): Files {
  const known = new Set(except.map((chunk) => chunk.fileName));
  const wanted = chunks.filter((chunk) => !known.has(chunk.fileName));
  return {
    js: wanted.map((chunk) => chunk.fileName).sort(),
    css: [...new Set(wanted.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))].sort(),
  };
}
