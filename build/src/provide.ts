import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { KIT_ROOT, kitSources, REACT } from './shared.ts';

const VIRTUAL = 'virtual:krapao-provided/';

/** Parts of the kit that are too heavy, or too rarely shown, to come with every remote. The rest is one file. */
const APART: Record<string, RegExp> = {
  dialog: /\/ui\/(dialog|confirm-dialog|video-dialog|tabs)$/,
  fields: /\/ui\/(field|field-frame|otp-input|select|stepper)$/,
  'safe-html': /\/ui\/safe-html$/,
  'react-dom': /^react-dom$/,
};

/** The shell's file that has a shared module, without folder and hash. */
function fileOf(share: string): string {
  return Object.entries(APART).find(([, pattern]) => pattern.test(share))?.[0] ?? 'kit';
}

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

function sourceOf(shares: string[]): string {
  const taken = new Set<string>();
  const sources = kitSources();
  return shares
    .map((name) => (REACT.includes(name) ? passReactOn(name, taken) : `export * from '${sources.get(name)}';`))
    .join('\n');
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
      return id.startsWith(`\0${VIRTUAL}`) ? sourceOf(files().get(id.slice(VIRTUAL.length + 1)) ?? []) : null;
    },
    generateBundle(_options, bundle) {
      for (const [file, shares] of files()) {
        const name = this.getFileName(references.get(file) as string);
        const chunk = bundle[name];
        const exported = new Set(chunk?.type === 'chunk' ? chunk.exports : []);
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
