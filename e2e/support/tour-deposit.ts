import { depositCards, downloadSlip, goOn, openWay, takeSlips, transferAtBank } from './deposits.ts';
import { MONEY, openWealthy, tell, transferBy } from './money.ts';
import type { At } from './steps.ts';
import { expect, type Locator } from './test.ts';
import type { Visit } from './tour.ts';

/** A member with one deposit, who pays by every other way. Amounts are in units of the edition. */
const AMOUNTS = { had: 100, claimed: 150, byLink: 80 };

async function leave({ page }: At, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function claim(at: At, deposit: Locator, visit: Visit): Promise<void> {
  const { page, edition, t } = at;
  const dialog = await goOn(at, deposit, t('mf-wallet:claim.title'));
  await visit('claim');
  await dialog.getByLabel(t('mf-wallet:claim.amount')).fill(String(AMOUNTS.claimed * MONEY[edition].unit));
  await dialog.getByRole('button', { name: t('mf-wallet:claim.send') }).click();
  const list = page.getByRole('dialog', { name: t('mf-wallet:statement.deposits') });
  await expect(depositCards(at, list).first()).toContainText(t('mf-wallet:deposits.started.CLAIM'));
  await visit('deposit-list');
  await leave(at, list);
}

async function slip(at: At, deposit: Locator, picture: Awaited<ReturnType<typeof downloadSlip>>, visit: Visit) {
  const { page, edition, t } = at;
  const upload = await goOn(at, deposit, t('mf-wallet:slipUpload.title'));
  await visit('slip');
  await upload
    .getByLabel(t('mf-wallet:slipUpload.choose'))
    .setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(upload.getByRole('alert')).toBeVisible();
  await visit('slip-wrong');
  const status = page.getByRole('dialog', { name: t('slip:title'), exact: true });
  await upload.getByRole('button', { name: t('slip:title') }).click();
  await expect(status.getByText(t('mf-wallet:slipStatus.empty'))).toBeVisible();
  await visit('slip-none');
  await status.getByRole('button', { name: t('mf-wallet:slipUpload.title') }).click();
  await upload.getByLabel(t('mf-wallet:slipUpload.other')).setInputFiles(picture);
  await expect(upload.getByRole('img', { name: t('mf-wallet:slipUpload.preview') })).toBeVisible();
  await visit('slip-chosen');
  await upload.getByRole('button', { name: t('mf-wallet:slipUpload.send') }).click();
  const table = status.getByRole('table');
  // No machine can read a slip in kip: a person does.
  const told =
    edition === 'laos'
      ? table.getByText(t('mf-wallet:slipStatus.inReview'))
      : table.getByText(t('mf-wallet:statement.success'), { exact: true });
  await expect(told).toBeVisible({ timeout: 30_000 });
  await visit('slip-status');
  await leave(at, status);
}

async function giftLink(at: At, phone: string, visit: Visit): Promise<void> {
  const { edition, t } = at;
  const { link } = await tell<{ link: string }>(edition, '/ewallet/gift-links', { phone, amount: AMOUNTS.byLink });
  const dialog = await openWay(at, 'wallet');
  await dialog.getByLabel(t('wallet:giftLink.label')).fill(link);
  await visit('gift-link');
  await dialog.getByRole('button', { name: t('wallet:giftLink.send') }).click();
  await expect(dialog.getByRole('status')).toBeVisible();
  await visit('gift-taken');
  await leave(at, dialog);
}

/** Every way to deposit but the QR code, with what it leads on to. */
export async function depositWays(at: At, visit: Visit): Promise<void> {
  const { page, edition } = at;
  const { unit } = MONEY[edition];
  await takeSlips(edition);
  const { person } = await openWealthy(page, edition, AMOUNTS.had * unit);
  const bank = await transferAtBank(page, edition, transferBy(edition, person, AMOUNTS.had * unit));
  const picture = await downloadSlip(bank, person.accountNo);
  await bank.close();
  await page.bringToFront();
  const deposit = await openWay(at, 'bank');
  await slip(at, deposit, picture, visit);
  await claim(at, deposit, visit);
  await leave(at, deposit);
  // Nobody gives kip by link.
  if (edition === 'thai') await giftLink(at, person.phone, visit);
}
