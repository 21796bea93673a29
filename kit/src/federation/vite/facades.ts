import type { Plugin } from 'vite';
import { FACADES, kitSources, REFUSED } from './shared.ts';

/**
 * Sends the stateful libraries that a remote's own sources import to the facades which the shell provides, and refuses the ones
 * that would make a second copy. Other packages (and the kit's facades themselves) get what they ask for.
 */
export function facades(root: string): Plugin {
  const own = `${root}/src/`;
  return {
    name: 'krapao:facades',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer?.startsWith(own)) return null;
      const refused = REFUSED[source];
      if (refused) this.error(`${importer} imports ${source}; use ${refused} instead`);
      const facade = FACADES[source];
      return facade ? this.resolve(facade, importer, options) : null;
    },
  };
}

/**
 * Lets the provider's own sources import the kit's files directly. They are the very modules that it shares, so there is still one
 * copy; through sharing, the first screen would wait for every part of the kit that any screen uses.
 */
export function ownKit(root: string): Plugin {
  const own = `${root}/src/`;
  const sources = kitSources();
  return {
    name: 'krapao:own-kit',
    enforce: 'pre',
    resolveId: (source, importer) => (importer?.startsWith(own) ? (sources.get(source) ?? null) : null),
  };
}
