import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { KIT_ROOT, kitVersion, publicSources } from './shared.ts';

/** The committed surface: what applications may rely on. */
const SURFACE = join(KIT_ROOT, 'surface.txt');

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\n\s*\n+/g, '\n');

/** The declaration that a relative import of another one means. */
function declarationOf(from: string, specifier: string, known: Map<string, string>): string | undefined {
  const path = join(dirname(from), specifier.replace(/\.tsx?$/, ''));
  return [`${path}.d.ts`, join(path, 'index.d.ts')].find((file) => known.has(file));
}

/** The declarations of the public modules, and of everything that these lead to, in one text. */
export function surfaceOf(declarations: Map<string, string>, entries: Map<string, string>): string {
  const reached = new Set<string>();
  const pending = [...entries.values()];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    const text = declarations.get(file);
    if (text === undefined || reached.has(file)) continue;
    reached.add(file);
    for (const [, specifier = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)) {
      const next = declarationOf(file, specifier, declarations);
      if (next !== undefined) pending.push(next);
    }
  }
  const modules = [...entries].map(([name, file]) => `${name} = ${file}`).sort();
  const texts = [...reached]
    .sort()
    .map((file) => `\n== ${file}\n${withoutComments(declarations.get(file) ?? '').trim()}`);
  return `${[...modules, ...texts].join('\n')}\n`;
}

/** What is wrong with the kit's surface and version beside the committed ones; undefined when nothing is. */
export function verdict(committed: string, version: string, surface: string): string | undefined {
  const [first = '', ...rest] = committed.split('\n');
  const released = first.replace('version ', '');
  const same = rest.join('\n') === surface;
  if (same && released === version) return undefined;
  if (released === version) {
    return `The kit's surface changed and its version is still ${version}. Raise it in kit/package.json: the major when something was taken away or asks for more, else the minor. Then make release-kit.`;
  }
  return `The kit is ${version} and its committed surface is of ${released}: make release-kit.`;
}

/** Whether a version may follow another. */
export function isRaised(from: string, to: string): boolean {
  const [a, b] = [from, to].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const first = a.findIndex((number, index) => number !== b[index]);
  return first >= 0 && (b[first] ?? 0) > (a[first] ?? 0);
}

/** Has the compiler declare the kit's modules, and reads them. */
function declared(): Map<string, string> {
  const out = mkdtempSync(join(tmpdir(), 'krapao-kit-'));
  try {
    const options = [
      '--noEmit',
      'false',
      '--declaration',
      '--emitDeclarationOnly',
      '--outDir',
      out,
      '--rootDir',
      join(KIT_ROOT, 'src'),
    ];
    const { status, stdout } = spawnSync(
      'tsc',
      ['-p', join(KIT_ROOT, 'tsconfig.surface.json'), ...options, '--listEmittedFiles'],
      { encoding: 'utf8' },
    );
    if (status !== 0)
      throw new Error(
        `the kit's declarations: ${stdout
          .split('\n')
          .filter((line) => /error TS/.test(line))
          .join('\n')}`,
      );
    const files = [...stdout.matchAll(/TSFILE:\s*(\S+\.d\.ts)/g)].map(([, file = '']) => file);
    return new Map(files.map((file) => [relative(out, file), readFileSync(file, 'utf8')]));
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** `node build/src/surface.ts` compares the kit's surface with the committed one; `--release` commits to it. */
function main(release: boolean): void {
  const entries = new Map(
    [...publicSources()].map(([name, file]) => [
      name,
      relative(join(KIT_ROOT, 'src'), file).replace(/\.tsx?$/, '.d.ts'),
    ]),
  );
  const surface = surfaceOf(declared(), entries);
  const version = kitVersion();
  const committed = readFileSync(SURFACE, 'utf8');
  const problem = verdict(committed, version, surface);
  if (problem === undefined) return;
  const released = (committed.split('\n')[0] ?? '').replace('version ', '');
  if (release && isRaised(released, version)) {
    writeFileSync(SURFACE, `version ${version}\n${surface}`);
    return;
  }
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

if (import.meta.main) main(process.argv.includes('--release'));
