import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Description } from './describe.ts';
import { workspaceRemotes } from './dev-registry.ts';
import { KIT_ROOT } from './shared.ts';

const WORKSPACE = join(KIT_ROOT, '..');

/** What a view loads: bytes with Brotli, and files, each of which is a request. */
interface Weight {
  bytes: number;
  requests: number;
}

/** What a browser may load for a route's first view, by the route's path; for a place, what opening it adds. */
type Budgets = Record<string, Weight>;

type Needs = { js: string[]; css: string[]; shares?: string[] };

/** The weight of files as they are sent; each counts once. */
function weightOf({ files }: Description, names: Iterable<string>): Weight {
  const sum = { bytes: 0, requests: 0 };
  for (const name of new Set(names)) {
    sum.bytes += (files[`${name}.br`] ?? files[name])?.size ?? 0;
    sum.requests += 1;
  }
  return sum;
}

const together = (...weights: Weight[]): Weight => ({
  bytes: weights.reduce((sum, { bytes }) => sum + bytes, 0),
  requests: weights.reduce((sum, { requests }) => sum + requests, 0),
});

const filesOf = (...needs: Needs[]) => needs.flatMap(({ js, css }) => [...js, ...css]);

/** The largest of an application's languages: a member loads one. */
const localeOf = (description: Description) =>
  Object.values(description.locales)
    .map((files) => weightOf(description, files))
    .reduce((most, next) => (next.bytes > most.bytes ? next : most), { bytes: 0, requests: 0 });

/** What home shows of an application: each member loads it, whether they tap it or not. */
const isOnHome = ({ slot }: { slot: string }) => slot.startsWith('home.');

/**
 * What an application with tiles on home takes of a member who does not open it: its lines in the page, which are the
 * registry's and the import map's (server/httpapi/page/render.go). A piece of home with code has a budget of its own.
 */
function asleep({ name, version, url, entry, routes, slots, tiles, files }: Description): Weight {
  const announced = {
    name,
    version,
    entry: url + entry,
    routes: routes.map(({ path }) => path),
    slots: slots.map(({ slot }) => slot),
    tiles,
  };
  const scripts = Object.keys(files).filter((file) => file.endsWith('.js'));
  const integrity = scripts.map((file) => [url + file, `sha256-${files[file]?.sha256}`]);
  return { bytes: brotliCompressSync(JSON.stringify([announced, integrity])).length, requests: 0 };
}

/**
 * What each route's first view takes: the shell, the route's application, the parts of the kit that it uses, one
 * language. An application without a route is opened in its places: what that adds to a page of the shell. What home
 * shows of an application takes its own code; entry and texts, which the application's screens share, do not count. One
 * with tiles takes something while it is asleep.
 */
export function weights(shell: Description, remotes: Description[]): Budgets {
  const found: Budgets = {};
  for (const { path, ...needs } of shell.routes) {
    found[path] = together(weightOf(shell, filesOf(shell.base, needs)), localeOf(shell));
  }
  for (const remote of remotes) {
    for (const { path, ...needs } of remote.routes) {
      const shares = [...remote.base.shares, ...needs.shares].flatMap((name) => shell.shares[name] ?? []);
      const own = together(weightOf(remote, filesOf(remote.base, needs)), localeOf(remote));
      found[path] = together(weightOf(shell, filesOf(shell.base, ...shares)), localeOf(shell), own);
    }
    for (const { slot, ...needs } of remote.routes.length === 0 ? remote.slots : []) {
      const there = new Set(filesOf(shell.base));
      const shares = [...remote.base.shares, ...needs.shares].flatMap((name) => shell.shares[name] ?? []);
      const more = filesOf(...shares).filter((file) => !there.has(file));
      const own = weightOf(remote, filesOf(remote.base, needs));
      found[slot] = together(weightOf(shell, more), own, localeOf(remote));
    }
    for (const { slot, ...needs } of remote.routes.length > 0 ? remote.slots.filter(isOnHome) : []) {
      found[slot] = weightOf(remote, filesOf(needs));
    }
    if (remote.tiles.length > 0) found[`${remote.name} asleep`] = asleep(remote);
  }
  return found;
}

const written = ({ bytes, requests }: Weight) => `${bytes} bytes in ${requests} files`;

/** What is wrong with the routes' weights beside their budgets. */
export function overdrafts(found: Budgets, budgets: Budgets): string[] {
  const judged = Object.entries(found).map(([path, weight]) => {
    const budget = Object.hasOwn(budgets, path) ? budgets[path] : undefined;
    if (!budget) return `${path} has no budget; it takes ${written(weight)}`;
    const within = weight.bytes <= budget.bytes && weight.requests <= budget.requests;
    return within ? '' : `${path} takes ${written(weight)}, its budget is ${written(budget)}`;
  });
  const unknown = Object.keys(budgets).map((path) =>
    Object.hasOwn(found, path) ? '' : `${path} has a budget and is no route, no place and no application asleep`,
  );
  return [...judged, ...unknown].filter((problem) => problem !== '');
}

function read<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(WORKSPACE, ...path), 'utf8')) as T;
}

/**
 * `node build/src/budget.ts` compares what was built with `build/budgets.json`; `--list` prints what each route takes.
 */
function main(list: boolean): void {
  const remotes = workspaceRemotes().map((name) => read<Description>(name, 'dist', 'krapao-remote.json'));
  const found = weights(read<Description>('shell', 'dist', 'krapao-shell.json'), remotes);
  if (list) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  const problems = overdrafts(found, read<Budgets>('build', 'budgets.json'));
  if (problems.length === 0) return;
  process.stderr.write(`build/budgets.json:\n${problems.join('\n')}\n`);
  process.exitCode = 1;
}

if (import.meta.main) main(process.argv.includes('--list'));
