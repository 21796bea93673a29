import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { KIT_ROOT } from './shared.ts';

const WORKSPACE = join(KIT_ROOT, '..');

/** Left out of the version: they never change what a member gets. */
const IRRELEVANT = /(^|\/)(dist|node_modules|\.[^/]+)(\/|$)|\.(test|stories)\.tsx?$/;

function* files(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (IRRELEVANT.test(`/${entry.name}`)) continue;
    if (entry.isDirectory()) yield* files(path);
    else if (entry.isFile()) yield path;
  }
}

/** Where the contract of an application lies: the bundle of the calls it makes. */
export function contractFile(name: string): string {
  return join(WORKSPACE, 'openapi', 'dist', `${name}.yaml`);
}

/**
 * The contract version that an application declares: a hash of its bundled contract, or null when it makes no calls.
 */
export function contractVersion(name: string): string | null {
  const file = contractFile(name);
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16) : null;
}

/**
 * The version of a build, known before it runs because the URLs of its files carry it: KRAPAO_BUILD_ID when given,
 * otherwise a hash of everything the build reads (its own sources, the kit's, this package's, the lock file, its
 * contract), so the same sources give the same version.
 */
export function buildVersion(root: string, name: string): string {
  const given = process.env.KRAPAO_BUILD_ID;
  if (given !== undefined && given !== '') return given;
  const hash = createHash('sha256');
  const sources = [
    ...files(root),
    ...files(join(KIT_ROOT, 'src')),
    join(KIT_ROOT, 'package.json'),
    ...files(import.meta.dirname),
  ];
  for (const file of [...sources, join(WORKSPACE, 'pnpm-lock.yaml'), contractFile(name)]) {
    if (!existsSync(file)) continue;
    hash
      .update(`${relative(WORKSPACE, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
