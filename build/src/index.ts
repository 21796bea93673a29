import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { APART_NAMES, apartOf } from './apart.ts';
import { ENTRY, helperInGroups, onlyNeeded, ownHelpers, withoutRuntime } from './container.ts';
import { declaredIn } from './declared.ts';
import { describeBuild } from './describe.ts';
import { devOrigin, devPort, devRegistry, SHELL_PORT } from './dev-registry.ts';
import { facades, ownKit } from './facades.ts';
import { fonts } from './fonts.ts';
import { consume, provide } from './provide.ts';
import { shared } from './shared.ts';
import { skeleton } from './skeleton.ts';
import { buildVersion } from './version.ts';

/** Browsers with import maps, top-level await and cascade layers: everything since early 2023. */
const TARGET = ['chrome111', 'safari16.4', 'firefox114'];

/** How the federation plugin builds and serves an application. */
const FEDERATION = {
  shareStrategy: 'loaded-first',
  manifest: false,
  dts: false,
  dev: { remoteHmr: true },
  disableSnapshot: true,
} as const;

/** Where the Go server answers while the front ends run from their sources. */
const SERVER = process.env.KRAPAO_URL ?? 'http://127.0.0.1:8080';

/** What the Go server answers there. */
const SERVED = ['/api', '/media', '/docs'];

function packageName(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }).name;
}

/**
 * A chunk for each language, of the texts that the kit and the shell need at once; the kit's areas are loaded by who
 * shows them.
 */
const LOCALE = /\/locales\/(th|la|en)(?:\/(?:common|errors))?\.json$/;

/**
 * What several pages show is split by who shows it, but not into crumbs: below so many bytes of source they are one
 * chunk.
 */
const SHARED = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000 };

/** Forms with their libraries. */
const FORMS = {
  name: 'forms',
  test: /\/node_modules\/(react-hook-form|@hookform|zod)\/|\/kit\/src\/forms\/(?!english-name)/,
};

/** The rest of the kit, which every page gets. */
function isKit(id: string): boolean {
  const own = /\/kit\/src\/(?!forms|testing).*\.(tsx?|css)$|\/node_modules\/lucide-react\//.test(id);
  return own && apartOf(id) === undefined;
}

