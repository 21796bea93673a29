import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EDITIONS } from './support/editions.ts';
import {
  announced,
  asMember,
  asReportingMember,
  counted,
  EDITION,
  failures,
  headings,
  release,
  remotes,
} from './support/remotes.ts';
import { openChat } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const ROUTES = { 'mf-wallet': '/user/home', 'mf-bonus': '/user/bonus', 'mf-spin': '/user/spin' };

test.use({ edition: EDITION });

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
    await expect.poll(() => [...loaded], `${name} is loaded for ${path}`).toContain(name);
    await expect(headings(page).first(), `${name} shows ${path}`).toBeAttached();
    await expect(failures(page)).toHaveCount(0);
  }
  expect(loaded, 'the chat waits for a tap').not.toContain('mf-chat');
  await openChat({ page, t });
  await expect.poll(() => [...loaded].sort()).toEqual(['mf-bonus', 'mf-chat', 'mf-spin', 'mf-wallet']);
  expect(await page.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBe(true);
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
