import { openReward, registerAt, rigBonuses } from './support/bonus.ts';
import { LANGUAGE_OF, WITH_A_PAST } from './support/editions.ts';
import { grouped, hasGame, MONEY, openWealthy } from './support/money.ts';
import { atTable, loseAtTable, openGame, openMoney, play, refreshBalance } from './support/money-steps.ts';
import { session, somebody } from './support/person.ts';
import { backFromDialog } from './support/settled.ts';
import { type At, confirmPhone, openAs } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

const LOSING_GAME = { code: 'NAGA', name: 'Naga Reels' };

/** Answers a call that has one effect, and counts the requests and their keys. */
async function answer(page: Page, path: string, json: unknown, then: () => Promise<void>): Promise<string[]> {
  const keys: string[] = [];
  await page.route(`**${path}`, async (route) => {
    keys.push((await route.request().headerValue('Idempotency-Key')) ?? '');
    await then();
    return route.fulfill({ json });
  });
  return keys;
}

for (const edition of ['thai', 'laos'] as const) {
  const language = LANGUAGE_OF[edition];

  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    /** The bonus page with answers that stand still. */
    async function openBonuses(at: At, standing: 'OPEN' | 'LOST' | null): Promise<void> {
      await rigBonuses(at, { language, standing });
      await openAs(at.page, await session(edition, WITH_A_PAST[edition]), '/user/bonus');
    }

    test('a bonus is received once by two taps, its progress stands there, and the back button closes its dialog', async ({
      page,
      t,
    }) => {
      const at = { page, edition, t };
      await openBonuses(at, null);
      const card = page.getByRole('main').getByRole('listitem').first().getByRole('button');
      await card.click();
      const dialog = page.getByRole('dialog');
      const receive = dialog.getByRole('button', { name: t('reward:bonus.receive') });
      await expect(receive).toBeVisible();
      await backFromDialog(page);
      await expect(dialog).toBeHidden();
      await expect(card).toBeFocused();
      await page.keyboard.press('Enter');
      const body = { _id: 'u1', isActive: true, received: [] };
      const keys = await answer(page, '/api/bonus/activate/WELCOME10', body, () =>
        rigBonuses(at, { language, standing: 'OPEN' }),
      );
      await receive.dblclick();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('progressbar')).toBeVisible();
      await expect(card.getByText(t('reward:bonus.current'))).toBeVisible();
      expect(keys).toHaveLength(1);
      expect(keys[0]).toMatch(/.{16}/);
    });

    test('a lost condition says what ending it costs, and ends once', async ({ page, t }) => {
      const at = { page, edition, t };
      await openBonuses(at, 'LOST');
      await page.getByRole('button', { name: t('reward:bonus.cancel') }).click();
      const question = page.getByRole('alertdialog', { name: t('reward:bonus.cancel') });
      await expect(question.getByText(grouped(35.5 * MONEY[edition].unit))).toBeVisible();
      const keys = await answer(page, '/api/bonus/clear', { message: 'BONUS_CLEAR' }, () =>
        rigBonuses(at, { language, standing: null }),
      );
      await question.getByRole('button', { name: t('reward:bonus.cancel') }).dblclick();
      await expect(page.getByText(t('errors:BONUS_CLEAR'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('reward:promotion.search') })).toBeVisible();
      expect(keys).toHaveLength(1);
    });

    test('a promotion is not found, found in capitals, and received', async ({ page, t }) => {
      const at = { page, edition, t };
      await openBonuses(at, null);
      const code = page.getByLabel(t('reward:promotion.code'));
      await code.fill('nothing');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(t('reward:promotion.notFound'))).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await code.fill('songkran');
      await expect(code).toHaveValue('SONGKRAN');
      await page.keyboard.press('Enter');
      const keys = await answer(page, '/api/promotion/activate/SONGKRAN', { message: 'SUCCESS' }, () =>
        rigBonuses(at, { language, standing: 'OPEN' }),
      );
      await dialog.getByRole('button', { name: t('reward:promotion.receive') }).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(keys).toHaveLength(1);
    });

    test('a refund is reserved, confirmed with its conditions, and paid once', async ({ page, t }) => {
      const at = { page, edition, t };
      await rigBonuses(at, { language, standing: null });
      await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
      const dialog = await openReward(at, 'refund');
      const receipt = { message: 'REFUND_SUCCESS', refundAmount: 50.25 };
      const reserved = await answer(page, '/api/refund/receive', receipt, async () => undefined);
      const paid = await answer(page, '/api/refund/addWallet', receipt, () =>
        rigBonuses(at, { language, standing: 'OPEN' }),
      );
      await dialog.getByRole('button', { name: t('reward:refund.receive') }).dblclick();
      const question = page.getByRole('alertdialog', { name: t('reward:refund.addWallet') });
      await expect(question.getByText(t('reward:terms.success', { percent: 200 }))).toBeVisible();
      await question.getByRole('button', { name: t('reward:refund.addWallet') }).dblclick();
      await expect(page.getByText(t('errors:REFUND_SUCCESS'))).toBeVisible();
      await expect(dialog.getByText(t('reward:rule.noRefund'))).toBeVisible();
      expect([reserved.length, paid.length]).toEqual([1, 1]);
    });

    test('a friend registers with the code of the invite link', async ({ page, browser, t }) => {
      test.setTimeout(120_000);
      await openWealthy(page, edition, 0);
      const dialog = await openReward({ page, t }, 'invite');
      await expect(dialog.getByRole('img', { name: t('mf-bonus:invite.qrAlt') })).toBeVisible();
      const link = await dialog.getByText(registerAt(edition)).textContent();
      const code = (link ?? '').slice(registerAt(edition).length);
      expect(code).toMatch(/^PR\d{8}$/);
      const friend = await browser.newContext();
      const device = await friend.newPage();
      await device.goto(link ?? '');
      await confirmPhone({ page: device, edition, t }, somebody(edition));
      await expect(device.getByLabel(t('shell:register.profile.invite'))).toHaveValue(code);
      await friend.close();
    });

    test('what was lost in a game stands in the results beside the refund', async ({ page, t }) => {
      test.setTimeout(120_000);
      const at = { page, edition, t };
      const { stake, unit } = MONEY[edition];
      const { member } = await openWealthy(page, edition, 500 * unit);
      await hasGame(member, LOSING_GAME.code, 100 * unit);
      await page.reload();
      const table = await play(at, await openGame(at, LOSING_GAME.name));
      await expect(atTable(table)).toBeVisible();
      await loseAtTable(table, stake);
      await table.close();
      await page.bringToFront();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(async () => {
        await refreshBalance(at);
        const results = (await (await member.get('/api/game-result')).json()) as { days: { result: number }[] };
        expect(results.days[0]?.result).toBe(-stake);
      }).toPass({ timeout: 30_000 });
      const dialog = await openReward(at, 'refund');
      await dialog.getByRole('tab', { name: t('mf-bonus:refund.results') }).click();
      await expect(dialog.getByText(LOSING_GAME.name)).toBeVisible();
      await expect(dialog.getByText(`-${grouped(stake)}`).first()).toBeVisible();
    });

    test('why a withdrawal is refused is one tap away from it, with the way out', async ({ page, t }) => {
      const at = { page, edition, t };
      await rigBonuses(at, { language, standing: 'OPEN' });
      await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/home');
      const withdraw = await openMoney(at, 'withdraw');
      await withdraw.getByRole('button', { name: t('mf-wallet:withdraw.whyNot') }).click();
      const reasons = page.getByRole('dialog', { name: t('mf-bonus:blocker.title') });
      await expect(reasons.getByRole('listitem')).toHaveCount(3);
      await reasons.getByRole('link', { name: t('mf-bonus:blocker.go.MEET_CONDITION') }).click();
      await expect(page).toHaveURL(/\/user\/bonus$/);
      await expect(page.getByRole('progressbar')).toBeVisible();
    });
  });
}
