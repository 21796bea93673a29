import type { Plugin } from 'vite';

// What becomes of the container that the federation plugin writes for a remote: it keeps only what the page uses.

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

/** The modules that the federation plugin writes for a remote: its entry, and what shares libraries around it. */
const WRITTEN = { entry: /virtual:mf-REMOTE_ENTRY_ID/, sharing: /__(hostAutoInit|H_A_I|pendingShares|P_S)__/ };

/** What an entry has for sharing, and what stands there instead. */
const SHARING: [RegExp, string][] = [
  [/^\s*import \{[^}]*\} from "@module-federation\/runtime";$/m, ''],
  [
    /^\s*export \{ init, getExposes as get \}\s*$/m,
    'const share = async () => {};\nexport { share as init, getExposes as get };',
  ],
];

/**
 * The container that the federation plugin writes has two doors: `get` loads a module, `init` shares libraries by the
 * federation's runtime. What a remote shares comes by the page's import map, so `init` does nothing, and the runtime
 * stays out (21 kB).
 */
export const nothingToShare: Plugin = {
  name: 'krapao:nothing-to-share',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: [WRITTEN.entry, WRITTEN.sharing] },
    handler(code, id) {
      if (WRITTEN.sharing.test(id)) return { code: 'export {};', map: null };
      let without = code;
      for (const [sharing, instead] of SHARING) {
        if (!sharing.test(code)) this.error(`the federation plugin writes ${ENTRY} anew: nothing is like ${sharing}`);
        without = without.replace(sharing, instead);
      }
      return { code: without, map: null };
    },
  },
};

/**
 * The federation plugin has an entry preload files that it finds by parts of their names, some of which only a dialog
 * needs: the server's page names what a page needs. And it writes files for a host's sharing, which nothing here loads.
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
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) load(next);
      };
      load(ENTRY);
      for (const { type, fileName } of Object.values(bundle)) {
        if (type === 'chunk' && !loaded.has(fileName)) delete bundle[fileName];
      }
    },
  },
};
