import { depositCards, goOn, openWay } from './support/deposits.ts';
import { WITH_A_PAST } from './support/editions.ts';
import { hasGame, MONEY, openWealthy, tell, transferBy, walletOf, wealthy } from './support/money.ts';
import { refreshBalance } from './support/money-steps.ts';
import { newMember, session } from './support/person.ts';
import { createQr, openAs, openDeposit } from './support/steps.ts';
import { expect, type Locator, test } from './support/test.ts';

/** Whether two elements share a place on the screen. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error(`nothing to measure: ${a ? other : one}`);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('a toast covers neither the tabs nor the newest entry of a list, and a second one does not stand beside it', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { person, member } = await openWealthy(page, edition, 100);
  for (const amount of [110, 120, 130]) await tell(edition, '/bank/transfers', transferBy(edition, person, amount));
  await expect(async () => expect((await walletOf(member)).main).toBe(460)).toPass();
  const toasts = page.locator('[data-toasts] button');
  /** Copies something; the pointer on the toast holds it for as long as it is measured. */
  const copy = (button: Locator) =>
    expect(async () => {
      await button.press('Enter', { timeout: 5000 });
      await toasts.hover({ timeout: 3000 });
    }).toPass();

  const deposit = await openWay(at, 'bank');
  const numbers = deposit.getByRole('button', { name: t('mf-wallet:deposit.copyAccountNo') });
  await copy(numbers.first());
  expect(await overlap(toasts, deposit.getByRole('tablist')), 'it covers the tabs').toBe(false);
  await numbers.last().press('Enter');
  await expect(toasts).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(toasts).toHaveCount(0);

  const list = await goOn(at, deposit, t('mf-wallet:statement.deposits'));
  const newest = depositCards(at, list).first();
  await newest.locator('summary').click();
  await copy(newest.getByRole('button', { name: t('mf-wallet:deposits.copyId') }));
  expect(await overlap(toasts, newest.locator('summary')), 'it covers the newest entry').toBe(false);
});

test('a toast does not lie over the banner that there is no connection', async ({ context, page, edition, t }) => {
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
  await expect(page.getByText(t('mf-wallet:home.balance'))).toBeVisible();
  await context.setOffline(true);
  const banner = page.getByText(t('common:offline'));
  await expect(banner).toBeVisible();
  const toast = page.locator('[data-toasts] button');
  // The pointer on the toast holds it for as long as it is measured.
  await expect(async () => {
    await page.getByRole('button', { name: t('mf-wallet:home.refresh') }).press('Enter', { timeout: 5000 });
    await toast.hover({ timeout: 3000 });
  }).toPass();
  expect(await overlap(toast, banner)).toBe(false);
  expect(await overlap(toast, page.getByRole('navigation', { name: t('shell:nav.label') })), 'the menu').toBe(false);
});

test.describe('on a low screen', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('a QR code that waits shows its amount, its time, its state and all of itself at once', async ({
    page,
    edition,
    t,
  }) => {
    await openAs(page, await session(edition, await newMember(edition)), '/user/home');
    await openDeposit({ page, t });
    await createQr({ page, t }, 100 * MONEY[edition].unit);
    const dialog = page.getByRole('dialog', { name: t('mf-wallet:deposit.title') });
    const code = dialog.getByRole('img', { name: /100/ });
    const { width, height } = (await code.boundingBox()) ?? { width: 0, height: 1 };
    expect(width, 'it is square').toBeCloseTo(height, 0);
    const parts = [dialog.getByRole('timer'), dialog.getByText(t('mf-wallet:qr.waiting')), code];
    for (const part of [dialog.getByText(t('mf-wallet:qr.pay')), ...parts])
      await expect(part).toBeInViewport({ ratio: 1 });
  });
});

test('a balance is of when the game providers were asked, and pressing "refresh" asks them anew', async ({
  page,
  edition,
  t,
}) => {
  const { token, member } = await wealthy(edition, 100 * MONEY[edition].unit);
  await hasGame(member, 'NAGA', 10 * MONEY[edition].unit);
  const [before, now] = ['2025-03-09T14:05:00+07:00', '2025-03-10T09:30:00+07:00'];
  let asked = before;
  await page.route('**/api/wallet', async (route) => {
    // Whole, and never "as you have it already".
    const { 'if-none-match': _held, ...headers } = route.request().headers();
    const wallet = (await (await route.fetch({ headers })).json()) as {
      slots: { refreshedAt: string | null; isActive: boolean }[];
    };
    const slots = wallet.slots.map((slot) => ({ ...slot, refreshedAt: slot.isActive ? asked : null }));
    await route.fulfill({ json: { ...wallet, slots } });
  });
  // Home asks by itself when it opens: the providers do not answer that.
  let answers = false;
  await page.route('**/api/wallet/refresh/slot', async (route) => {
    if (!answers) return route.abort();
    asked = now;
    const accounts = [{ code: 'NAGA', amount: 10 * MONEY[edition].unit, isFresh: true, refreshedAt: now }];
    await route.fulfill({ json: { timesync: new Date().toISOString(), accounts } });
  });
  await openAs(page, token, '/user/home');
  const updated = page.getByText(t('mf-wallet:home.updated'));
  await expect(updated).toContainText('09/03/2025 14:05:00');
  answers = true;
  await refreshBalance({ page, t });
  await expect(updated).toContainText('10/03/2025 09:30:00');
});
