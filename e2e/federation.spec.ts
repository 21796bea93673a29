import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EDITIONS } from './support/editions.ts';
import { openChat } from './support/steps.ts';
import { type BrowserContext, expect, type Page, type Route, test } from './support/test.ts';

const ROOT = resolve(import.meta.dirname, '..');
const EDITION = 'thai';
const ROUTES = { 'mf-wallet': '/user/home', 'mf-bonus': '/user/bonus', 'mf-spin': '/user/spin' };

interface Announced {
  name: string;
  version: string;
  entry: string;
}

/** The operator's command, on the running product's own folder. */
function remotes(...args: string[]): string {
  return execFileSync(join(ROOT, 'bin', 'krapao'), ['remotes', ...args, '--embedded'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, KRAPAO_DATA_DIR: join(process.env.KRAPAO_E2E_DATA ?? '', EDITION) },
  });
}

/** What the page announces. */
async function announced(page: Page): Promise<Announced[]> {
  const text = await page.locator('#krapao-registry').textContent();
  return (JSON.parse(text ?? '{}') as { remotes: Announced[] }).remotes;
}

/** A member's browser that no server answers: these promises are about code, not about data. */
async function asMember(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => sessionStorage.setItem('token', 'member'));
  await context.route('**/api/**', (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: JSON.stringify({ message: 'NO_DATA' }) }),
  );
}

const failures = (page: Page) => page.locator('[data-remote-failure]');
/** What the screen of a remote shows; the shell's own frame around it does not count. */
const headings = (page: Page) => page.getByRole('heading');

/**
 * Builds a remote from a copy of its sources whose Thai texts end in `mark`, as its team would release it, and
 * publishes it. `change` edits the copy first, `redescribe` what the build says of itself.
 */
function release(
  name: string,
  mark: string,
  {
    change,
    redescribe = (text) => text,
  }: { change?: (folder: string) => void; redescribe?: (text: string) => string } = {},
): string {
  const folder = join(ROOT, '.cache', 'e2e', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'tsconfig.base.json'), join(ROOT, '.cache', 'e2e', 'tsconfig.base.json'));
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

test.use({ edition: EDITION });
test.describe.configure({ mode: 'serial' });

test('all four micro-frontends load into one shell, and going between them loads no page again', async ({
  context,
  page,
  t,
}) => {
  await asMember(context);
  const loaded = new Set<string>();
  page.on('response', (response) => {
    const name = /\/mf\/([^/]+)\/[^/]+\/remoteEntry\.js$/.exec(response.url())?.[1];
    if (name && response.ok()) loaded.add(name);
  });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/user/home');
  await expect(headings(page).first()).toBeAttached();
  const modules = fetched.filter((url) => url.includes('/mf/'));
  expect(modules.length, 'what is preloaded is not fetched again').toBe(new Set(modules).size);
  await page.evaluate(() => Object.assign(window, { stays: true }));
  for (const [name, path] of Object.entries(ROUTES)) {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
    await expect(headings(page).first(), `${name} shows ${path}`).toBeAttached();
    await expect(failures(page)).toHaveCount(0);
    expect(loaded).toContain(name);
  }
  expect(loaded, 'the chat waits for a tap').not.toContain('mf-chat');
  await openChat({ page, t });
  await expect.poll(() => [...loaded].sort()).toEqual(['mf-bonus', 'mf-chat', 'mf-spin', 'mf-wallet']);
  expect(await page.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBe(true);
});

test('a released micro-frontend shows after a reload, can be tried before, and rolls back', async ({
  context,
  page,
}) => {
  test.setTimeout(180_000);
  await asMember(context);
  await page.goto('/user/spin');
  await expect(headings(page).first()).toBeAttached();
  const before = (await announced(page)).find((remote) => remote.name === 'mf-spin')?.version;
  const shell = await page.locator('script[src*="/assets/"]').first().getAttribute('src');

  const version = release('mf-spin', '❷');
  await page.reload();
  await expect(headings(page).first()).toBeAttached();
  await expect(headings(page).first(), 'published is not yet active').not.toContainText('❷');

  await context.addCookies([{ name: 'krapao-remotes', value: `mf-spin@${version}`, url: EDITIONS[EDITION].portal }]);
  await page.reload();
  await expect(headings(page).first(), 'this browser tries it').toContainText('❷');
  await context.clearCookies({ name: 'krapao-remotes' });

  expect(() => remotes('activate', 'mf-spin', version, '--by', 'e2e-publisher'), 'one person is not enough').toThrow();
  remotes('activate', 'mf-spin', version, '--by', 'e2e-approver');
  try {
    await page.reload();
    await expect(headings(page).first()).toContainText('❷');
    expect(await page.locator('script[src*="/assets/"]').first().getAttribute('src'), 'the same shell').toBe(shell);
  } finally {
    remotes('rollback', 'mf-spin', '--by', 'e2e-approver');
  }
  await page.reload();
  await expect(headings(page).first()).toBeAttached();
  await expect(headings(page).first()).not.toContainText('❷');
  expect((await announced(page)).find((remote) => remote.name === 'mf-spin')?.version).toBe(before);
});

const DEATHS = {
  'is not there': { status: 404, body: 'gone' },
  'is no script': { status: 200, contentType: 'text/javascript', body: 'this is (no script' },
  'breaks when it runs': {
    status: 200,
    contentType: 'text/javascript',
    body: 'throw new Error("broken"); export const get = 1, init = 1;',
  },
};

for (const [how, answer] of Object.entries(DEATHS)) {
  test(`a micro-frontend that ${how} leaves the rest working and comes back on retry`, async ({ context, page }) => {
    await asMember(context);
    let dead = true;
    await context.route(/\/mf\/mf-bonus\/[^/]+\/remoteEntry\.js/, (route) =>
      dead ? route.fulfill(answer) : route.continue(),
    );
    await page.goto('/user/bonus');
    await expect(failures(page)).toBeVisible();
    await expect(page.getByRole('navigation').first(), 'the menu stays').toBeVisible();

    await failures(page).getByRole('button').click();
    await expect(failures(page), 'a retry that fails fails alone').toBeVisible();
    dead = false;
    await failures(page).getByRole('button').click();
    await expect(failures(page)).toHaveCount(0);
    await expect(headings(page).first()).toBeAttached();

    dead = true;
    await page.goto('/user/spin');
    await expect(headings(page).first(), 'another micro-frontend does not care').toBeAttached();
    await expect(failures(page)).toHaveCount(0);
  });
}

/** How many errors of a micro-frontend's version the server has counted. */
async function counted(name: string, version: string, metric = 'client_errors'): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${EDITIONS[EDITION].port + 2}/metrics`)).text();
  const line = metrics
    .split('\n')
    .find((each) => each.startsWith(`krapao_${metric}_total{remote="${name}",version="${version}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** The reports of a browser reach the server; its other calls do not. */
async function asReportingMember(context: BrowserContext): Promise<void> {
  await asMember(context);
  await context.route('**/api/client-errors', (route) => route.continue());
}

for (const [how, respond] of Object.entries({
  hangs: () => undefined,
  'is garbage': (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'this is (no script' }),
})) {
  test(`a micro-frontend that ${how} is counted by its name and version, and the rest of the page works`, async ({
    context,
    page,
  }) => {
    await asReportingMember(context);
    // It fails once it is known how many were counted before.
    let goOn = (): void => undefined;
    const known = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await context.route(/\/mf\/mf-bonus\/[^/]+\/remoteEntry\.js/, async (route) => {
      await known;
      return respond(route);
    });
    await page.goto('/user/bonus', { waitUntil: 'commit' });
    const { name, version } = (await announced(page)).find((remote) => remote.name === 'mf-bonus') as Announced;
    const before = await counted(name, version);
    goOn();
    await expect(failures(page)).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => counted(name, version)).toBe(before + 1);
    await expect(page.getByRole('navigation').first(), 'the menu stays').toBeVisible();
  });
}

