import { openWealthy } from './money.ts';
import {
  enterWithdrawal,
  fillTransfer,
  openGame,
  openMoney,
  sendButton,
  sendTransfer,
  withdrawButton,
} from './money-steps.ts';
import type { At } from './steps.ts';
import { expect, type Locator } from './test.ts';
import type { Visit } from './tour.ts';

/** What the tour moves. The satang of `refused` tell the provider to refuse it. */
const AMOUNTS = {
  thai: { had: 500, moved: 20, refused: 20.85, withdrawn: 100 },
  laos: { had: 500_000, moved: 2_000, refused: 2_001, withdrawn: 50_000 },
} as const;

const GAME = { code: 'MANGO', name: 'Mango Fruits' };

async function leave({ page }: At, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** The next transfer is in transit until the function is called that is given. */
async function holdTransfer({ page }: At): Promise<() => void> {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let asked = 0;
  await page.route('**/api/wallet/transfer', async (route) => {
    asked += 1;
    if (asked > 1) {
      await arrived;
      return route.continue();
    }
    const answer = await route.fetch();
    return route.fulfill({ status: 202, json: { ...((await answer.json()) as object), status: 'PENDING' } });
  });
  return () => arrive();
}

/** A provider's dialog before and after its account is open, and a transfer with all that may become of it. */
async function games(at: At, visit: Visit): Promise<void> {
  const { page, edition, t } = at;
  const { moved, refused } = AMOUNTS[edition];
  await page.getByRole('region', { name: t('mf-wallet:home.sport') }).scrollIntoViewIfNeeded();
  await visit('home-games');
  const game = await openGame(at, GAME.name);
  await visit('game-closed');
  await game.getByRole('button', { name: t('wallet:game.activate'), exact: true }).click();
  await expect(game.getByRole('button', { name: t('wallet:game.play'), exact: true })).toBeVisible();
  await visit('game-open');
  await game.getByRole('button', { name: t('wallet:game.resetPassword') }).click();
  const question = page.getByRole('alertdialog', { name: t('wallet:game.resetPassword') });
  await expect(question).toBeVisible();
  await visit('game-password');
  await leave(at, question);

  await game.getByRole('button', { name: t('wallet:game.transferIn') }).click();
  const transfer = page.getByRole('dialog', { name: t('mf-wallet:transfer.title') });
  await expect(sendButton(at, transfer)).toBeVisible();
  await visit('transfer');
  await sendButton(at, transfer).click();
  await expect(transfer.getByRole('alert')).toBeVisible();
  await visit('transfer-missing');
  // Kip has no att to tell the provider by.
  if (edition === 'laos') {
    const refusal = { status: 409, json: { message: 'TRANSFER_FAIL' } };
    await page.route('**/api/wallet/transfer', (route) => route.fulfill(refusal), { times: 1 });
  }
  await sendTransfer(at, transfer, { amount: refused });
  await expect(transfer.getByText(t('errors:TRANSFER_FAIL'))).toBeVisible();
  await visit('transfer-failed');
  await fillTransfer(at, transfer, { amount: moved });
  const arrive = await holdTransfer(at);
  await sendButton(at, transfer).click();
  await expect(transfer.getByText(t('wallet:transfer.pending'))).toBeVisible();
  await visit('transfer-pending');
  arrive();
  await expect(transfer.getByRole('button', { name: t('mf-wallet:transfer.finish'), exact: true })).toBeVisible();
  await visit('transfer-done');
  await transfer.getByRole('button', { name: t('mf-wallet:transfer.finish'), exact: true }).click();
  await expect(game.getByRole('button', { name: t('wallet:game.play'), exact: true })).toBeVisible();
  await visit('game-played');
  await leave(at, game);
}

/** A withdrawal that is asked for, waits, is followed, and is taken back. */
async function withdrawal(at: At, visit: Visit): Promise<void> {
  const { page, edition, t } = at;
  const dialog = await openMoney(at, 'withdraw');
  const card = dialog.getByRole('list', { name: t('mf-wallet:statement.withdrawals') }).getByRole('listitem');
  const next = dialog.getByRole('button', { name: t('mf-wallet:withdraw.next'), exact: true });
  await expect(next).toBeVisible();
  await visit('withdraw');
  await next.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await visit('withdraw-missing');
  await dialog.getByRole('tab', { name: t('mf-wallet:statement.withdrawals'), exact: true }).click();
  await expect(dialog.getByText(t('mf-wallet:withdraw.empty'))).toBeVisible();
  await visit('withdraw-none');
  await dialog.getByRole('tab', { name: t('mf-wallet:withdraw.newTab'), exact: true }).click();
  await enterWithdrawal(at, dialog, AMOUNTS[edition].withdrawn);
  await expect(withdrawButton(at, dialog)).toBeVisible();
  await visit('withdraw-review');
  await withdrawButton(at, dialog).click();
  await expect(dialog.getByText(t('wallet:withdraw.waiting'))).toBeVisible();
  await visit('withdraw-done');
  await dialog.getByRole('button', { name: t('mf-wallet:withdraw.follow') }).click();
  await expect(card.first()).toBeVisible();
  await visit('withdraw-list');
  await dialog.getByRole('tab', { name: t('mf-wallet:withdraw.newTab'), exact: true }).click();
  await expect(dialog.getByText(t('mf-wallet:withdraw.oneAtATime'))).toBeVisible();
  await visit('withdraw-waiting');
  await dialog.getByRole('button', { name: t('mf-wallet:withdraw.cancel') }).click();
  const question = page.getByRole('alertdialog', { name: t('mf-wallet:withdraw.cancelTitle') });
  await expect(question).toBeVisible();
  await visit('withdraw-cancel');
  await question.getByRole('button', { name: t('mf-wallet:withdraw.cancel') }).click();
  await expect(question).toBeHidden();
  await dialog.getByRole('tab', { name: t('mf-wallet:statement.withdrawals'), exact: true }).click();
  await expect(dialog.getByText(t('mf-wallet:withdraw.status.cancelled'), { exact: true })).toBeVisible();
  await visit('withdraw-cancelled');
  await leave(at, dialog);
}

/** The dialogs of the wallet, as a member sees them who has money. */
export async function walletDialogs(at: At, visit: Visit): Promise<void> {
  await openWealthy(at.page, at.edition, AMOUNTS[at.edition].had);
  await games(at, visit);
  await withdrawal(at, visit);
}
