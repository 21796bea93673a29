import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kit's own folder. */
export const KIT_ROOT = join(import.meta.dirname, '..', '..', 'kit');

const KIT = '@krapao/kit';

/** Sub-paths that never reach a member's page through sharing: tools, tests, and what only a host uses. */
const HOST_ONLY = new Set([
  './testing',
  './testing/setup',
  './api/early',
  './federation/host',
  './federation/registry',
]);

/**
 * Sub-paths without state, which each application bundles into the screens that use them: shared, they would load with
 * every remote.
 */
const BUNDLED = new Set(['./forms', './forms/english-name-dialog']);

/** Where their sources lie. They import the rest of the kit by its names, like an application. */
export const BUNDLED_FOLDER = join(KIT_ROOT, 'src', 'forms');

/** Libraries with state that applications import by their own name and get from the shell through a facade. */
export const FACADES: Record<string, string> = {
  '@tanstack/react-query': `${KIT}/react-query`,
  'react-router': `${KIT}/react-router`,
  'react-i18next': `${KIT}/react-i18next`,
};

/** Libraries that applications may not import at all, with what to use instead. */
export const REFUSED: Record<string, string> = {
  i18next: `${KIT}/i18n`,
  'react-dom/client': 'a route or a slot: the shell renders',
  '@module-federation/runtime': `${KIT}/federation`,
};

/** React as its own packages name it. */
export const REACT = ['react', 'react/jsx-runtime', 'react-dom'];

interface KitPackage {
  version: string;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
}

function kitPackage(): KitPackage {
  return JSON.parse(readFileSync(join(KIT_ROOT, 'package.json'), 'utf8')) as KitPackage;
}

/** The kit's version, which a remote declares and the shell provides. */
export function kitVersion(): string {
  return kitPackage().version;
}

/** Every sub-path of the kit by its full name, with its source; `./ui/*` is spelt out from the folder. */
export function publicSources(): Map<string, string> {
  const sources = new Map<string, string>();
  for (const [key, target] of Object.entries(kitPackage().exports)) {
    if (!/\.tsx?$/.test(target)) continue;
    const [before = '', after] = target.split('*');
    if (after === undefined) {
      sources.set(KIT + key.slice(1), join(KIT_ROOT, target));
      continue;
    }
    for (const file of readdirSync(join(KIT_ROOT, before))) {
      if (!file.endsWith(after) || /\.(test|stories)\./.test(file)) continue;
      sources.set(KIT + key.slice(1).replace('*', file.slice(0, -after.length)), join(KIT_ROOT, before, file));
    }
  }
  return sources;
}

/** The sub-paths that are shared, each by itself: federation shares no wildcard and no trailing slash. */
export function kitSources(): Map<string, string> {
  const isShared = (key: string) => !HOST_ONLY.has(key) && !BUNDLED.has(key);
  return new Map([...publicSources()].filter(([name]) => isShared(`.${name.slice(KIT.length)}`)));
}

function installedVersion(name: string): string {
  const file = join(KIT_ROOT, 'node_modules', name.split('/')[0] as string, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function* sourcesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesIn(path);
    else if (/(?<!\.test|\.stories)\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The kit's sub-paths that an application's sources import, by their own name or through a facade. */
export function usedKit(root: string): string[] {
  const used = new Set<string>();
  const known = kitSources();
  const scan = (folder: string) => {
    let bundles = false;
    for (const file of sourcesIn(folder)) {
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
        const wanted = FACADES[name] ?? name;
        if (known.has(wanted)) used.add(wanted);
        bundles ||= name.startsWith(KIT) && BUNDLED.has(`.${name.slice(KIT.length)}`);
      }
    }
    return bundles;
  };
  if (scan(join(root, 'src'))) scan(BUNDLED_FOLDER);
  return [...used].sort();
}

/**
 * The versions that serve a build made with this one: the same major, at least its minor. server/remote checks the same
 * before.
 */
export function rangeOf(version: string): string {
  const [major, minor] = version.split('.');
  return `^${major}.${minor}.0`;
}

/** React's version, which a remote declares and the shell provides. */
export function reactVersion(): string {
  return installedVersion('react');
}

/**
 * What the shell provides and remotes only consume; one copy each, and a version that does not fit is an error, not a
 * second copy. A remote that is built names only what it uses, because the federation loads all that a remote names
 * when the remote starts.
 */
export function shared(role: 'provide' | 'consume', kit: string[] = [...kitSources().keys()]) {
  const item = (version: string) => ({
    singleton: true,
    strictVersion: true,
    version,
    requiredVersion: rangeOf(version),
    ...(role === 'consume' ? { import: false as const } : {}),
  });
  return Object.fromEntries([
    ...REACT.map((name) => [name, item(installedVersion(name))] as const),
    ...kit.map((name) => [name, item(kitVersion())] as const),
  ]);
}
