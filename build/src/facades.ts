import type { Plugin } from 'vite';
import { BUNDLED_FOLDER, FACADES, kitSources, REFUSED } from './shared.ts';

/**
 * Sends the stateful libraries that a remote's own sources import to the facades which the shell provides, and refuses
 * the ones that would make a second copy. The kit's sources that an application bundles count as its own, also in what
 * they import of the kit. Other packages (and the kit's facades themselves) get what they ask for.
 */
export function facades(root: string): Plugin {
  const own = `${root}/src/`;
  const entry = `${own}remote.tsx`;
  const known = kitSources();
  return {
    name: 'krapao:facades',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const isBundled = importer?.startsWith(BUNDLED_FOLDER) ?? false;
      if (!isBundled && !importer?.startsWith(own)) return null;
      const refused = REFUSED[source];
      if (refused) this.error(`${importer} imports ${source}; use ${refused} instead`);
      const facade = FACADES[source];
      if (isBundled && (facade || known.has(source))) return this.resolve(facade ?? source, entry, options);
      return facade ? this.resolve(facade, importer, options) : null;
    },
  };
}

/**
 * Lets the provider's own sources import the kit's files directly. They are the very modules that it shares, so there
 * is still one copy; through sharing, the first screen would wait for every part of the kit that any screen uses.
 */
export function ownKit(folder: string): Plugin {
  const own = [`${folder}/`, `${BUNDLED_FOLDER}/`];
  const sources = kitSources();
  return {
    name: 'krapao:own-kit',
    enforce: 'pre',
    resolveId: (source, importer) =>
      own.some((start) => importer?.startsWith(start)) ? (sources.get(source) ?? null) : null,
  };
}
