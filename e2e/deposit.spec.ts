import {
  chooseSlip,
  depositCards,
  downloadSlip,
  goOn,
  openWay,
  takeSlips,
  transferAtBank,
} from './support/deposits.ts';
import { EDITIONS } from './support/editions.ts';
import { decide, MONEY, openWealthy, operatorSession, transferBy, walletOf } from './support/money.ts';
import { comeBack, expectTotal, inWords, refreshBalance, sumOfStatement } from './support/money-steps.ts';
import { expect, test } from './support/test.ts';

/** A number as it is read: '405-111-2223'. */
const inGroups = (digits: string) => new RegExp(digits.split('').join('-?'));

for (const edition of ['thai', 'laos'] as const) {
  test.describe(`on the ${edition} edition, in ${MONEY[edition].currency}`, () => {
    test.use({ edition });
    const { unit, account } = MONEY[edition];

    test('a bank transfer from the registered account is in the wallet by itself, and told step by step', async ({
      page,
      t,
    }) => {
      const at = { page, edition, t };
      const amount = 250 * unit;
      const { person } = await openWealthy(page, edition, 0);
      const dialog = await openWay(at, 'bank');
      await expect(dialog.getByText(inGroups(account.toAccountNo))).toBeVisible();
      const bank = await transferAtBank(page, edition, transferBy(edition, person, amount));
      await bank.close();
      await comeBack(page);
      const list = await goOn(at, dialog, t('mf-wallet:statement.deposits'));
      const card = depositCards(at, list).first();
      await expect(card).toContainText(inWords(at, amount));
      await expect(card).toContainText(t('mf-wallet:deposits.kind.BANK'));
      await expect(card.getByText(t('mf-wallet:statement.success'), { exact: true })).toBeVisible();
      await card
        .getByText(/\d\d\/\d\d\/\d{4}/)
        .first()
        .click();
      await expect(card.getByRole('list', { name: t('mf-wallet:deposits.timeline') })).toContainText(
        t('mf-wallet:deposits.step.CREDITED'),
      );
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await refreshBalance(at);
      await expectTotal(at, amount);
      expect(await sumOfStatement(at, 1)).toBe(amount);
    });
  });
}

test("a slip is downloaded at the bank, uploaded, and succeeds; with the bank's own report it is still one deposit", async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  await takeSlips(edition);
  const { person, member } = await openWealthy(page, edition, 0);
  const bank = await transferAtBank(page, edition, transferBy(edition, person, 300));
  const picture = await downloadSlip(bank, person.accountNo);
  const foreign = { ...person, accountNo: '9990001112', firstName: 'SOMEBODY', lastName: 'ELSE' };
  await bank.close();
  const other = await transferAtBank(page, edition, transferBy(edition, foreign, 5000));
  const stolen = await downloadSlip(other, foreign.accountNo);
  await other.close();
  await comeBack(page);
  const dialog = await openWay(at, 'bank');
  const upload = await goOn(at, dialog, t('mf-wallet:slipUpload.title'));
  const status = page.getByRole('dialog', { name: t('slip:title') });
  for (const slip of [picture, stolen]) {
    await chooseSlip(at, upload, slip);
    await upload.getByRole('button', { name: t('mf-wallet:slipUpload.send') }).click();
    await expect(status).toBeVisible();
    if (slip === picture) await status.getByRole('button', { name: t('mf-wallet:slipUpload.title') }).click();
  }
  const table = status.getByRole('table');
  await expect(table.getByText(t('mf-wallet:statement.success'), { exact: true })).toHaveCount(1, { timeout: 30_000 });
  const refused = table.getByRole('row').filter({ hasText: t('mf-wallet:statement.failed') });
  await expect(refused, "another's transfer is nobody else's").toContainText(t('slip:reason.NOT_MATCH'), {
    timeout: 30_000,
  });
  expect((await walletOf(member)).main).toBe(300);
});

