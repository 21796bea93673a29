import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { describeBuild } from './describe.ts';
import { devOrigin, devPort, devRegistry, SHELL_PORT } from './dev-registry.ts';
import { facades, ownKit } from './facades.ts';
import { shared, usedKit } from './shared.ts';
import { buildVersion } from './version.ts';

/** Browsers with import maps, top-level await and cascade layers: everything since early 2023. */
const TARGET = ['chrome111', 'safari16.4', 'firefox114'];

/** Where the Go server answers while the front ends run from their sources. */
const SERVER = process.env.KRAPAO_URL ?? 'http://127.0.0.1:8080';

/** What the Go server answers there. */
const SERVED = ['/api', '/media', '/docs'];

function packageName(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }).name;
}

/** A chunk for each language, of the texts that the kit and the shell need at once; the kit's areas are loaded by who shows them. */
const LOCALE = /\/locales\/(th|la|en)(?:\/(?:common|errors))?\.json$/;

/** Our chunks bear their source's name; the federation plugin's invented names are too long to be sent with every page. */
const output = {
  chunkFileNames: ({ name }: { name: string }) =>
    name.includes('__') ? 'assets/mf-[hash].js' : 'assets/[name]-[hash].js',
};

/** What every page of the shell needs goes into few chunks: as many small ones cost more than the few bytes that some could spare. */
const SHELL_GROUPS = [
  {
    name: 'libraries',
    test: /node_modules\/(react-router|@tanstack|i18next|react-i18next|html-parse-stringify|void-elements)\//,
  },
  { name: 'kit', test: /\/kit\/src\/(api|session|format|facade|federation|i18n)\/[^/]+\.tsx?$/ },
  {
    name: (id: string) => LOCALE.exec(id)?.[1] ?? null,
    debugName: 'locales',
    test: LOCALE,
  },
];

function build(input?: string) {
  return {
    target: TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    emptyOutDir: true,
    rolldownOptions: input ? { input, output } : { output: { ...output, codeSplitting: { groups: SHELL_GROUPS } } },
  };
}

/**
 * The whole build of a remote: `export default remote()` in its `vite.config.ts`. Run from the remote's own folder. It exposes
 * `src/remote.tsx`, takes React and the kit from the shell, builds for `/mf/<name>/<version>/` and writes `krapao-remote.json`.
 */
export function remote(): UserConfig {
  const root = process.cwd();
  const name = packageName(root);
  const building = process.argv.includes('build');
  const version = building ? buildVersion(root, name) : 'dev';
  const url = `/mf/${name}/${version}/`;
  const port = devPort(name);
  const mocks = !building && existsSync(join(root, 'src', 'mocks.ts'));
  return {
    root,
    base: building ? url : '/',
    plugins: [
      facades(root),
      react(),
      federation({
        name,
        filename: 'remoteEntry.js',
        // Relative: the plugin hashes its options into the output, which must not depend on where the sources lie.
        exposes: { './remote': './src/remote.tsx', ...(mocks ? { './mocks': './src/mocks.ts' } : {}) },
        shared: building ? shared('consume', usedKit(root)) : shared('consume'),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: { remoteHmr: true },
        disableSnapshot: true,
        disableRemote: building,
        experiments: { externalRuntime: building },
      }),
      describeBuild({
        root,
        name,
        version,
        fileName: 'krapao-remote.json',
        declaration: join(root, 'src', 'remote.tsx'),
        always: ['src/remote.tsx'],
        url,
        entry: 'remoteEntry.js',
      }),
    ],
    server: { port, strictPort: true, origin: devOrigin(port), cors: true },
    build: build('src/remote.tsx'),
  };
}

/** The whole build of the shell: it provides React, the kit and the federation runtime, and finds its remotes at run time. */
export function shell(): UserConfig {
  const root = process.cwd();
  const building = process.argv.includes('build');
  return {
    root,
    base: '/',
    plugins: [
      ownKit(root),
      react(),
      federation({
        name: 'shell',
        filename: 'assets/shellEntry-[hash].js',
        shared: shared('provide'),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: { remoteHmr: true },
        disableSnapshot: true,
        experiments: { provideExternalRuntime: building },
      }),
      devRegistry(),
      describeBuild({
        root,
        name: 'shell',
        version: building ? buildVersion(root, 'shell') : 'dev',
        fileName: 'krapao-shell.json',
        declaration: join(root, 'src', 'app', 'screens.ts'),
        always: ['src/main.ts', 'src/app/boot.tsx'],
        url: '',
        entry: '',
      }),
    ],
    server: {
      port: SHELL_PORT,
      strictPort: true,
      proxy: Object.fromEntries(SERVED.map((path) => [path, { target: SERVER, ws: path === '/api' }])),
    },
    build: build(),
  };
}
