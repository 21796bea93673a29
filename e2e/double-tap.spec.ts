import { openReward, rigBonuses } from './support/bonus.ts';
import { LANGUAGE_OF, WITH_A_PAST } from './support/editions.ts';
import { hasGame, openWealthy } from './support/money.ts';
import { enterWithdrawal, fillTransfer, openMoney, sendButton, withdrawButton } from './support/money-steps.ts';
import { newMember, session } from './support/person.ts';
import { bringCoins, hub, openWheel, wonDialog } from './support/spin.ts';
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

/** For so long a finger drums on after the answer: the wheel turns longer. */
const DRUMMED_MS = 1500;

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

/**
 * Drums on a button while what it sends is answered, on a phone so slow that the answer is there well before the
 * screen shows it. Gives how many different requests were sent.
 */
async function drum(page: Page, button: Locator, path: string): Promise<number> {
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path)
      keys.add(request.headers()['idempotency-key']);
  });
  await page.waitForTimeout(OPENED_MS);
  const finger = await fingerOn(button, 1 / 2);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
  let answered = Number.POSITIVE_INFINITY;
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === path) answered = Math.min(answered, Date.now());
  });
  while (Date.now() < answered + DRUMMED_MS) await page.touchscreen.tap(finger.x, finger.y);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return keys.size;
}

test.describe('a finger that drums on a button sends one', () => {
  test('transfer', async ({ page, edition, t }) => {
    const { member } = await openWealthy(page, edition, 500);
    await hasGame(member, 'NAGA');
    await page.goto('/user/home');
    const dialog = await openMoney({ page, t }, 'transfer');
    await fillTransfer({ t }, dialog, { to: 'NAGA', amount: 100 });
    expect(await drum(page, sendButton({ t }, dialog), '/api/wallet/transfer')).toBe(1);
  });

  test('withdrawal', async ({ page, edition, t }) => {
    await openWealthy(page, edition, 500);
    const dialog = await openMoney({ page, t }, 'withdraw');
    await enterWithdrawal({ t }, dialog, 200);
    expect(await drum(page, withdrawButton({ t }, dialog), '/api/wallet/withdrawAll')).toBe(1);
  });

  test('spin', async ({ page, edition, t }) => {
    await openWheel(edition);
    const rich = await openWealthy(page, edition, 0);
    await bringCoins(edition, rich, 3);
    await page.goto('/user/spin');
    await expect(hub({ page, t })).toBeEnabled();
    expect(await drum(page, hub({ page, t }), '/api/spinwheel/spin')).toBe(1);
    await expect(wonDialog({ page, t })).toBeVisible();
  });
});
