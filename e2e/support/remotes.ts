import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EDITIONS } from './editions.ts';
import type { BrowserContext, Page } from './test.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
/** The product whose micro-frontends are released. */
export const EDITION = 'thai';

export interface Announced {
  name: string;
  version: string;
  entry: string;
}

/** The operator's command, on the running product's own folder. */
export function remotes(...args: string[]): string {
  return execFileSync(join(ROOT, 'bin', 'krapao'), ['remotes', ...args, '--embedded'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, KRAPAO_DATA_DIR: join(process.env.KRAPAO_E2E_DATA ?? '', EDITION) },
  });
}

/** What the page announces. */
export async function announced(page: Page): Promise<Announced[]> {
  const text = await page.locator('#krapao-registry').textContent();
  return (JSON.parse(text ?? '{}') as { remotes: Announced[] }).remotes;
}

/** A member's browser that no server answers: these promises are about code, not about data. */
export async function asMember(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => sessionStorage.setItem('token', 'member'));
  await context.route('**/api/**', (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: JSON.stringify({ message: 'NO_DATA' }) }),
  );
}

export const failures = (page: Page) => page.locator('[data-remote-failure]');
/** What the screen of a remote shows; the shell's own frame around it does not count. */
export const headings = (page: Page) => page.getByRole('heading');

/**
 * Builds a remote from a copy of its sources whose Thai texts end in `mark`, as its team would release it, and
 * publishes it. `change` edits the copy first, `redescribe` what the build says of itself.
 * Workers release side by side.
 */
export function release(
  name: string,
  mark: string,
  {
    change,
    redescribe = (text) => text,
  }: { change?: (folder: string) => void; redescribe?: (text: string) => string } = {},
): string {
  const place = join(ROOT, '.cache', 'e2e', process.env.TEST_PARALLEL_INDEX ?? '');
  const folder = join(place, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'tsconfig.base.json'), join(place, 'tsconfig.base.json'));
  for (const entry of readdirSync(join(ROOT, name))) {
    if (entry !== 'node_modules' && entry !== 'dist')
      cpSync(join(ROOT, name, entry), join(folder, entry), { recursive: true });
  }
  symlinkSync(join(ROOT, name, 'node_modules'), join(folder, 'node_modules'));
  const texts = join(folder, 'src', 'locales', 'th.json');
  writeFileSync(
    texts,
    readFileSync(texts, 'utf8').replace(/: "([^"]*)"/g, (_match, text) => `: "${text} ${mark}"`),
  );
  change?.(folder);
  execFileSync(join(folder, 'node_modules', '.bin', 'vite'), ['build'], {
    cwd: folder,
    env: { ...process.env, KRAPAO_BUILD_ID: `e2e-${Date.now()}` },
  });
  const description = join(folder, 'dist', 'krapao-remote.json');
  writeFileSync(description, redescribe(readFileSync(description, 'utf8')));
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as Announced;
  remotes('publish', join(folder, 'dist'), '--by', 'e2e-publisher');
  return version;
}

/** How many errors of a micro-frontend's version the server has counted. */
export async function counted(name: string, version: string, metric = 'client_errors'): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${EDITIONS[EDITION].port + 2}/metrics`)).text();
  const line = metrics
    .split('\n')
    .find((each) => each.startsWith(`krapao_${metric}_total{remote="${name}",version="${version}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** The reports of a browser reach the server; its other calls do not. */
export async function asReportingMember(context: BrowserContext): Promise<void> {
  await asMember(context);
  await context.route('**/api/client-errors', (route) => route.continue());
}
