import { newMember, session } from './support/person.ts';
import { openAs } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

/** What the server's page shows before the application stands. */
const skeleton = (page: Page) => page.locator('#root > .skeleton');
const failed = (page: Page) => skeleton(page).locator('.sk-failed');

for (const { edition, tag } of [
  { edition: 'thai', tag: 'th' },
  { edition: 'laos', tag: 'lo' },
] as const) {
  test.describe(`without a script, in ${tag}`, () => {
    test.use({ edition, javaScriptEnabled: false });

    test('the login has its shape and its words', async ({ page, t }) => {
      await page.goto('/login');
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      const shape = skeleton(page);
      for (const key of ['login.title', 'login.phone', 'login.password', 'login.submit', 'nav.register'])
        await expect(shape).toContainText(t(`shell:${key}`));
      await expect(shape.locator('.sk-field')).toHaveCount(2);
      await expect(shape.locator('.sk-bar > b')).toHaveCount(4);
      await expect(failed(page)).toBeHidden();
    });

    test('home has its cards and its menu', async ({ page, t }) => {
      await page.goto('/user/home');
      const shape = skeleton(page);
      await expect(shape.locator('.sk-brand')).toBeVisible();
      await expect(shape.locator('.sk-bar > b')).toHaveCount(5);
      for (const key of ['nav.profile', 'nav.home', 'nav.contact'])
        await expect(shape.locator('.sk-bar')).toContainText(t(`shell:${key}`));
      await expect(failed(page)).toBeHidden();
    });
  });
}

for (const answer of ['comes before home', 'waits for home']) {
  test(`home stands in the place of its shape, and the first load asks for no container of the shell and for the wallet once, whose answer ${answer}`, async ({
    page,
    edition,
    t,
  }) => {
    const token = await session(edition, await newMember(edition));
    const containers: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/mf/') && /Entry|hostInit|localSharedImportMap/.test(pathname))
        containers.push(pathname);
    });
    // Who has joined the member's room reads anew, which is no part of the first load.
    await page.route('**/api/chat/config', () => undefined);
    let calls = 0;
    await page.route('**/api/wallet', async (route) => {
      calls += 1;
      if (answer === 'waits for home') await skeleton(page).waitFor({ state: 'detached' });
      await route.continue();
    });
    // An answer that waits long for the code is asked for anew, and this machine may be slow.
    await page.clock.setFixedTime(new Date());
    const answered = page.waitForResponse('**/api/wallet').then((response) => response.finished());
    await page.route('**/assets/home-*.js', async (route) => {
      if (answer === 'comes before home') await answered;
      await route.continue();
    });
    await openAs(page, token, '/user/home');
    await expect(page.getByText(t('mf-wallet:home.balance'))).toBeVisible();
    await expect(skeleton(page)).toHaveCount(0);
    expect(calls).toBe(1);
    // A container starts in several steps: the shell is none.
    expect(containers).toEqual([]);
  });
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`when the scripts do not come the page says so in the end, with ${reducedMotion}`, async ({ page, t }) => {
    await page.emulateMedia({ reducedMotion });
    await page.route('**/*.js', (route) => route.abort('connectionfailed'));
    await page.goto('/login');
    await expect(failed(page)).toBeHidden();
    // 20 s pass at once.
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if ((animation as CSSAnimation).animationName === 'sk-fail') animation.finish();
    });
    await expect(failed(page)).toBeVisible();
    await expect(failed(page)).toHaveText(t('errors:NETWORK'));
  });
}

test('when the application comes without its texts the page says so at once', async ({ browser, baseURL, t }) => {
  // A context that nobody watches: the error is one that nobody caught.
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.route('**/assets/th-*.js', (route) => route.abort('connectionfailed'));
  await page.goto('/login');
  // Sooner than without a script.
  await expect(failed(page)).toBeVisible({ timeout: 15_000 });
  await expect(failed(page)).toHaveText(t('errors:NETWORK'));
  await context.close();
});
