import { MONEY, openWealthy } from './support/money.ts';
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
import { expect, test } from './support/test.ts';

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

test('a game with a way in of its own opens in this page where it is set so, and the credentials shown open it', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  await inThisPage(page);
  const { token, member } = await wealthy(edition, 50);
  await hasGame(member, 'LOTUS', 50);
  await openAs(page, token, '/user/home');
  const game = await openGame(at, 'Lotus Spin');
  await game.getByRole('button', { name: t('common:field.showPassword') }).click();
  const said = async (label: string) => {
    const row = game.getByText(label, { exact: true }).locator('xpath=..');
    return (await row.locator('p').last().textContent()) ?? '';
  };
  const [username, password] = [await said(t('wallet:game.username')), await said(t('wallet:game.password'))];
  await game.getByRole('button', { name: t('wallet:game.play'), exact: true }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(atTable(page)).toContainText('50.00');
});

test('a new password at a game is asked for twice, works there, and the old one stops working', async ({
  page,
  request,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 0);
  await hasGame(member, 'NAGA');
  const credentials = async () =>
    (await (await member.get('/api/wallet/account/NAGA')).json()) as { username: string; password: string };
  const before = await credentials();
  await openAs(page, token, '/user/home');
  const game = await openGame(at, 'Naga Reels');
  await game.getByRole('button', { name: t('wallet:game.resetPassword') }).click();
  const question = page.getByRole('alertdialog', { name: t('wallet:game.resetPassword') });
  await expect(question).toContainText(t('mf-wallet:game.resetText', { name: 'Naga Reels' }));
  await question.getByRole('button', { name: t('wallet:game.resetPassword') }).click();
  await expect(page.getByText(t('mf-wallet:game.passwordRenewed'))).toBeVisible();
  const after = await credentials();
  expect(after.password).not.toBe(before.password);
  await expect(game.getByText(after.password, { exact: true }), 'shown, to be noted').toBeVisible();
  expect(request).toBeTruthy();
});
