import { hasGame, MONEY, openWealthy } from '../support/money.ts';
import { atTable, openGame, play, winAtTable } from '../support/money-steps.ts';
import { newMember, session } from '../support/person.ts';
import { type At, openAs, payQr } from '../support/steps.ts';
import { expect } from '../support/test.ts';
import type { Camera } from './camera.ts';
import { bonus, bonusEnd } from './walks-bonus.ts';

/** Amounts as members of the edition have them. */
const AMOUNTS = {
  thai: { wallet: 1_000, game: 400, withdrawal: '500' },
  laos: { wallet: 1_000_000, game: 400_000, withdrawal: '500000' },
} as const;
const GAME = { code: 'NAGA', name: 'Naga Reels' } as const;
/** After which the providers are asked for the balances anew, in milliseconds. */
const REFRESH_MS = 3500;

/** Home stands. */
async function homeStands({ page, t }: At): Promise<void> {
  await expect(page.getByText(t('mf-wallet:home.balance'))).toBeVisible();
}

const menu = ({ page, t }: At) => page.getByRole('navigation', { name: t('shell:nav.label') });

/** What was announced on top of the screen has left. */
async function toastsGone({ page, t }: At): Promise<void> {
  await expect(page.getByRole('region', { name: t('common:toast.region') })).toBeEmpty();
}

async function history(at: At, camera: Camera): Promise<void> {
  const { page, t } = at;
  await camera.tap(menu(at).getByRole('link', { name: t('shell:nav.statement') }));
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
}

/** How to use the wallet: money in, money out, and where to look it up. */
async function wallet(at: At, camera: Camera): Promise<void> {
  const { page, edition, t } = at;
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  await homeStands(at);
  await camera.show('balance');

  await camera.show('deposit');
  await camera.tap(page.getByRole('button', { name: t('mf-wallet:home.deposit'), exact: true }));
  const deposit = page.getByRole('dialog', { name: t('mf-wallet:deposit.title') });
  const qrTab = deposit.getByRole('tab', { name: t('mf-wallet:deposit.qrTab') });
  await expect(qrTab).toBeVisible();
  if ((await qrTab.getAttribute('aria-selected')) !== 'true') {
    await camera.show();
    await camera.tap(qrTab);
  }
  const amount = deposit
    .getByRole('group', { name: t('mf-wallet:qr.quick') })
    .getByRole('button')
    .last();
  await amount.scrollIntoViewIfNeeded();
  await camera.show('amount');
  await camera.tap(amount);
  await camera.show();
  const answered = page.waitForResponse(
    (answer) => answer.url().includes('/api/qrcode/') && answer.request().method() === 'POST',
  );
  await camera.tap(deposit.getByRole('button', { name: t('mf-wallet:qr.create') }));
  const { qrcodeId } = (await (await answered).json()) as { qrcodeId: string };
  await expect(page.getByText(t('mf-wallet:qr.waiting'))).toBeVisible();
  await camera.show('scan', { poster: true });
  await payQr(page.context(), edition, qrcodeId);
  await page.bringToFront();
  await expect(page.getByText(t('mf-wallet:qr.paid'), { exact: true })).toBeVisible();
  await camera.show('paid');
  await expect(deposit).toBeHidden();
  await toastsGone(at);
  await camera.show();

  await camera.show('withdraw');
  await camera.tap(page.getByRole('button', { name: t('mf-wallet:home.withdraw'), exact: true }));
  const withdraw = page.getByRole('dialog', { name: t('mf-wallet:withdraw.title') });
  // Its label also shows what is written, as soon as that has thousands.
  const sum = withdraw.getByRole('textbox');
  await expect(sum).toBeVisible();
  await camera.show('own');
  await camera.type(sum, AMOUNTS[edition].withdrawal);
  await camera.show();
  await camera.tap(withdraw.getByRole('button', { name: t('common:action.close') }));
  await expect(withdraw).toBeHidden();

  await camera.show('history');
  await history(at, camera);
  await camera.show();
  await camera.show();
}

/** How to enter a game. */
async function game(at: At, camera: Camera): Promise<void> {
  const { page, edition, t } = at;
  await openWealthy(page, edition, AMOUNTS[edition].wallet);
  await homeStands(at);
  await camera.show('choose');
  const card = page.getByRole('main').getByRole('button', { name: GAME.name });
  await camera.scrollTo(card);
  await camera.show();
  await camera.tap(card);
  const dialog = page.getByRole('dialog', { name: GAME.name });
  await expect(dialog).toBeVisible();
  await camera.show('activate');
  await camera.tap(dialog.getByRole('button', { name: t('wallet:game.activate'), exact: true }));
  await expect(dialog.getByRole('button', { name: t('mf-wallet:game.copyPassword') })).toBeVisible();
  await camera.show('account', { poster: true });

  await camera.show('play');
  const opened = page.context().waitForEvent('page');
  await camera.tap(dialog.getByRole('button', { name: t('wallet:game.play'), exact: true }));
  const table = await opened;
  await expect(atTable(table)).toBeVisible();
  await table.close();
  await page.bringToFront();
  await camera.show('opened');
  await camera.tap(dialog.getByRole('button', { name: t('common:action.close') }));
  await expect(dialog).toBeHidden();
  await camera.show();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await camera.show('home');
}

/** How to check the balance. */
async function balance(at: At, camera: Camera): Promise<void> {
  const { page, edition, t } = at;
  const { wallet: brought, game: inGame } = AMOUNTS[edition];
  const { member } = await openWealthy(page, edition, brought);
  await hasGame(member, GAME.code, inGame);
  await member.dispose();
  await page.reload();
  await homeStands(at);
  await camera.show('total', { poster: true });
  await camera.show('parts');

  // A round won elsewhere: what the screen shows is of before.
  const dialog = await openGame(at, GAME.name);
  const table = await play(at, dialog);
  await winAtTable(table, MONEY[edition].stake);
  await table.close();
  // Asked again at once, the providers are not bothered (server/game).
  await page.waitForTimeout(REFRESH_MS);
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await camera.show('refresh');
  await camera.tap(page.getByRole('button', { name: t('mf-wallet:home.refresh') }));
  await expect(page.getByText(t('mf-wallet:home.refreshed')).last()).toBeVisible();
  await toastsGone(at);
  await camera.show('updated');

  const card = page.getByRole('main').getByRole('button', { name: GAME.name });
  await camera.show('games');
  await camera.scrollTo(card);
  await camera.show();
  await camera.tap(card);
  await expect(dialog.getByRole('button', { name: t('mf-wallet:game.copyPassword') })).toBeVisible();
  await camera.show('game');
  await camera.tap(dialog.getByRole('button', { name: t('common:action.close') }));
  await expect(dialog).toBeHidden();
  await camera.show('history');
  await history(at, camera);
  await camera.show();
  await camera.show();
}

/** The films that exist, by the code of the help video. */
export const WALKS = { wallet, game, balance, bonus, 'bonus-end': bonusEnd } as const;
