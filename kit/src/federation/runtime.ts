import { getInstance, init, loadRemote, registerRemotes } from '@module-federation/runtime';
import * as core from '@module-federation/runtime/core';

/** The parts of the browser that a host uses; the tests replace them. */
export interface Runtime {
  /** Names where a remote's entry is; again, when it moved. */
  register: (name: string, entry: string) => void;
  /** Loads the one module that a remote exposes. */
  load: (name: string) => Promise<unknown>;
  reload: () => void;
}

// In development the federation plugin has started the runtime. Remotes that are built take the page's.
if (!getInstance()) {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
  init({ name: 'shell', remotes: [], shareStrategy: 'loaded-first' });
}

/** How this page loads remotes. */
export const runtime: Runtime = {
  register: (name, entry) => registerRemotes([{ name, entry, type: 'module' }], { force: entry.includes('?retry=') }),
  load: (name) => loadRemote(`${name}/remote`),
  reload: () => window.location.reload(),
};
