import { EDITIONS, type Edition } from './support/editions.ts';
import {
  decide,
  hasGame,
  MONEY,
  openWealthy,
  operatorSession,
  secondOperator,
  walletOf,
  wealthy,
} from './support/money.ts';
import {
  atTable,
  comeBack,
  enterWithdrawal,
  expectTotal,
  inWords,
  openGame,
  openMoney,
  play,
  sendWithdrawal,
  sumOfStatement,
  timeline,
  winAtTable,
  withdrawButton,
} from './support/money-steps.ts';
import type { Person } from './support/person.ts';
import { type At, openAs } from './support/steps.ts';
import { type APIRequestContext, expect, type Locator, test } from './support/test.ts';

/** A payment out as the bank that makes it shows it. */
interface Payout {
  status: string;
  amount: number;
  destination: { bankCode: string; accountNo: string; accountName: string };
}

/** What the member's bank received. */
async function received(request: APIRequestContext, edition: Edition, { accountNo }: Person): Promise<Payout[]> {
  const answer = await request.get(`${EDITIONS[edition].parties}/gateway/payouts`);
  return ((await answer.json()) as Payout[]).filter(({ destination }) => destination.accountNo === accountNo);
}

/** Withdraws, and follows it to the list: its card there, and its reference. */
async function withdraw(at: At, amount: number): Promise<{ card: Locator; reference: string }> {
  const { page, t } = at;
  const dialog = await openMoney(at, 'withdraw');
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/wallet/withdrawAll'));
  await sendWithdrawal(at, dialog, amount);
  const { withdrawal } = (await (await answered).json()) as { withdrawal: { reference: string } };
  await expect(dialog.getByText(t('wallet:withdraw.waiting'))).toBeVisible();
  await dialog.getByRole('button', { name: t('mf-wallet:withdraw.follow') }).click();
  const list = dialog.getByRole('list', { name: t('mf-wallet:statement.withdrawals') });
  const card = list.getByRole('listitem').filter({ hasText: withdrawal.reference.slice(-8) });
  await expect(card).toBeVisible();
  return { card, reference: withdrawal.reference };
}

const step = ({ t }: Pick<At, 't'>, name: string) => t(`mf-wallet:withdraw.step.${name}`);

/** Approves as an operator does; the first of two where it takes two. */
async function approve(edition: Edition, reference: string): Promise<string | undefined> {
  const { approvalId } = await decide<{ approvalId?: string }>(
    await operatorSession(edition),
    `/operator/withdrawals/${reference}/approve`,
  );
  return approvalId;
}

for (const edition of ['thai', 'laos'] as const) {
  test.describe(`on the ${edition} edition, in ${MONEY[edition].currency}`, () => {
    test.use({ edition });
    const { unit } = MONEY[edition];

    test('a withdrawal waits for the operator, arrives at the bank account of the member, and the statement adds up', async ({
      page,
      request,
      t,
    }) => {
      const at = { page, edition, t };
      const [had, amount] = [500 * unit, 200 * unit];
      const { person, member } = await openWealthy(page, edition, had);
      const { card, reference } = await withdraw(at, amount);
      const past = timeline(at, card);
      await expect(past).toContainText(step(at, 'REQUESTED'));
      await expect(past.locator('[aria-current=step]')).toContainText(step(at, 'APPROVED_NEXT'));
      await expect(card.getByText(t('mf-wallet:withdraw.status.pending'))).toBeVisible();
      expect((await walletOf(member)).main, 'it is held').toBe(had - amount);

      expect(await approve(edition, reference)).toBeUndefined();
      await expect(async () => {
        expect(await received(request, edition, person)).toMatchObject([
          {
            status: 'PAID',
            amount,
            destination: { bankCode: person.bank, accountName: `${person.firstName} ${person.lastName}` },
          },
        ]);
      }).toPass({ timeout: 60_000 });
      await expect(async () => {
        await comeBack(page);
        await expect(past).toContainText(step(at, 'PAID'), { timeout: 2000 });
      }).toPass();
      await expect(card.getByText(t('mf-wallet:withdraw.status.success'))).toBeVisible();
      await page.keyboard.press('Escape');
      await expectTotal(at, had - amount);
      expect(await sumOfStatement(at, 2)).toBe(had - amount);
    });
  });
}

