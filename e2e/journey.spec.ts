import { EDITIONS } from './support/editions.ts';
import { grouped } from './support/money.ts';
import { newMember, session, somebody } from './support/person.ts';
import { backFromDialog } from './support/settled.ts';
import { type At, acceptAgreement, createQr, logIn, openAs, openDeposit, payQr, register } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

/** How long a payment may take to be seen, in milliseconds (specification 9). */
const SEEN_WITHIN_MS = 60_000;

/** The scripts of a page by the folder they came from; all must be ours. */
function scripts(page: Page, origin: string): Set<string> {
  const from = new Set<string>();
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (response.request().resourceType() !== 'script' || !response.ok()) return;
    expect(url.origin, 'scripts come from our own origin').toBe(origin);
    from.add(url.pathname.replace(/^\/mf\/([^/]+)\/.*/, '/mf/$1'));
  });
  return from;
}

/** From the first visit to the home screen with an empty wallet. */
async function becomeMember(at: At, unit: string): Promise<void> {
  const { page, edition, t } = at;
  const person = somebody(edition);
  await page.goto('/login');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell:login.register') })
    .click();
  await register(at, person);
  await expect(page.getByLabel(t('shell:login.phone')), 'the number need not be typed again').toHaveValue(person.phone);
  await logIn(at, person);
  await expect(page).toHaveURL(/\/user\/home$/);
  await expect(page.getByRole('main').getByText(person.name)).toBeVisible();
  await expect(page.getByText(`0.00 ${unit}`, { exact: true }).first()).toBeAttached();
  await acceptAgreement(at);
}

/** Pays, and sees the money on home and in the statement in time. */
async function payAndSee({ page, edition, t }: At, qrcodeId: string, amount: number, unit: string): Promise<void> {
  const home = page.getByRole('main');
  await expect(home.getByText(`${grouped(amount)} ${unit}`, { exact: true }), 'nothing before the payment').toHaveCount(
    0,
  );
  await payQr(page.context(), edition, qrcodeId);
  const paidAt = Date.now();
  await page.bringToFront();
  await expect(page.getByText(t('mf-wallet:qr.paid'), { exact: true })).toBeVisible({ timeout: SEEN_WITHIN_MS });
  await page.getByRole('button', { name: t('mf-wallet:qr.done'), exact: true }).click();
  await expect(home.getByText(`${grouped(amount)} ${unit}`, { exact: true })).toBeAttached({ timeout: SEEN_WITHIN_MS });

  await page.getByRole('link', { name: t('shell:nav.statement') }).click();
  const entry = page.getByRole('list', { name: t('mf-wallet:statement.list') }).getByRole('listitem');
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText(t('mf-wallet:statement.deposit'));
  await expect(entry).toContainText(`+${grouped(amount)}`);
  await expect(entry).toContainText(t('mf-wallet:statement.success'));
  expect(Date.now() - paidAt, 'from the payment to balance and statement').toBeLessThan(SEEN_WITHIN_MS);

  const row = entry.getByRole('button', { name: t('mf-wallet:statement.deposit'), exact: true });
  await row.click();
  const alone = page.getByRole('dialog', { name: t('mf-wallet:deposits.one') });
  await expect(alone).toContainText(grouped(amount));
  await backFromDialog(page);
  await expect(alone).toBeHidden();
  await expect(row, 'back at the row that was opened').toBeFocused();
}

for (const { edition, amount, currency, name } of [
  { edition: 'thai', amount: 100, currency: 'BAHT', name: 'in Thai, a deposit of 100 baht' },
  { edition: 'laos', amount: 10_000, currency: 'LAK', name: 'in Lao on the Laos edition, a deposit of 10,000 kip' },
] as const) {
  test.describe(name, () => {
    test.use({ edition });

    test('a visitor registers with the OTP, logs in, pays a QR code, and sees balance and statement within 60 s', async ({
      page,
      t,
    }) => {
      const at = { page, edition, t };
      const unit = t(`common:currency.${currency}`);
      const from = scripts(page, EDITIONS[edition].portal);
      await becomeMember(at, unit);
      await openDeposit(at);
      const qrcodeId = await createQr(at, amount);
      await expect(page.getByRole('img', { name: `${grouped(amount)} ${unit}` })).toBeVisible();
      await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:\d\d)$/);
      await payAndSee(at, qrcodeId, amount, unit);
      expect([...from], 'the wallet comes through the federation').toContain('/mf/mf-wallet');
    });
  });
}

test('a QR code that waits is there again after the page was reloaded, and its payment is still seen', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const unit = t('common:currency.BAHT');
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  await openDeposit(at);
  const qrcodeId = await createQr(at, 150);
  await page.reload();
  await openDeposit(at);
  await expect(page.getByText(t('mf-wallet:qr.waiting'))).toBeVisible();
  await payAndSee(at, qrcodeId, 150, unit);
});

test.describe('in English on a phone of 320 px', () => {
  test.use({ language: 'en', viewport: { width: 320, height: 640 } });

  test('the same journey, and nothing is wider than the phone', async ({ page, edition, t }) => {
    const at = { page, edition, t };
    const unit = t('common:currency.BAHT');
    const fits = async () => {
      const { width, shown } = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        shown: innerWidth,
      }));
      expect(width, page.url()).toBeLessThanOrEqual(320);
      expect(shown, 'the page is not zoomed out').toBeLessThanOrEqual(320);
    };
    await becomeMember(at, unit);
    await fits();
    await openDeposit(at);
    const qrcodeId = await createQr(at, 20);
    await fits();
    await payAndSee(at, qrcodeId, 20, unit);
    await fits();
  });
});
