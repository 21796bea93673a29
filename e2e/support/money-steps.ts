import { grouped, hasGame, MONEY, type Wealthy, walletOf } from './money.ts';
import type { At } from './steps.ts';
import { expect, type Locator, type Page } from './test.ts';

/** An amount inside a sentence: '1,234.50 baht'. */
export const inWords = ({ edition, t }: At, amount: number) =>
  `${grouped(amount)} ${t(`common:currency.${MONEY[edition].currency}`)}`;

/** The balance of all that the member has, as home shows it. */
export async function expectTotal(at: At, amount: number): Promise<void> {
  const balance = at.page.getByRole('main').locator('[aria-live=polite]');
  await expect(balance.getByText(inWords(at, amount), { exact: true })).toBeAttached();
}

/** Asks for the balance as a member does who does not wait for it to come by itself. */
export async function refreshBalance({ page, t }: Pick<At, 'page' | 't'>): Promise<void> {
  await page.getByRole('button', { name: t('mf-wallet:home.refresh') }).click();
  await expect(page.getByText(t('mf-wallet:home.refreshed')).last()).toBeVisible({ timeout: 15_000 });
}

/** The member comes back from another app: what is shown is asked for anew. */
export async function comeBack(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

/** Opens a provider's dialog on home. */
export async function openGame({ page }: Pick<At, 'page'>, name: string): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Opens the member's account at a provider in its dialog. */
export async function activate({ t }: Pick<At, 't'>, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: t('wallet:game.activate'), exact: true }).click();
  await expect(dialog.getByRole('button', { name: t('wallet:game.play'), exact: true })).toBeVisible();
}

/** Opens one of home's dialogs: `transfer` or `withdraw`. */
export async function openMoney({ page, t }: Pick<At, 'page' | 't'>, what: 'transfer' | 'withdraw'): Promise<Locator> {
  await page
    .getByRole('main')
    .getByRole('button', { name: t(`mf-wallet:home.${what}`), exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: t(`mf-wallet:${what}.title`), exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** What a transfer's form is filled in with; what is left out stays as it stands there. */
export interface TransferEntry {
  from?: string;
  to?: string;
  amount: number;
}

/** Fills in a transfer and sends it. */
export async function sendTransfer(
  at: Pick<At, 't'>,
  dialog: Locator,
  { from, to, amount }: TransferEntry,
): Promise<void> {
  await fillTransfer(at, dialog, { from, to, amount });
  await sendButton(at, dialog).click();
}

/** Fills in a transfer. */
export async function fillTransfer(
  { t }: Pick<At, 't'>,
  dialog: Locator,
  { from, to, amount }: TransferEntry,
): Promise<void> {
  if (from) await dialog.getByLabel(t('wallet:transfer.from'), { exact: true }).selectOption(from);
  if (to) await dialog.getByLabel(t('wallet:transfer.to'), { exact: true }).selectOption(to);
  await dialog.getByLabel(t('wallet:transfer.amount')).fill(String(amount));
}

/** The button that sends a transfer. */
export const sendButton = ({ t }: Pick<At, 't'>, dialog: Locator) =>
  dialog.getByRole('button', { name: t('mf-wallet:transfer.send'), exact: true });

/** Sees a transfer arrive, and leaves its dialog. */
export async function finishTransfer(at: At, dialog: Locator, entry: Required<TransferEntry>): Promise<void> {
  const { t } = at;
  const { from, to, amount } = entry;
  await expect(dialog.getByText(t('wallet:transfer.done', { amount: inWords(at, amount), from, to }))).toBeVisible();
  await dialog.getByRole('button', { name: t('mf-wallet:transfer.finish'), exact: true }).click();
}

/** The page that a game opens in: a tab of its own. */
export async function play({ page, t }: Pick<At, 'page' | 't'>, dialog: Locator): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: t('wallet:game.play'), exact: true }).click();
  return opened;
}