test('a withdrawal that nobody approved yet can be taken back, and the money returns', async ({ page, edition, t }) => {
  const at = { page, edition, t };
  const { member } = await openWealthy(page, edition, 500);
  const { card } = await withdraw(at, 500);
  await card.getByRole('button', { name: t('mf-wallet:withdraw.cancel') }).click();
  const question = page.getByRole('alertdialog', { name: t('mf-wallet:withdraw.cancelTitle') });
  await expect(question).toContainText(t('mf-wallet:withdraw.cancelText', { amount: inWords(at, 500) }));
  await question.getByRole('button', { name: t('mf-wallet:withdraw.cancel') }).click();
  await expect(timeline(at, card)).toContainText(step(at, 'CANCELLED'));
  await expect(card.getByText(t('mf-wallet:withdraw.status.cancelled'), { exact: true })).toBeVisible();
  expect((await walletOf(member)).main).toBe(500);
  await page.keyboard.press('Escape');
  await expectTotal(at, 500);
  expect(await sumOfStatement(at, 3)).toBe(500);
});

test('a withdrawal is read once more before it is sent, and its receipt is shared with its whole reference', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => {
        (window as unknown as { shared: ShareData }).shared = data;
      },
    });
  });
  const { person, member } = await openWealthy(page, edition, 500);
  const dialog = await openMoney(at, 'withdraw');
  await enterWithdrawal(at, dialog, 300);
  const review = dialog.getByRole('region', { name: t('mf-wallet:withdraw.review') });
  await expect(review).toContainText('300.00');
  await expect(review).toContainText(person.accountNo.slice(-4));
  await expect(review.getByText(t('mf-wallet:withdraw.noFee'))).toBeVisible();
  const limits = { minimum: inWords(at, 100), maximum: inWords(at, 50_000) };
  await expect(review.getByText(t('mf-wallet:withdraw.limits', limits))).toBeVisible();
  expect((await walletOf(member)).main, 'nothing is sent yet').toBe(500);

  await dialog.getByRole('button', { name: t('mf-wallet:withdraw.change'), exact: true }).click();
  const field = dialog.getByLabel(t('wallet:withdraw.amount'));
  await expect(field).toHaveValue('300');
  await expect(field).toBeFocused();
  await enterWithdrawal(at, dialog, 200);
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/wallet/withdrawAll'));
  await withdrawButton(at, dialog).click();
  const { withdrawal } = (await (await answered).json()) as { withdrawal: { reference: string } };
  expect((await walletOf(member)).main).toBe(300);
  await dialog.getByRole('button', { name: t('mf-wallet:withdraw.share') }).click();
  const shared = await page.evaluate(() => (window as unknown as { shared?: ShareData }).shared?.text);
  expect(shared).toContain(withdrawal.reference);
  expect(shared).toContain('200.00');
  expect(shared, 'an account number leaves the phone by its end only').not.toContain(person.accountNo);
});

test('what was won in a game a moment ago can be withdrawn at once', async ({ page, edition, t }) => {
  const at = { page, edition, t };
  const { token, member } = await wealthy(edition, 500);
  await hasGame(member, 'NAGA');
  await openAs(page, token, '/user/home');
  await expectTotal(at, 500);
  const game = await openGame(at, 'Naga Reels');
  const table = await play(at, game);
  await expect(atTable(table)).toBeVisible();
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(game).toBeHidden();
  const { stake } = MONEY[edition];
  await winAtTable(table, stake);
  const all = 500 + 2 * stake;
  await page.bringToFront();
  const dialog = await openMoney(at, 'withdraw');
  // The server has asked the games less than three seconds ago: the dialog asks once more then.
  await expect(dialog.getByText(all.toLocaleString('en-US')).first()).toBeVisible();
  await enterWithdrawal(at, dialog, all);
  await withdrawButton(at, dialog).click();
  await expect(dialog.getByText(t('wallet:withdraw.waiting'))).toBeVisible();
  expect(await walletOf(member)).toEqual({ main: 0, games: { NAGA: 0 } });
});

