import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { devPort, devRegistry } from './dev-registry.ts';
import { ownKit } from './facades.ts';
import { KIT_ROOT, shared } from './shared.ts';

const WORKER = '/mockServiceWorker.js';

/** Serves the worker through which the mocks answer. */
function mockWorker(): Plugin {
  const source = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  return {
    name: 'krapao:mock-worker',
    configureServer(server) {
      server.middlewares.use(WORKER, (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(readFileSync(source));
      });
    },
  };
}

/** The development server of the host that shows one remote alone, 100 ports above the remote's. */
export function sandbox(name: string): InlineConfig {
  const root = join(import.meta.dirname, 'sandbox');
  return {
    configFile: false,
    root,
    cacheDir: join(import.meta.dirname, '..', 'node_modules', `.vite-sandbox-${name}`),
    plugins: [
      ownKit(root),
      react(),
      federation({
        name: 'sandbox',
        filename: 'sandboxEntry.js',
        shared: shared('provide'),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: { remoteHmr: true },
        disableSnapshot: true,
      }),
      devRegistry(() => [name]),
      mockWorker(),
    ],
    server: { port: devPort(name) + 100, strictPort: true, fs: { allow: [join(KIT_ROOT, '..')] } },
  };
}
