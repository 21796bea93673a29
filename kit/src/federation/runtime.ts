import { loadRemote, registerRemotes } from '@module-federation/runtime';

/** The parts of the browser that a host uses; the tests replace them. */
export interface Runtime {
  /** Names where a remote's entry is; again, when it moved. */
  register: (name: string, entry: string) => void;
  /** Loads the one module that a remote exposes. */
  load: (name: string) => Promise<unknown>;
  reload: () => void;
}

/** How this page loads remotes. */
export const runtime: Runtime = {
  register: (name, entry) => registerRemotes([{ name, entry, type: 'module' }], { force: entry.includes('?retry=') }),
  load: (name) => loadRemote(`${name}/remote`),
  reload: () => window.location.reload(),
};