/** What is shown together goes into one chunk: a request costs more than the few bytes that some page could spare. */
const SHELL_GROUPS = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\/|^\0rolldown/ },
  {
    name: 'libraries',
    test: /\/node_modules\/(react-router|@tanstack|i18next|react-i18next|html-parse-stringify|void-elements|partysocket)\//,
  },
  // The page's first script, and what it needs. It stands apart from all that takes long.
  {
    name: 'early',
    test: /^\0vite|\/shell\/src\/early\.ts$|\/kit\/src\/(api\/early|session\/(device-store|token)|i18n\/locale)\.ts$/,
  },
  // The frame's styles are needed whenever the kit's are: one file.
  { name: 'kit', test: (id: string) => isKit(id) || /\/shell\/src\/app\/.*\.css$/.test(id) },
  ...APART_NAMES.map((name) => ({ name, test: (id: string) => apartOf(id) === name })),
  FORMS,
  { name: 'frame', test: /\/shell\/src\/app\// },
  { name: 'screens', test: /\/shell\/src\//, ...SHARED, entriesAwareMergeThreshold: 0 },
  {
    name: (id: string) => LOCALE.exec(id)?.[1] ?? null,
    debugName: 'locales',
    test: LOCALE,
  },
];

/** What home shows of a remote at once, its own screen or its pieces: one chunk. */
const HOME = /^(\/user\/home$|home\.)/;

function homePieces(root: string): string[] {
  const declaration = join(root, 'src', 'remote.tsx');
  return declaredIn(declaration)
    .filter(({ name }) => HOME.test(name))
    .map(({ module }) => join(dirname(declaration), module));
}

/** The chunks of the shell together with remotes, for the build that has them in one. */
export function groupsOfAll(roots: string[]) {
  const pieces = roots.flatMap(homePieces);
  const isHome = (id: string) =>
    pieces.some((piece) => id.startsWith(`${piece}.`)) || roots.some((root) => id === join(root, 'src', 'remote.tsx'));
  const shared = { name: 'shared', test: /\/mf-[a-z]+\/src\//, ...SHARED };
  return { ...fileNames, codeSplitting: { groups: [...SHELL_GROUPS, { name: 'home', test: isHome }, shared] } };
}

function remoteGroups(root: string) {
  const pieces = homePieces(root);
  return [
    // What every page needs of it comes beside its entry: its calls too, for a request costs more than they weigh. The
    // schemas of its forms do not: they would bring the library that reads them.
    {
      name: 'remote',
      test: (id: string) =>
        id === join(root, 'src', 'remote.tsx') ||
        (id.startsWith(join(root, 'src', 'api')) && !id.endsWith('/forms.ts')) ||
        /^\0(rolldown|vite)/.test(id),
    },
    { name: 'home', test: (id: string) => pieces.some((piece) => id.startsWith(`${piece}.`)) },
    { ...FORMS, minShareCount: 2 },
    { name: 'shared', test: /^\/.*\.(tsx?|css|[mc]?js)$/, ...SHARED },
  ];
}

/**
 * A chunk that was split by who shows it is named after all of them; the page names every file, so the first part must
 * do.
 */
const shortName = (name: string | undefined) => (name ?? 'chunk').split('~')[0]?.replace(/\.css$/, '');
const fileNames = {
  chunkFileNames: ({ name }: { name: string }) => `assets/${shortName(name)}-[hash].js`,
  assetFileNames: ({ names }: { names: string[] }) =>
    `assets/${shortName(names[0]?.replace(/\.[^.]*$/, ''))}-[hash][extname]`,
};

/** A remote's folder is its version's: its files need no hash in their names, which each page would carry. */
const namesInVersion = {
  entryFileNames: 'assets/[name].js',
  chunkFileNames: ({ name }: { name: string }) => `assets/${shortName(name)}.js`,
  assetFileNames: ({ names }: { names: string[] }) => `assets/${shortName(names[0]?.replace(/\.[^.]*$/, ''))}[extname]`,
};

/** What every build has in common. */
export const common = { target: TARGET, modulePreload: { polyfill: false }, assetsInlineLimit: 0, emptyOutDir: true };

/**
 * The whole build of a remote: `export default remote()` in its `vite.config.ts`. Run from the remote's own folder. It
 * exposes `src/remote.tsx`, leaves React and the kit to the shell, builds for `/mf/<name>/<version>/` and writes
 * `krapao-remote.json`.
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
      building && consume(),
      federation({
        name,
        filename: ENTRY,
        // Relative: the plugin hashes its options into the output, which must not depend on where the sources lie.
        exposes: { './remote': './src/remote.tsx', ...(mocks ? { './mocks': './src/mocks.ts' } : {}) },
        shared: building ? {} : shared('consume'),
        disableRemote: building,
        ...FEDERATION,
      }),
      helperInGroups,
      withoutRuntime,
      onlyNeeded,
      ownHelpers,
      describeBuild({
        root,
        name,
        version,
        fileName: 'krapao-remote.json',
        declaration: join(root, 'src', 'remote.tsx'),
        always: ['src/remote.tsx'],
        url,
        entry: ENTRY,
      }),
    ],
    server: { port, strictPort: true, origin: devOrigin(port), cors: true },
    build: {
      ...common,
      rolldownOptions: {
        input: 'src/remote.tsx',
        output: { ...namesInVersion, codeSplitting: { groups: remoteGroups(root) } },
      },
    },
  };
}

/** The whole build of the shell: it provides React and the kit, and finds its remotes at run time. */
export function shell(): UserConfig {
  const root = process.cwd();
  const provided = { imports: {} };
  const building = process.argv.includes('build');
  return {
    root,
    base: '/',
    plugins: [
      ownKit(join(root, 'src')),
      react(),
      building && provide(provided),
      fonts(),
      skeleton(root),
      // Nobody loads the shell as a remote: built, it has no container.
      !building && federation({ name: 'shell', shared: shared('provide'), ...FEDERATION }),
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
        provided,
      }),
    ],
    server: {
      port: SHELL_PORT,
      strictPort: true,
      proxy: Object.fromEntries(SERVED.map((path) => [path, { target: SERVER, ws: path === '/api' }])),
    },
    build: { ...common, rolldownOptions: { output: { ...fileNames, codeSplitting: { groups: SHELL_GROUPS } } } },
  };
}