/** Wins a round at the provider's table; the provider's own words are English. */
export async function winAtTable(table: Page, stake: number): Promise<void> {
  await table.getByRole('button', { name: `Win ${grouped(stake)}` }).click();
  await expect(table.getByText(`Won ${grouped(3 * stake)} for ${grouped(stake)}`)).toBeVisible();
}

/** Loses a round at the provider's table. */
export async function loseAtTable(table: Page, stake: number): Promise<void> {
  await table.getByRole('button', { name: `Lose ${grouped(stake)}` }).click();
  await expect(table.getByText(`Lost ${grouped(stake)}`)).toBeVisible();
}

/** What a table says the player has. */
export const atTable = (table: Page) => table.locator('#balance');

/** All that a member has, in the wallet and in games. */
export async function hasInAll(member: Wealthy['member']): Promise<number> {
  const { main, games } = await walletOf(member);
  return Object.values(games).reduce((sum, amount) => sum + amount, main);
}

/** Who plays where, how often they win or lose, and what they have in all afterwards. */
export interface PlayRoundsInput extends Pick<Wealthy, 'member'> {
  game: { code: string; name: string };
  rounds: number;
  round: (table: Page, stake: number) => Promise<void>;
  total: number;
}

/** Plays a game from home, which brings the wallet's money into it, and waits until the product knows of the rounds. */
export async function playRounds(at: At, { member, game, rounds, round, total }: PlayRoundsInput): Promise<void> {
  const { page, edition } = at;
  await hasGame(member, game.code);
  await page.goto('/user/home');
  const table = await play(at, await openGame(at, game.name));
  await expect(atTable(table)).toBeVisible();
  for (let done = 0; done < rounds; done++) await round(table, MONEY[edition].stake);
  await table.close();
  await page.bringToFront();
  await expect(async () => {
    await member.post('/api/wallet/refresh/slot');
    expect(await hasInAll(member)).toBe(total);
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Enters a withdrawal in its dialog, and goes on to its review. */
export async function enterWithdrawal({ t }: Pick<At, 't'>, dialog: Locator, amount: number): Promise<void> {
  await dialog.getByLabel(t('wallet:withdraw.amount')).fill(String(amount));
  await dialog.getByRole('button', { name: t('mf-wallet:withdraw.next'), exact: true }).click();
}

/** The button of the review that asks for the withdrawal. */
export const withdrawButton = ({ t }: Pick<At, 't'>, dialog: Locator) =>
  dialog.getByRole('button', { name: t('mf-wallet:withdraw.send'), exact: true });

/** Asks for a withdrawal in its dialog. */
export async function sendWithdrawal(at: Pick<At, 't'>, dialog: Locator, amount: number): Promise<void> {
  await enterWithdrawal(at, dialog, amount);
  await withdrawButton(at, dialog).click();
}

/** What has happened to a withdrawal so far, and the step that is next. */
export const timeline = ({ t }: Pick<At, 't'>, within: Locator) =>
  within.getByRole('list', { name: t('mf-wallet:withdraw.timeline') }).first();

/** What the statement's page adds up to: what came into the wallet, less what left it. */
export async function sumOfStatement({ page, t }: Pick<At, 'page' | 't'>, entries: number): Promise<number> {
  await page
    .getByRole('link', { name: t('shell:nav.statement') })
    .first()
    .click();
  const rows = page.getByRole('list', { name: t('mf-wallet:statement.list') }).getByRole('listitem');
  await expect(rows).toHaveCount(entries);
  const texts = await rows.allInnerTexts();
  const outgoing = `${t('mf-wallet:party.WALLET')} →`;
  const signed = texts.map((text) => {
    const [, sign, digits = ''] = /([+-]?)([\d,]+\.\d\d)/.exec(text.replace('−', '-')) ?? [];
    const amount = Math.round(Number(digits.replaceAll(',', '')) * 100);
    return sign === '-' || (sign === '' && text.includes(outgoing)) ? -amount : amount;
  });
  return signed.reduce((sum, amount) => sum + amount, 0) / 100;
}
