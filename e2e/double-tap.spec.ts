import { openReward, rigBonuses } from './support/bonus.ts';
import { LANGUAGE_OF, WITH_A_PAST } from './support/editions.ts';
import { openWealthy } from './support/money.ts';
import { openMoney, withdrawButton } from './support/money-steps.ts';
import { newMember, session } from './support/person.ts';
import { openAs, openDeposit } from './support/steps.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';

/** Where a finger touches, by the share of the width; what it means may be gone when it comes down again. */
async function fingerOn(target: Locator, share: number): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`nothing to touch: ${target}`);
  return { x: box.x + box.width * share, y: box.y + box.height / 2 };
}

/** For so long a dialog that has opened ignores presses, and a little longer. */
const OPENED_MS = 600;

/** Lets the style sheets' times pass so much slower: a busy machine presses in time too. */
async function slowDown(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.05 });
  return () => devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
}

test('a double tap that opens a question does not answer it', async ({ page, edition, t }) => {
  const at = { page, edition, t };
  await rigBonuses(at, { language: LANGUAGE_OF[edition], standing: null });
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
  const dialog = await openReward(at, 'refund');
  const receipt = { message: 'REFUND_SUCCESS', refundAmount: 50.25 };
  let paid = 0;
  await page.route('**/api/refund/receive', (route) => route.fulfill({ json: receipt }));
  await page.route('**/api/refund/addWallet', (route) => {
    paid += 1;
    return route.fulfill({ json: receipt });
  });
  const receive = dialog.getByRole('button', { name: t('reward:refund.receive') });
  await expect(receive).toBeVisible();
  await page.waitForTimeout(OPENED_MS);
  const finger = await fingerOn(receive, 3 / 4);
  const speedUp = await slowDown(page);
  await page.touchscreen.tap(finger.x, finger.y);
  const question = page.getByRole('alertdialog', { name: t('reward:refund.addWallet') });
  const pay = question.getByRole('button', { name: t('reward:refund.addWallet') });
  await expect(pay).toBeVisible();
  await page.touchscreen.tap(finger.x, finger.y);
  await page.waitForTimeout(300);
  expect(paid, 'the second tap fell on the question').toBe(0);
  await expect(question).toBeVisible();
  await speedUp();
  await pay.click();
  await expect(page.getByText(t('errors:REFUND_SUCCESS'))).toBeVisible();
  expect(paid).toBe(1);
});

test('a double tap that creates a QR code does not cancel it', async ({ page, edition, t }) => {
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  await openDeposit({ page, t });
  await page.getByLabel(t('mf-wallet:qr.amount')).fill('100');
  const create = page.getByRole('button', { name: t('mf-wallet:qr.create') });
  await expect(create).toBeEnabled();
  await page.waitForTimeout(OPENED_MS);
  const finger = await fingerOn(create, 1 / 4);
  const speedUp = await slowDown(page);
  await page.touchscreen.tap(finger.x, finger.y);
  const cancel = page.getByRole('button', { name: t('mf-wallet:qr.cancel') });
  await expect(cancel).toBeVisible();
  await page.touchscreen.tap(finger.x, finger.y);
  await page.waitForTimeout(300);
  await speedUp();
  await expect(page.getByText(t('mf-wallet:qr.waiting'))).toBeVisible();
  await cancel.click();
  const question = page.getByRole('alertdialog', { name: t('mf-wallet:qr.cancelTitle') });
  await question.getByRole('button', { name: t('mf-wallet:qr.keep') }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(t('mf-wallet:qr.waiting')), 'it was kept').toBeVisible();
  await cancel.click();
  await question.getByRole('button', { name: t('mf-wallet:qr.cancel') }).click();
  await expect(create).toBeVisible();
});

test('a double tap that opens the review of a withdrawal does not send it', async ({ page, edition, t }) => {
  const at = { page, edition, t };
  await openWealthy(page, edition, 500);
  let sent = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/wallet/withdrawAll') sent += 1;
  });
  const dialog = await openMoney(at, 'withdraw');
  await dialog.getByLabel(t('wallet:withdraw.amount')).fill('200');
  const next = dialog.getByRole('button', { name: t('mf-wallet:withdraw.next'), exact: true });
  await expect(next).toBeEnabled();
  await page.waitForTimeout(OPENED_MS);
  const finger = await fingerOn(next, 3 / 4);
  const speedUp = await slowDown(page);
  await page.touchscreen.tap(finger.x, finger.y);
  const send = withdrawButton(at, dialog);
  await expect(send).toBeVisible();
  await page.touchscreen.tap(finger.x, finger.y);
  await page.waitForTimeout(300);
  expect(sent, 'the second tap fell on the review').toBe(0);
  await expect(send).toBeVisible();
  await speedUp();
  await send.click();
  await expect(dialog.getByText(t('wallet:withdraw.waiting'))).toBeVisible();
  expect(sent).toBe(1);
});
