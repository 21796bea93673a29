import { openReward, registerAt } from './support/bonus.ts';
import { grouped, MONEY, openWealthy, tell, transferBy, walletOf } from './support/money.ts';
import { inWords, loseAtTable, playRounds } from './support/money-steps.ts';
import { portal, session, somebody } from './support/person.ts';
import { logIn, openAs, register } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { toTomorrow } from './support/tomorrow.ts';

const GAME = { code: 'NAGA', name: 'Naga Reels' };

for (const edition of ['thai', 'laos'] as const) {
  const { unit, stake } = MONEY[edition];

  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    test("a friend joins by the invite link and loses; the next day's refund is theirs, and the invite bonus is their inviter's", async ({
      page,
      browser,
      t,
    }) => {
      test.setTimeout(240_000);
      const at = { page, edition, t };
      const inviter = await openWealthy(page, edition, 0);
      const invite = await openReward(at, 'invite');
      const link = (await invite.getByText(registerAt(edition)).textContent()) ?? '';

      const friend = somebody(edition);
      const context = await browser.newContext({ baseURL: registerAt(edition) });
      const theirs = { page: await context.newPage(), edition, t };
      await theirs.page.goto(link);
      await register(theirs, friend);
      const member = await portal(edition, await session(edition, friend));
      await tell(edition, '/bank/transfers', transferBy(edition, friend, 500 * unit));
      await expect(async () => expect((await walletOf(member)).main).toBe(500 * unit)).toPass({ timeout: 60_000 });
      await logIn(theirs, friend);
      await expect(theirs.page).toHaveURL(/\/user\/home$/);
      const rounds = Math.ceil((20 * unit) / stake);
      const lost = rounds * stake;
      await playRounds(theirs, { member, game: GAME, rounds, round: loseAtTable, total: 500 * unit - lost });
      await context.close();

      await toTomorrow(edition);
      // By the demo's rules both are this part of the loss.
      const share = lost / 20;
      await expect(async () => {
        const tomorrow = await portal(edition, await session(edition, inviter.person));
        const { invite: waits } = (await (await tomorrow.get('/api/wallet')).json()) as { invite: { amount: number } };
        expect(waits.amount).toBe(share);
        await tomorrow.dispose();
      }).toPass({ timeout: 60_000, intervals: [2000] });

      await openAs(page, await session(edition, inviter.person), '/user/home');
      await page
        .getByRole('main')
        .getByRole('button', { name: t('mf-bonus:invite.receive') })
        .click();
      const question = page.getByRole('alertdialog', { name: t('reward:invite.receiveTitle') });
      await expect(question.getByText(t('mf-bonus:invite.confirm', { amount: inWords(at, share) }))).toBeVisible();
      await question.getByRole('button', { name: t('common:action.confirm') }).dblclick();
      await expect(page.getByText(t('errors:INVITE_BONUS_SUCCESS'))).toBeVisible();
      const paid = await portal(edition, await session(edition, inviter.person));
      expect((await walletOf(paid)).main).toBe(share);

      const token = await session(edition, friend);
      await openAs(page, token, '/user/home');
      const dialog = await openReward(at, 'refund');
      await expect(dialog.getByText(grouped(share)).first()).toBeVisible();
      await dialog.getByRole('button', { name: t('reward:refund.receive') }).click();
      const confirm = page.getByRole('alertdialog', { name: t('reward:refund.addWallet') });
      await confirm.getByRole('button', { name: t('reward:refund.addWallet') }).dblclick();
      await expect(page.getByText(t('errors:REFUND_SUCCESS'))).toBeVisible();
      await expect(dialog.getByText(t('reward:rule.noRefund'))).toBeVisible();
      const after = await walletOf(await portal(edition, token));
      expect(after.main + (after.games[GAME.code] ?? 0)).toBe(500 * unit - lost + share);
      await dialog.getByRole('tab', { name: t('mf-bonus:refund.log') }).click();
      await expect(dialog.getByRole('table').getByText(grouped(share))).toBeVisible();
    });
  });
}
