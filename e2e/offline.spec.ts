import { expectTotal } from './support/money-steps.ts';
import { newMember, session } from './support/person.ts';
import { createQr, openAs, openDeposit, payQr } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test('a code whose payment comes while there is no connection stays, says so, and ends by itself', async ({
  browser,
  context,
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  await openDeposit(at);
  const qrcodeId = await createQr(at, 100);
  const dialog = page.getByRole('dialog', { name: t('mf-wallet:deposit.title') });
  await context.setOffline(true);
  await expect(dialog.getByText(t('mf-wallet:qr.offline'))).toBeVisible();
  await expect(dialog.getByRole('img', { name: /100\.00/ })).toBeVisible();
  const elsewhere = await browser.newContext();
  await payQr(elsewhere, edition, qrcodeId);
  await elsewhere.close();
  await expect(dialog.getByText(t('mf-wallet:qr.offline')), 'nobody can know yet').toBeVisible();
  await context.setOffline(false);
  await expect(dialog.getByText(t('mf-wallet:qr.offline'))).toBeHidden();
  await expect(page.getByText(t('mf-wallet:qr.paid')).first()).toBeVisible();
  await expectTotal(at, 100);
});

test('a code that was made while the connection went is there by itself once it is back, and is the only one', async ({
  context,
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  await openDeposit(at);
  const made: string[] = [];
  await page.route('**/api/qrcode/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    // The connection goes before the server makes the code: else the news of it may come through, with the code.
    await context.setOffline(true);
    const answer = await route.fetch();
    made.push(((await answer.json()) as { qrcodeId: string }).qrcodeId);
    return route.abort('internetdisconnected');
  });
  const dialog = page.getByRole('dialog', { name: t('mf-wallet:deposit.title') });
  await page.getByLabel(t('mf-wallet:qr.amount')).fill('100');
  await dialog.getByRole('button', { name: t('mf-wallet:qr.create') }).click();
  await expect(page.getByText(t('common:unfinished.brief')).first()).toBeVisible();
  await expect(page.getByLabel(t('mf-wallet:qr.amount')), 'nothing is lost').toHaveValue('100');
  await context.setOffline(false);
  await expect(dialog.getByText(t('mf-wallet:qr.waiting'))).toBeVisible();
  await expect(dialog.getByRole('img', { name: /100\.00/ })).toBeVisible();
  expect(made, 'one order').toHaveLength(1);
});

test('an order that never left is kept, and goes out with the next tap', async ({ context, page, edition, t }) => {
  const at = { page, edition, t };
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  await openDeposit(at);
  await page.getByLabel(t('mf-wallet:qr.amount')).fill('100');
  await context.setOffline(true);
  const dialog = page.getByRole('dialog', { name: t('mf-wallet:deposit.title') });
  await dialog.getByRole('button', { name: t('mf-wallet:qr.create') }).click();
  await expect(page.getByText(t('common:unfinished.brief')).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel(t('mf-wallet:qr.amount'))).toHaveValue('100');
  await dialog.getByRole('button', { name: t('mf-wallet:qr.create') }).click();
  await expect(dialog.getByText(t('mf-wallet:qr.waiting'))).toBeVisible();
});

test('a screen whose code cannot come without a connection says that, and comes by itself once there is one', async ({
  context,
  page,
  edition,
  t,
}) => {
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  const main = page.getByRole('main');
  const wheel = main.getByRole('link', { name: t('mf-spin:wheel.tile') });
  await expect(wheel).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await wheel.click();
  await expect(main.getByText(t('errors:NETWORK')).first()).toBeVisible();
  await context.setOffline(false);
  // Whether there is a wheel, and what it is called, is other tests' business.
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.getByText(t('errors:NETWORK'))).toHaveCount(0);
});