test('a transfer from the e-wallet of the registered phone is in the wallet by itself', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { person } = await openWealthy(page, edition, 0);
  const dialog = await openWay(at, 'wallet');
  await expect(dialog.getByText(inGroups('0890001133'))).toBeVisible();
  const wallet = await page.context().newPage();
  await wallet.goto(`${EDITIONS[edition].parties}/ewallet`);
  const form = wallet.locator('form', { hasText: 'Send money to a phone number' });
  await form.getByLabel('Your phone').fill(person.phone);
  await form.getByLabel('To phone').fill('0890001133');
  await form.getByLabel('Amount').fill('120');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(wallet).toHaveURL(/\/ewallet$|\/bank$/);
  await wallet.close();
  await comeBack(page);
  await page.keyboard.press('Escape');
  await expect(async () => {
    await refreshBalance(at);
    await expect(page.getByRole('main').getByText(inWords(at, 120), { exact: true }).first()).toBeAttached({
      timeout: 1000,
    });
  }).toPass();
  expect(await sumOfStatement(at, 1)).toBe(120);
});

test('a gift link from the registered phone is money at once, and the same link again is not', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { person, member } = await openWealthy(page, edition, 0);
  const wallet = await page.context().newPage();
  await wallet.goto(`${EDITIONS[edition].parties}/ewallet`);
  const form = wallet.locator('form', { hasText: 'Make a gift link' });
  await form.getByLabel('Your phone').fill(person.phone);
  await form.getByLabel('Amount').fill('80');
  await form.getByRole('button', { name: 'Make link' }).click();
  const made = wallet.getByRole('article').filter({ hasText: person.phone });
  const link = (await made.locator('code').textContent()) ?? '';
  await wallet.close();
  await comeBack(page);

  const dialog = await openWay(at, 'wallet');
  const entry = dialog.getByLabel(t('wallet:giftLink.label'));
  const send = dialog.getByRole('button', { name: t('wallet:giftLink.send') });
  await entry.fill(link);
  await send.click();
  await expect(dialog.getByRole('status')).toContainText(inWords(at, 80));
  await dialog.getByRole('button', { name: t('mf-wallet:giftLink.again') }).click();
  await entry.fill(link);
  await send.click();
  await expect(page.getByText(t('errors:TRUELINK_DUPLICATE'))).toBeVisible();
  expect((await walletOf(member)).main).toBe(80);
  await page.keyboard.press('Escape');
  await expectTotal(at, 80);
});

test('a claim credits nothing by itself: the payment does, once, or the operator says why not', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { person, member } = await openWealthy(page, edition, 0);
  const dialog = await openWay(at, 'bank');
  const cards = async (amount: number) => {
    const claim = await goOn(at, dialog, t('mf-wallet:claim.title'));
    await claim.getByLabel(t('mf-wallet:claim.amount')).fill(String(amount));
    await claim.getByRole('button', { name: t('mf-wallet:claim.send') }).click();
    const list = page.getByRole('dialog', { name: t('mf-wallet:statement.deposits') });
    const card = depositCards(at, list).filter({ hasText: inWords(at, amount) });
    await expect(card).toContainText(t('mf-wallet:deposits.started.CLAIM'));
    return { card, list };
  };
  const paid = await cards(310);
  expect((await walletOf(member)).main).toBe(0);
  await (await transferAtBank(page, edition, transferBy(edition, person, 310))).close();
  await comeBack(page);
  await expect(paid.card.getByText(t('mf-wallet:statement.success'), { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(paid.list).toBeHidden();

  const refused = await cards(42);
  const { deposits } = (await (await member.post('/api/wallet/deposits', { data: { page: 1, limit: 10 } })).json()) as {
    deposits: { _id: string; amount: number }[];
  };
  const claim = deposits.find(({ amount }) => amount === 42);
  const reason = 'ไม่พบรายการโอน';
  await decide(await operatorSession(edition), `/operator/claims/${claim?._id}/reject`, { reason });
  await expect(async () => {
    await comeBack(page);
    await expect(refused.card).toContainText(t('mf-wallet:deposits.reason', { reason }), { timeout: 2000 });
  }).toPass();
  expect((await walletOf(member)).main).toBe(310);
});