test('a micro-frontend that throws when it is shown is counted by its name and version', async ({ context, page }) => {
  test.setTimeout(180_000);
  const version = release('mf-spin', '❸', {
    change: (folder) => {
      const screen = join(folder, 'src', 'features', 'wheel', 'spin-page.tsx');
      const source = readFileSync(screen, 'utf8');
      const broken = source.replace('const wheel = useWheel();', "$&\n  if (wheel) throw new RangeError('broken');");
      expect(broken).not.toBe(source);
      writeFileSync(screen, broken);
    },
  });
  await asReportingMember(context);
  await context.addCookies([{ name: 'krapao-remotes', value: `mf-spin@${version}`, url: EDITIONS[EDITION].portal }]);
  await page.goto('/user/spin');
  await expect(failures(page)).toBeVisible();
  await expect.poll(() => counted('mf-spin', version)).toBe(1);
  await page.goto('/user/bonus');
  await expect(headings(page).first(), 'another micro-frontend does not care').toBeAttached();
});

test('a micro-frontend that was built for a newer React reaches nobody', async ({ context, page }) => {
  test.setTimeout(180_000);
  const version = release('mf-spin', '❹', {
    redescribe: (text) => text.replace(/"react":"[^"]+"/, '"react":"99.0.0"'),
  });
  expect(() => remotes('activate', 'mf-spin', version, '--by', 'e2e-approver')).toThrow(/needs React 99\.0\.0/);
  await asMember(context);
  await context.addCookies([{ name: 'krapao-remotes', value: `mf-spin@${version}`, url: EDITIONS[EDITION].portal }]);
  await page.goto('/user/spin');
  await expect(headings(page).first()).toBeAttached();
  await expect(headings(page).first()).not.toContainText('❹');
  expect(await counted('mf-spin', version, 'remote_misfits')).toBeGreaterThan(0);
});

test('no byte but the published one is ever run', async ({ request, page, context }) => {
  await asMember(context);
  await page.goto('/user/spin');
  const spin = (await announced(page)).find((remote) => remote.name === 'mf-spin');
  const answer = await request.get(spin?.entry ?? '');
  expect(answer.headers()['cache-control']).toContain('immutable');
  expect(answer.headers()['content-type']).toContain('text/javascript');
  await context.route(/\/mf\/mf-spin\/[^/]+\/remoteEntry\.js$/, async (route) => {
    const original = await route.fetch();
    await route.fulfill({ response: original, body: `${await original.text()}\n;window.injected = true;` });
  });
  await page.reload();
  await expect(failures(page), 'the browser refuses what the import map does not name').toBeVisible();
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  for (const path of ['/mf/mf-spin/nothing/remoteEntry.js', '/mf/mf-spin/..%2f..%2fetc/passwd', '/assets/nothing.js']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});
