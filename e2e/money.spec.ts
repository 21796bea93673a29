import { hasGame, MONEY, openWealthy, walletOf, wealthy } from './support/money.ts';
import {
  activate,
  atTable,
  expectTotal,
  finishTransfer,
  inWords,
  openGame,
  openMoney,
  play,
  sendTransfer,
  winAtTable,
} from './support/money-steps.ts';
import { openAs } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

for (const edition of ['thai', 'laos'] as const) {
  test.describe(`on the ${edition} edition, in ${MONEY[edition].currency}`, () => {
    test.use({ edition });
    const { unit, stake } = MONEY[edition];

    test('a member opens a game account, transfers in, plays and wins, finds the winnings at home, and brings them back', async ({
      page,
      t,
    }) => {
      const at = { page, edition, t };
      const wallet = t('mf-wallet:home.wallet');
      const [name, brought, had] = ['Naga Reels', 200 * unit, 500 * unit];
      await openWealthy(page, edition, had);
      await expectTotal(at, had);

      const game = await openGame(at, name);
      await activate(at, game);
      await game.getByRole('button', { name: t('wallet:game.transferIn') }).click();
      const into = page.getByRole('dialog', { name: t('mf-wallet:transfer.title') });
      await sendTransfer(at, into, { amount: brought });
      await finishTransfer(at, into, { from: wallet, to: name, amount: brought });
      await expect(game.getByText(inWords(at, brought), { exact: true })).toBeVisible();

      const table = await play(at, game);
      await expect(atTable(table), 'what was in the wallet came along').toContainText(
        inWords(at, had).split(' ')[0] ?? '',
      );
      await winAtTable(table, stake);
      await table.getByRole('link', { name: 'Leave the game' }).click();
      await expect(table).toHaveURL(/\/user\/home$/);
      await expectTotal({ ...at, page: table }, had + 2 * stake);

      const home = await openMoney({ page: table, t }, 'transfer');
      await sendTransfer(at, home, { from: 'NAGA', to: 'WALLET', amount: had + 2 * stake });
      await finishTransfer({ ...at, page: table }, home, { from: name, to: wallet, amount: had + 2 * stake });
      await expectTotal({ ...at, page: table }, had + 2 * stake);
    });
  });
}

/** The provider's own way in, in its own words. */
async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Games open in the wallet's own page, as an operator may set. */
async function inThisPage(page: Page): Promise<void> {
  await page.route('**/api/lookup/site', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), gamesInNewTab: false } });
  });
}

test('a game that wants a form is signed in to at once, and everything from wallet and other games goes along', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 500);
  await hasGame(member, 'NAGA', 120);
  await hasGame(member, 'CHANG');
  await openAs(page, token, '/user/home');
  const game = await openGame(at, 'Golden Elephant');
  await expect(
    game.getByText(t('mf-wallet:game.movesFirst', { name: 'Golden Elephant', amount: inWords(at, 380) })),
  ).toBeVisible();
  const table = await play(at, game);
  await expect(atTable(table)).toContainText('500.00');
  expect(await walletOf(member)).toEqual({ main: 0, games: { NAGA: 0, CHANG: 500 } });
});

test('a game with a way in of its own opens in this page where it is set so; a new password opens it, the old one no more', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  await inThisPage(page);
  const { token, member } = await wealthy(edition, 50);
  await hasGame(member, 'LOTUS', 50);
  const old = (await (await member.get('/api/wallet/account/LOTUS')).json()) as { username: string; password: string };
  await openAs(page, token, '/user/home');
  const game = await openGame(at, 'Lotus Spin');
  await expect(game.getByText(old.username, { exact: true })).toBeVisible();
  await expect(game.getByText(old.password), 'shown on demand only').toHaveCount(0);
  await game.getByRole('button', { name: t('wallet:game.resetPassword') }).click();
  const question = page.getByRole('alertdialog', { name: t('wallet:game.resetPassword') });
  await expect(question).toContainText(t('mf-wallet:game.resetText', { name: 'Lotus Spin' }));
  await question.getByRole('button', { name: t('wallet:game.resetPassword') }).click();
  await expect(page.getByText(t('mf-wallet:game.passwordRenewed'))).toBeVisible();
  const renewed = ((await (await member.get('/api/wallet/account/LOTUS')).json()) as { password: string }).password;
  await expect(game.getByText(renewed, { exact: true }), 'shown, to be noted').toBeVisible();
  expect(renewed).not.toBe(old.password);

  await game.getByRole('button', { name: t('wallet:game.play'), exact: true }).click();
  await signIn(page, old.username, old.password);
  await expect(page.getByText('The username or the password is wrong.')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await signIn(page, old.username, renewed);
  await expect(atTable(page)).toContainText('50.00');
});
