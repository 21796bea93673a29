import { inaccessible } from './support/accessible.ts';
import { newMember, session } from './support/person.ts';
import { backFromDialog } from './support/settled.ts';
import { hub } from './support/spin.ts';
import { openAs } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

/** What a page asks of the applications whose tiles stand on home. */
function asked(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/mf\/mf-(bonus|spin)\/|^\/api\/(spinwheel|bonus|refund|invite)\b/.test(pathname)) paths.push(pathname);
  });
  return paths;
}

test('the tiles of home ask for nothing before the focus comes, and the first press opens what they name', async ({
  page,
  edition,
  t,
}) => {
  await page.route('**/api/invite/banners', (route) => route.fulfill({ json: { banners: [] } }));
  const paths = asked(page);
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  const main = page.getByRole('main');
  const invite = main.getByRole('button', { name: t('mf-bonus:invite.title'), exact: true });
  await expect(main.getByRole('link', { name: t('mf-spin:wheel.tile') })).toBeVisible();
  await expect(main.getByRole('link', { name: t('mf-bonus:bonus.tile'), exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: t('mf-bonus:refund.title'), exact: true })).toBeVisible();
  await expect(invite).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(paths).toEqual([]);
  expect(await inaccessible(page)).toEqual([]);

  await invite.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('mf-bonus:invite.title') });
  await expect(dialog).toBeVisible();
  expect(paths.filter((path) => path.endsWith('/remoteEntry.js'))).toHaveLength(1);
  await backFromDialog(page);
  await expect(dialog).toBeHidden();
  await expect(invite).toBeFocused();

  await main.getByRole('link', { name: t('mf-spin:wheel.tile') }).click();
  await expect(hub({ page, t })).toBeVisible();
});

test('a tile whose application does not come says so where it stands, and another try opens its dialog', async ({
  context,
  page,
  edition,
  t,
}) => {
  let dead = true;
  await context.route(/\/mf\/mf-bonus\/[^/]+\/remoteEntry\.js/, (route) =>
    dead ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  );
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  const refund = page.getByRole('main').getByRole('button', { name: t('mf-bonus:refund.title'), exact: true });
  await refund.click();
  const failure = page.locator('[data-remote-failure]');
  await expect(failure).toBeVisible();
  await expect(refund).toBeVisible();
  dead = false;
  await failure.getByRole('button').click();
  await expect(page.getByRole('dialog', { name: t('mf-bonus:refund.title') })).toBeVisible();
});
