import { hasGame, openWealthy, tell, walletOf, wealthy } from './support/money.ts';
import {
  enterWithdrawal,
  expectTotal,
  fillTransfer,
  finishTransfer,
  inWords,
  openMoney,
  sendButton,
  sendTransfer,
  sendWithdrawal,
  withdrawButton,
} from './support/money-steps.ts';
import { openAs } from './support/steps.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';

/** How long a transfer may take to be final once the provider is well again, in milliseconds (reliability.md, I8). */
const FINAL_WITHIN_MS = 60_000;

/** Both taps in one task, before the screen can react to the first. */
const tapTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });

/** The next answer of a call is lost: the server has done it, and the member sees a dead network. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

/** How often a call was sent. */
function countCalls(page: Page, path: string): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) sent += 1;
  });
  return () => sent;
}

test("two quick taps on 'transfer' move the money once", async ({ page, edition, t }) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 500);
  await hasGame(member, 'PURSE');
  await openAs(page, token, '/user/home');
  const sent = countCalls(page, '/api/wallet/transfer');
  const dialog = await openMoney(at, 'transfer');
  await fillTransfer(at, dialog, { to: 'PURSE', amount: 100 });
  await tapTwice(sendButton(at, dialog));
  await finishTransfer(at, dialog, { from: t('mf-wallet:home.wallet'), to: 'Purse Palace', amount: 100 });
  expect(await walletOf(member)).toEqual({ main: 400, games: { PURSE: 100 } });
  expect(sent()).toBe(1);
});

test("two quick taps on 'withdraw' make one withdrawal, and an answer that got lost makes none more", async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { member } = await openWealthy(page, edition, 500);
  const sent = countCalls(page, '/api/wallet/withdrawAll');
  const dialog = await openMoney(at, 'withdraw');
  await loseAnswer(page, '/api/wallet/withdrawAll');
  await enterWithdrawal(at, dialog, 200);
  await tapTwice(withdrawButton(at, dialog));
  await expect(dialog.getByText(t('mf-wallet:withdraw.oneAtATime')), 'it was accepted all the same').toBeVisible();
  expect(sent()).toBe(1);
  const answer = await member.post('/api/wallet/withdrawals', { data: { page: 1, limit: 10 } });
  expect(await answer.json()).toMatchObject({ total: 1 });
  expect((await walletOf(member)).main).toBe(300);
});

test('a transfer whose answer got lost is sent again by the member and moves the money once', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 500);
  await hasGame(member, 'PURSE');
  await openAs(page, token, '/user/home');
  const dialog = await openMoney(at, 'transfer');
  await loseAnswer(page, '/api/wallet/transfer');
  await sendTransfer(at, dialog, { to: 'PURSE', amount: 100 });
  await expect(dialog.getByText(t('errors:NETWORK'))).toBeVisible();
  expect((await walletOf(member)).main, 'it has happened').toBe(400);
  await dialog.getByRole('button', { name: t('common:action.retry'), exact: true }).click();
  await finishTransfer(at, dialog, { from: t('mf-wallet:home.wallet'), to: 'Purse Palace', amount: 100 });
  expect(await walletOf(member), 'once').toEqual({ main: 400, games: { PURSE: 100 } });
});

test('a transfer whose page is reloaded while it is being sent is offered to be finished, and moves the money once', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 500);
  await hasGame(member, 'PURSE');
  await openAs(page, token, '/user/home');
  const before = await openMoney(at, 'transfer');
  const done = new Promise<void>((resolve) => {
    // The server does it, and the page is gone before it can hear so.
    void page.route('**/api/wallet/transfer', (route) => route.fetch().then(() => resolve()), { times: 1 });
  });
  await sendTransfer(at, before, { to: 'PURSE', amount: 100 });
  await done;
  await page.reload();
  const sent = countCalls(page, '/api/wallet/transfer');
  const dialog = await openMoney(at, 'transfer');
  await expect(dialog.getByText(t('common:unfinished.title'))).toBeVisible();
  await expect(dialog.getByText(inWords(at, 100))).toBeVisible();
  expect(sent(), 'nothing without a tap').toBe(0);
  await dialog.getByRole('button', { name: t('common:action.retry'), exact: true }).click();
  await finishTransfer(at, dialog, { from: t('mf-wallet:home.wallet'), to: 'Purse Palace', amount: 100 });
  expect(await walletOf(member), 'once').toEqual({ main: 400, games: { PURSE: 100 } });
  await openMoney(at, 'transfer');
  await expect(page.getByText(t('common:unfinished.title'))).toBeHidden();
});

test('a withdrawal whose answer got lost, and that was taken back, is another one when it is asked for again', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { member } = await openWealthy(page, edition, 500);
  const dialog = await openMoney(at, 'withdraw');
  await loseAnswer(page, '/api/wallet/withdrawAll');
  await sendWithdrawal(at, dialog, 200);
  await dialog.getByRole('button', { name: t('mf-wallet:withdraw.cancel') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('mf-wallet:withdraw.cancel') })
    .click();
  await sendWithdrawal(at, dialog, 200);
  await expect(dialog.getByText(t('wallet:withdraw.waiting'))).toBeVisible();
  const answer = await member.post('/api/wallet/withdrawals', { data: { page: 1, limit: 10 } });
  const { withdrawals } = (await answer.json()) as { withdrawals: { status: string }[] };
  expect(withdrawals.map(({ status }) => status)).toEqual(['PENDING', 'RETURNED']);
});