test('a withdrawal from elsewhere shows by itself and allows no second one; one that asks too little or too much is refused at once', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  const { member } = await openWealthy(page, edition, 1000);
  const dialog = await openMoney(at, 'withdraw');
  await enterWithdrawal(at, dialog, 99);
  await expect(dialog.getByText(t('wallet:limit.minimum', { amount: inWords(at, 100) }))).toBeVisible();
  await enterWithdrawal(at, dialog, 50_001);
  await expect(dialog.getByText(t('wallet:limit.maximum', { amount: inWords(at, 50_000) }))).toBeVisible();
  await enterWithdrawal(at, dialog, 1001);
  await expect(dialog.getByText(t('mf-wallet:withdraw.notThatMuch', { total: inWords(at, 1000) }))).toBeVisible();

  const elsewhere = await member.post('/api/wallet/withdrawAll', { data: { amount: 300 } });
  expect(elsewhere.ok(), await elsewhere.text()).toBe(true);
  await expect(timeline(at, dialog), 'the one from elsewhere shows by itself').toContainText(step(at, 'REQUESTED'));
  const second = await member.post('/api/wallet/withdrawAll', { data: { amount: 200 } });
  expect(await second.json()).toMatchObject({ message: 'WITHDRAW_PENDING' });
  expect((await walletOf(member)).main, 'one was taken').toBe(700);
});

test('a large withdrawal is paid after two operators, and one of them cannot be both', async ({ page, edition, t }) => {
  const at = { page, edition, t };
  await openWealthy(page, edition, 30_000);
  const { card, reference } = await withdraw(at, 25_000);
  const approval = await approve(edition, reference);
  expect(approval).toBeTruthy();
  const path = `/operator/approvals/${approval}/approve`;
  const alone = await (await operatorSession(edition)).post(path);
  expect(await alone.json()).toMatchObject({ message: 'APPROVAL_SELF' });
  await comeBack(page);
  await expect(card.getByRole('button', { name: t('mf-wallet:withdraw.cancel') }), 'not approved yet').toBeVisible();
  await decide(await secondOperator(edition), path);
  await expect(async () => {
    await comeBack(page);
    await expect(timeline(at, card)).toContainText(step(at, 'PAID'), { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(card.getByText(t('mf-wallet:withdraw.status.success'))).toBeVisible();
});

test('a withdrawal that the operator rejects comes back with the reason, and a refused payout in words', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  await openWealthy(page, edition, 1000);
  const { card, reference } = await withdraw(at, 300);
  const reason = 'บัญชีปิดแล้ว';
  await decide(await operatorSession(edition), `/operator/withdrawals/${reference}/reject`, { reason });
  await expect(async () => {
    await comeBack(page);
    await expect(timeline(at, card)).toContainText(step(at, 'REJECTED'), { timeout: 2000 });
  }).toPass();
  await expect(card.getByText(t('mf-wallet:withdraw.reason', { reason }))).toBeVisible();
  await page.keyboard.press('Escape');
  // The satang tell the bank of the sandbox to refuse it.
  const refused = await withdraw(at, 300.85);
  await approve(edition, refused.reference);
  await expect(async () => {
    await comeBack(page);
    await expect(timeline(at, refused.card)).toContainText(step(at, 'REFUSED'), { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(refused.card.getByText(t('mf-wallet:withdraw.refusal.OTHER'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expectTotal(at, 1000);
});
