import type { Plugin } from 'vite';

// The federation plugin writes a remote's container for any host. Ours shares by the page's import map and never starts
// a container, so the federation's runtime and all that shares by it stay out.

/** A remote's entry: its container. */
export const ENTRY = 'remoteEntry.js';

/**
 * The federation plugin keeps the helper that loads chunks in a chunk of its own; without that group it stands in one
 * of ours, which every page loads anyway.
 */
export const helperInGroups: Plugin = {
  name: 'krapao:helper',
  apply: 'build',
  outputOptions(options) {
    const split = options.codeSplitting;
    if (typeof split !== 'object') return null;
    const groups = split.groups?.filter(({ name }) => name !== 'vite-preload-helper') ?? [];
    return { ...options, codeSplitting: { ...split, groups } };
  },
};

/** The entry that the federation plugin writes for a remote. */
const WRITTEN_ENTRY = /virtual:mf-REMOTE_ENTRY_ID/;

/** What the federation plugin writes to share libraries while a host starts. */
const WRITTEN_SHARING = /__(hostAutoInit|H_A_I|pendingShares|P_S)__/;

/** The lines of a written entry that bring the runtime in, and what stands in their place. */
const REPLACED: [line: RegExp, by: string][] = [
  [/^\s*import \{[^}]*\} from "@module-federation\/runtime";$/m, ''],
  [
    /^\s*export \{ init, getExposes as get \}\s*$/m,
    'const startNothing = async () => {};\nexport { startNothing as init, getExposes as get };',
  ],
];

/**
 * A container has two functions: `get` gives a module, `init` shares libraries by the federation's runtime. Here `init`
 * does nothing, and 8 kB of the runtime stay out of every page.
 */
export const withoutRuntime: Plugin = {
  name: 'krapao:without-runtime',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: [WRITTEN_ENTRY, WRITTEN_SHARING] },
    handler(code, id) {
      if (WRITTEN_SHARING.test(id)) return { code: 'export {};', map: null };
      let kept = code;
      for (const [line, by] of REPLACED) {
        if (!line.test(kept))
          this.error(`the federation plugin writes another ${ENTRY}: no line of it is like ${line}`);
        kept = kept.replace(line, by);
      }
      return { code: kept, map: null };
    },
  },
};

/**
 * The federation plugin has an entry preload files that it finds by parts of their names, some of which only a dialog
 * needs: the server's page names what a page needs. And it writes files that nothing here loads.
 */
export const onlyNeeded: Plugin = {
  name: 'krapao:only-needed',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const entry = bundle[ENTRY];
      if (entry?.type !== 'chunk') return;
      if (!entry.exports.includes('get')) this.error(`${ENTRY} is no container: it exports no get`);
      entry.code = entry.code.replace(/\nif \([^{]*\{\s*try \{\s*for \(const __mfWarmupPath of [\s\S]*$/, '');
      if (entry.code.includes('__mfWarmupPath')) this.error(`${ENTRY} still preloads by itself`);
      const loaded = new Set<string>();
      const load = (fileName: string) => {
        const chunk = bundle[fileName];
        if (loaded.has(fileName) || chunk?.type !== 'chunk') return;
        loaded.add(fileName);
        const runtime = chunk.moduleIds.find((id) => id.includes('/@module-federation/runtime'));
        if (runtime) this.error(`${fileName} brings the federation's runtime: ${runtime}`);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) load(next);
      };
      load(ENTRY);
      for (const { type, fileName } of Object.values(bundle)) {
        if (type === 'chunk' && !loaded.has(fileName)) delete bundle[fileName];
      }
    },
  },
};

/** The bundler's file of helpers: what it declares, and what it exports. */
const HELPERS = /^([\s\S]*?);?\s*export\s*\{([^}]*)\};?\s*$/;

/** `a as b` by `b`, in a list of them. */
const named = (list: string) =>
  new Map(
    list.split(',').map((one): [string, string] => {
      const [from = '', to = from] = one.trim().split(/\s+as\s+/);
      return [to, from];
    }),
  );

/**
 * The bundler keeps its helpers in a file of their own, 158 bytes that a page would ask for by themselves: what uses
 * one has it itself.
 */
export const ownHelpers: Plugin = {
  name: 'krapao:own-helpers',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const helpers = chunks.find(({ moduleIds }) => moduleIds.length === 1 && moduleIds[0]?.startsWith('\0rolldown/'));
    if (!helpers) return;
    const [, declared = '', exported = ''] = HELPERS.exec(helpers.code) ?? [];
    const file = helpers.fileName.replace(/^.*\//, '').replaceAll('.', '\\.');
    const taken = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'][^"']*/${file}["'];?`);
    for (const chunk of chunks.filter(({ imports }) => imports.includes(helpers.fileName))) {
      if (declared === '' || !taken.test(chunk.code)) this.error(`${chunk.fileName} takes helpers in another form`);
      chunk.code = chunk.code.replace(taken, (_, list: string) => {
        const own = [...named(list)].map(
          ([name, from]) => `var ${name}=(()=>{${declared};return ${named(exported).get(from)}})();`,
        );
        return own.join('');
      });
      chunk.imports = chunk.imports.filter((name) => name !== helpers.fileName);
    }
    delete bundle[helpers.fileName];
  },
};
