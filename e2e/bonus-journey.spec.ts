import { openCampaign } from './support/campaign.ts';
import { MONEY, openWealthy, walletOf } from './support/money.ts';
import {
  enterWithdrawal,
  inWords,
  loseAtTable,
  openMoney,
  playRounds,
  winAtTable,
  withdrawButton,
} from './support/money-steps.ts';
import { type At, goTo } from './support/steps.ts';
import { expect, type Locator, test } from './support/test.ts';

const GAME = { code: 'NAGA', name: 'Naga Reels' };

/** Goes to the bonuses by the tile on home. */
async function goToBonuses(at: At): Promise<void> {
  const { page, t } = at;
  await goTo(at, 'home');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('mf-bonus:bonus.tile'), exact: true })
    .click();
  await expect(page).toHaveURL(/\/user\/bonus$/);
}

/** Receives the bonus by its card. */
async function receive(at: At, name: string): Promise<void> {
  const { page, t } = at;
  await goToBonuses(at);
  await page.getByRole('main').getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: t('reward:bonus.receive') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t('mf-bonus:condition.state.OPEN'), { exact: true })).toBeVisible();
}

/** Opens the withdrawal on home, and in it the reasons why it would be refused. */
async function askWhyNot(at: At): Promise<Locator> {
  const { page, t } = at;
  await goTo(at, 'home');
  const withdraw = await openMoney(at, 'withdraw');
  await withdraw.getByRole('button', { name: t('mf-wallet:withdraw.whyNot') }).click();
  return page.getByRole('dialog', { name: t('mf-bonus:blocker.title') });
}

for (const edition of ['thai', 'laos'] as const) {
  const { unit, stake } = MONEY[edition];

  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    test('a bonus is received, stands in the way of a withdrawal, is played until it is met, and withdrawn with the cut shown before', async ({
      page,
      t,
    }) => {
      test.setTimeout(180_000);
      const at = { page, edition, t };
      const name = await openCampaign(edition, { kind: 'BONUS', fixed: 100, percentSuccess: 120, percentFail: 1 });
      const { member } = await openWealthy(page, edition, 500 * unit);
      await receive(at, name);
      expect((await walletOf(member)).main).toBe(600 * unit);

      const reasons = await askWhyNot(at);
      await expect(reasons.getByText(t('errors:BONUS_REMAINING'))).toBeVisible();
      const [total, minimum] = [inWords(at, 600 * unit), inWords(at, 620 * unit)];
      await expect(reasons.getByText(t('mf-bonus:blocker.way', { total, minimum })).first()).toBeVisible();
      await reasons.getByRole('link', { name: t('mf-bonus:blocker.go.MEET_CONDITION') }).click();
      await expect(page).toHaveURL(/\/user\/bonus$/);

      // A round that is won brings twice its stake on top.
      const rounds = Math.ceil((20 * unit) / (2 * stake));
      const has = 600 * unit + rounds * 2 * stake;
      await playRounds(at, { member, game: GAME, rounds, round: winAtTable, total: has });
      await goToBonuses(at);
      await expect(page.getByText(t('mf-bonus:condition.state.MET'), { exact: true })).toBeVisible();

      await goTo(at, 'home');
      const amount = 300 * unit;
      const withdraw = await openMoney(at, 'withdraw');
      await enterWithdrawal(at, withdraw, amount);
      const rest = inWords(at, has - amount);
      const review = withdraw.getByRole('region', { name: t('mf-wallet:withdraw.review') });
      await expect(review.getByText(t('mf-wallet:withdraw.cut', { amount: inWords(at, amount), rest }))).toBeVisible();
      await withdrawButton(at, withdraw).click();
      await expect(withdraw.getByText(t('wallet:withdraw.waiting'))).toBeVisible();
      expect(await walletOf(member)).toEqual({ main: 0, games: { [GAME.code]: 0 } });
      await page.keyboard.press('Escape');
      await goTo(at, 'statement');
      const entries = page.getByRole('list', { name: t('mf-wallet:statement.list') });
      await expect(entries.getByText(name).first(), 'the entry says which bonus it was').toBeVisible();
    });

    test('a bonus that is lost is ended and takes what games hold; a code is not found, then found, and received once', async ({
      page,
      t,
    }) => {
      test.setTimeout(180_000);
      const at = { page, edition, t };
      const name = await openCampaign(edition, { kind: 'BONUS', fixed: 100, percentSuccess: 500, percentFail: 99 });
      const code = await openCampaign(edition, { kind: 'PROMOTION', fixed: 50, percentSuccess: 200, percentFail: 1 });
      const { member } = await openWealthy(page, edition, 500 * unit);
      await receive(at, name);
      const rounds = Math.ceil((6 * unit) / stake);
      const left = 600 * unit - rounds * stake;
      await playRounds(at, { member, game: GAME, rounds, round: loseAtTable, total: left });
      const main = 200 * unit;
      const kept = { from: GAME.code, to: 'WALLET', amount: main };
      expect((await member.post('/api/wallet/transfer', { data: kept })).status()).toBe(200);
      await goToBonuses(at);
      await expect(page.getByText(t('mf-bonus:condition.state.LOST'), { exact: true })).toBeVisible();
      await page.getByRole('button', { name: t('reward:bonus.cancel') }).click();
      const question = page.getByRole('alertdialog', { name: t('reward:bonus.cancel') });
      const cost = inWords(at, left - main);
      await expect(question.getByText(t('mf-bonus:end.costs', { amount: cost }))).toBeVisible();
      await question.getByRole('button', { name: t('reward:bonus.cancel') }).click();
      await expect(page.getByText(t('errors:BONUS_CLEAR'))).toBeVisible();
      expect(await walletOf(member)).toEqual({ main, games: { [GAME.code]: 0 } });

      const field = page.getByLabel(t('reward:promotion.code'));
      const dialog = page.getByRole('dialog');
      await field.fill('e2enothing');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(t('reward:promotion.notFound'))).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await field.fill(code.toLowerCase());
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('at once')).toBeVisible();
      await dialog.getByRole('button', { name: t('reward:promotion.receive') }).dblclick();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(t('reward:bonus.active', { type: code }))).toBeVisible();
      expect((await walletOf(member)).main).toBe(main + 50 * unit);
      const again = await member.post(`/api/promotion/activate/${code}`, {
        headers: { 'Idempotency-Key': 'e2e-the-second-try-of-it' },
      });
      expect([again.status(), ((await again.json()) as { message: string }).message]).toEqual([
        409,
        'PROMOTION_RECEIVED',
      ]);
    });
  });
}