test('a transfer that the provider refuses is said to have failed only when the money is back', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 500);
  await hasGame(member, 'PURSE');
  await openAs(page, token, '/user/home');
  const dialog = await openMoney(at, 'transfer');
  // The satang tell the provider of the sandbox to refuse it.
  await sendTransfer(at, dialog, { to: 'PURSE', amount: 100.85 });
  await expect(dialog.getByText(t('errors:TRANSFER_FAIL'))).toBeVisible();
  expect(await walletOf(member)).toEqual({ main: 500, games: { PURSE: 0 } });
  await page.keyboard.press('Escape');
  await expectTotal(at, 500);
});

for (const { code, name, ends } of [
  { code: 'MOON', name: 'Full Moon Lotto', ends: 'arrives' },
  { code: 'DAWN', name: 'Dawn Draw', ends: 'comes back' },
] as const) {
  test.describe(`at ${name}`, () => {
    test.afterEach(async ({ edition }) => {
      await tell(edition, `/faults/provider/${code}`, { mode: 'off' });
    });

    test(`while a provider does not answer a transfer is in progress, and ${ends} by itself without a reload`, async ({
      page,
      edition,
      t,
    }) => {
      test.setTimeout(120_000);
      const at = { page, edition, t };
      const { token, member } = await wealthy(edition, 500);
      await hasGame(member, code);
      await openAs(page, token, '/user/home');
      await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
      const dialog = await openMoney(at, 'transfer');
      const ended = dialog
        .getByText(t('errors:TRANSFER_FAIL'))
        .or(dialog.getByText(t('common:alert.success'), { exact: true }));
      await tell(edition, `/faults/provider/${code}`, { mode: ends === 'arrives' ? 'lose' : 'down' });
      await sendTransfer(at, dialog, { to: code, amount: 100 });
      await expect(dialog.getByText(t('wallet:transfer.pending'))).toBeVisible();
      await expect(ended, 'neither success nor failure').toBeHidden();
      expect((await walletOf(member)).main).toBe(400);

      await tell(edition, `/faults/provider/${code}`, { mode: 'off' });
      if (ends === 'comes back') await tell(edition, `/faults/provider/${code}`, { mode: 'reject' });
      await expect(ended).toBeVisible({ timeout: FINAL_WITHIN_MS });
      const arrived = ends === 'arrives';
      expect(await walletOf(member)).toEqual({ main: arrived ? 400 : 500, games: { [code]: arrived ? 100 : 0 } });
      if (arrived) {
        await finishTransfer(at, dialog, { from: t('mf-wallet:home.wallet'), to: name, amount: 100 });
      } else {
        await expect(dialog.getByText(t('errors:TRANSFER_FAIL'))).toBeVisible();
        await page.keyboard.press('Escape');
      }
      await expectTotal(at, 500);
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
    });
  });
}

test('what is of another member is to nobody else: neither seen, nor cancelled, nor played', async ({
  page,
  edition,
  t,
}) => {
  const victim = await wealthy(edition, 1000);
  await hasGame(victim.member, 'NAGA', 100);
  const theirs = (await (await victim.member.get('/api/wallet/account/NAGA')).json()) as { username: string };
  const { withdrawal } = (await (
    await victim.member.post('/api/wallet/withdrawAll', { data: { amount: 300 } })
  ).json()) as { withdrawal: { reference: string } };
  const { qrcodeId } = (await (await victim.member.post('/api/qrcode/KBANKQR', { data: { amount: 77 } })).json()) as {
    qrcodeId: string;
  };

  const { token, member } = await wealthy(edition, 0);
  await hasGame(member, 'NAGA');
  for (const [method, path] of [
    ['post', `/api/wallet/withdrawals/${withdrawal.reference}/cancel`],
    ['delete', `/api/qrcode/${qrcodeId}`],
    ['post', `/api/autoLogin/NAGA/${theirs.username}`],
  ] as const) {
    const answer = await member[method](path);
    expect(answer.ok(), path).toBe(false);
    const nobodys = await member[method](path.replace(/[\dA-Za-z](\/cancel)?$/, 'x$1'));
    expect((await answer.json()).message, `${path}: as of something that is not there`).toBe(
      (await nobodys.json()).message,
    );
  }
  const lists = await Promise.all(
    ['/api/wallet/withdrawals', '/api/wallet/deposits', '/api/statement'].map((path) =>
      member.post(path, { data: { page: 1, limit: 10 } }),
    ),
  );
  for (const list of lists) expect(await list.json()).toMatchObject({ total: 0 });

  // A page that was made to ask for another's game shows what the server says, and opens nothing.
  await page.route('**/api/autoLogin/**', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/[^/]+$/, theirs.username),
    }),
  );
  await openAs(page, token, '/user/home');
  await page.getByRole('main').getByRole('button', { name: 'Naga Reels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Naga Reels' });
  await dialog.getByRole('button', { name: t('wallet:game.play'), exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect.poll(() => page.context().pages().length, { message: 'the empty tab went away' }).toBe(1);
  expect(await walletOf(victim.member)).toEqual({ main: 700, games: { NAGA: 0 } });
});
