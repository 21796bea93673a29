import { readFile } from 'node:fs/promises';
import { EDITIONS, type Edition } from './editions.ts';
import { operatorSession, type transferBy } from './money.ts';
import { type At, openDeposit } from './steps.ts';
import { expect, type Locator, type Page } from './test.ts';

/** Opens the deposit dialog at one of its ways: `bank`, `qr` or `wallet`. */
export async function openWay(at: Pick<At, 'page' | 't'>, way: 'bank' | 'qr' | 'wallet'): Promise<Locator> {
  const { page, t } = at;
  await openDeposit(at);
  const dialog = page.getByRole('dialog', { name: t('mf-wallet:deposit.title'), exact: true });
  await dialog.getByRole('tab', { name: t(`mf-wallet:deposit.${way}Tab`) }).click();
  return dialog;
}

/** Goes on from the deposit dialog to what a row of it leads to; gives that dialog. */
export async function goOn({ page, t }: Pick<At, 'page' | 't'>, dialog: Locator, title: string): Promise<Locator> {
  await dialog
    .getByRole('list', { name: t('mf-wallet:deposit.more') })
    .getByRole('button', { name: title })
    .click();
  const next = page.getByRole('dialog', { name: title, exact: true });
  await expect(next).toBeVisible();
  return next;
}

/** The member's deposits in their list. */
export const depositCards = ({ t }: Pick<At, 't'>, list: Locator) =>
  list.getByRole('list', { name: t('mf-wallet:statement.deposits') }).locator('> li');

/**
 * Transfers on the page of the payer's bank, in a tab of its own. Gives that tab, with the transfer first in its list.
 */
export async function transferAtBank(
  page: Page,
  edition: Edition,
  transfer: ReturnType<typeof transferBy>,
): Promise<Page> {
  const bank = await page.context().newPage();
  await bank.goto(`${EDITIONS[edition].parties}/bank`);
  await bank.getByLabel('From bank').fill(transfer.fromBankCode);
  await bank.getByLabel('From account').fill(transfer.fromAccountNo);
  await bank.getByLabel('Name').fill(transfer.fromAccountName);
  await bank.getByLabel('To bank').fill(transfer.toBankCode);
  await bank.getByLabel('To account').fill(transfer.toAccountNo);
  await bank.getByLabel('Amount', { exact: true }).fill(String(transfer.amount));
  await bank.getByLabel('Currency').selectOption(transfer.currency);
  await bank.getByRole('button', { name: 'Transfer' }).click();
  await expect(bank.getByRole('article').filter({ hasText: transfer.fromAccountNo }).first()).toBeVisible();
  return bank;
}

/** Downloads the slip of the payer's newest transfer, as a picture to upload. */
export async function downloadSlip(bank: Page, accountNo: string) {
  const downloading = bank.waitForEvent('download');
  const transfer = bank.getByRole('article').filter({ hasText: accountNo }).first();
  await transfer.getByRole('link', { name: 'Download it' }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), mimeType: 'image/png', buffer: await readFile(await file.path()) };
}

/** Chooses a slip in the upload's dialog. */
export async function chooseSlip(
  { t }: Pick<At, 't'>,
  upload: Locator,
  picture: Awaited<ReturnType<typeof downloadSlip>>,
): Promise<void> {
  await upload.getByLabel(t('mf-wallet:slipUpload.choose')).setInputFiles(picture);
  await expect(upload.getByRole('img', { name: t('mf-wallet:slipUpload.preview') })).toBeVisible();
}

/** Slips are taken at any hour, so that the tests hold at night too. */
export async function takeSlips(edition: Edition): Promise<void> {
  const operator = await operatorSession(edition);
  const rules = (await (await operator.get('/operator/deposit-rules')).json()) as object;
  const answer = await operator.put('/operator/deposit-rules', {
    data: { ...rules, slipOpenFrom: '00:00', slipOpenTo: '00:00' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
