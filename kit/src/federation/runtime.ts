/** The parts of the browser that a host uses; the tests replace them. */
export interface Runtime {
  /** Loads the one module that a remote exposes, from where its entry is. */
  load: (name: string, entry: string) => Promise<unknown>;
  reload: () => void;
}

/** The one module that every remote exposes. */
const MODULE = 'remote';

/** What the entry of a remote exports: a container of the federation plugin. */
interface Container {
  get: (module: string) => Promise<() => unknown>;
}

/**
 * What remotes that were built before kit 3.8 ask of the page as they load. They are still published: pinned, or live
 * again after a newer one was taken back.
 */
const OLDER = { _FEDERATION_RUNTIME_CORE: { setGlobalFederationConstructor: () => undefined } };

/**
 * A built remote shares nothing through the federation: the page's import map leads it to React and the kit. So its
 * container is not started, and the page needs no runtime (16 kB).
 */
export async function fromContainer(entry: string): Promise<unknown> {
  Object.assign(globalThis, OLDER);
  const container = (await import(/* @vite-ignore */ entry)) as Container;
  return (await container.get(`./${MODULE}`))();
}

/** In development remotes do share, by the runtime that the plugin has started. */
async function fromDevServer(name: string, entry: string): Promise<unknown> {
  const { loadRemote, registerRemotes } = await import('@module-federation/runtime');
  registerRemotes([{ name, entry, type: 'module' }], { force: entry.includes('?retry=') });
  return loadRemote(`${name}/${MODULE}`);
}

/** How this page loads remotes. */
export const runtime: Runtime = {
  load: (name, entry) => (import.meta.env.DEV ? fromDevServer(name, entry) : fromContainer(entry)),
  reload: () => window.location.reload(),
};
