import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { apartOf, isStyled } from './apart.ts';
import { filesOf, Graph } from './graph.ts';
import { KIT_ROOT, kitSources, REACT } from './shared.ts';

const VIRTUAL = 'virtual:krapao-provided/';

/**
 * The shell's file that has a shared module, without folder and hash. What of the kit stands apart has its own, and so
 * has react-dom, which few need; the rest is one file.
 */
const fileOf = (share: string): string => (share === 'react-dom' ? share : (apartOf(share) ?? 'kit'));

/** Every shared module by the file that has it. */
function files(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const share of [...REACT, ...kitSources().keys()]) {
    found.set(fileOf(share), [...(found.get(fileOf(share)) ?? []), share]);
  }
  return found;
}

/** React is CommonJS: a module that passes its exports on must name them. */
function passReactOn(name: string, taken: Set<string>): string {
  const exported = createRequire(join(KIT_ROOT, 'package.json'))(name) as object;
  const names = Object.keys(exported).filter((key) => !key.startsWith('__') && key !== 'default' && !taken.has(key));
  for (const key of names) taken.add(key);
  const module = name.replace(/\W/g, '_');
  const whole = name === 'react/jsx-runtime' ? '' : `export default ${module};`;
  return `import ${module} from '${name}'; export const { ${names.join(', ')} } = ${module}; ${whole}`;
}

/**
 * What links a piece's style sheets, and the call of it in a built file. A piece that stands apart waits for its
 * styles: the browser links its scripts by the import map, and nobody else would bring them.
 */
const STYLED = join(KIT_ROOT, 'src', 'federation', 'style-sheet.ts');
const STYLES = '__KRAPAO_STYLES__';
const CALL = new RegExp(`([\\w$]+)\\(([\`"'])${STYLES}\\2\\)`);

function sourceOf(file: string, shares: string[]): string {
  const taken = new Set<string>();
  const sources = kitSources();
  const passed = shares
    .map((name) => (REACT.includes(name) ? passReactOn(name, taken) : `export * from '${sources.get(name)}';`))
    .join('\n');
  return isStyled(file) ? `${passed}\nimport { styled } from '${STYLED}'; styled('${STYLES}');` : passed;
}

/**
 * Has a piece's file wait for the style sheets that every page's file does not bring. Only now: the bundler, if it saw
 * that a file waits, would write others for every chunk that is loaded later.
 */
function waiting(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, kit: string): string {
  const graph = new Graph(bundle);
  const closure = (name: string) => graph.closure([graph.file(name)]);
  const styles = filesOf(closure(chunk.fileName), closure(kit)).css.map((name) => `/${name}`);
  if (styles.length === 0 || !CALL.test(chunk.code)) throw new Error(`${chunk.fileName} waits for no style sheet`);
  return chunk.code.replace(CALL, (_, call: string) => `await ${call}(${JSON.stringify(styles.join(' '))})`);
}

/** What the shell provides: each shared module's file, by the name under which remotes import it. */
export interface Provided {
  imports: Record<string, string>;
}

/**
 * Builds the files through which remotes get React and the kit. The page's import map leads the shared names there, so
 * the browser links a remote with the shell's own modules.
 */
export function provide(provided: Provided): Plugin {
  const references = new Map<string, string>();
  return {
    name: 'krapao:provide',
    apply: 'build',
    buildStart() {
      for (const file of files().keys()) {
        const chunk = { type: 'chunk', id: VIRTUAL + file, name: `provided-${file}` } as const;
        references.set(file, this.emitFile({ ...chunk, preserveSignature: 'allow-extension' }));
      }
    },
    resolveId: (source) => (source.startsWith(VIRTUAL) ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return null;
      const file = id.slice(VIRTUAL.length + 1);
      return sourceOf(file, files().get(file) ?? []);
    },
    generateBundle(_options, bundle) {
      for (const [file, shares] of files()) {
        const name = this.getFileName(references.get(file) as string);
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk') this.error(`${name} is no script`);
        if (isStyled(file)) chunk.code = waiting(chunk, bundle, this.getFileName(references.get('kit') as string));
        const exported = new Set(chunk.exports);
        for (const share of shares) {
          const source = kitSources().get(share);
          const wanted = (source && this.getModuleInfo(source)?.exports) || [];
          const lost = wanted.filter((one) => !exported.has(one));
          // Two modules of one file that export the same name would leave it to neither.
          if (lost.length > 0) this.error(`${share}: ${lost.join(', ')} is exported by another module of ${name} too`);
          provided.imports[share] = name;
        }
      }
    },
  };
}

/** Leaves what the shell provides to the page's import map. */
export function consume(): Plugin {
  const shared = new Set([...REACT, ...kitSources().keys()]);
  return {
    name: 'krapao:consume',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (shared.has(source) ? { id: source, external: true } : null),
  };
}
