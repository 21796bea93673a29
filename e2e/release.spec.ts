import { EDITIONS } from './support/editions.ts';
import {
  type Announced,
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
import { expect, type Route, test } from './support/test.ts';

test.use({ edition: EDITION });
test.describe.configure({ mode: 'serial' });

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

for (const [how, respond] of Object.entries({
  hangs: () => undefined,
  'is garbage': (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'this is (no script' }),
})) {
  test(`a micro-frontend that ${how} is counted by its name and version, and the rest of the page works`, async ({
    context,
    page,
  }) => {
    await page.clock.install();
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
    // What hangs is given up after half a minute of the page: most of it need not be waited for.
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.clock.fastForward('20');
    await expect(failures(page)).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => counted(name, version)).toBe(before + 1);
    await expect(page.getByRole('navigation').first(), 'the menu stays').toBeVisible();
  });
}
