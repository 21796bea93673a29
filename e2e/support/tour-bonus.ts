import { languageOf, openReward, rigBonuses, rigInviteBonus, type Standing } from './bonus.ts';
import { WITH_A_PAST } from './editions.ts';
import { openMoney } from './money-steps.ts';
import { session } from './person.ts';
import { steppedBack } from './settled.ts';
import { type At, openAs } from './steps.ts';
import { expect } from './test.ts';
import type { Visit } from './tour.ts';

async function leave({ page }: Pick<At, 'page'>): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  await steppedBack(page);
}

/** The bonuses without a condition: the cards, a bonus, a code that is found and one that is not. */
async function offers(at: At, visit: Visit): Promise<void> {
  const { page, t } = at;
  await page.goto('/user/bonus');
  const search = page.getByRole('button', { name: t('reward:promotion.search') });
  await expect(search).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
  await visit('bonus');
  await page.getByRole('main').getByRole('listitem').nth(1).getByRole('button').click();
  await expect(
    page.getByRole('dialog').getByRole('img').or(page.getByRole('dialog').locator('figure')).first(),
  ).toBeVisible();
  await visit('bonus-dialog');
  await leave(at);
  await search.click();
  await expect(page.getByText(t('mf-bonus:promotion.required'))).toBeVisible();
  await visit('bonus-code-missing');
  const code = page.getByLabel(t('reward:promotion.code'));
  await code.fill('nothing');
  await search.click();
  await expect(page.getByText(t('reward:promotion.notFound'))).toBeVisible();
  await visit('promotion-none');
  await leave(at);
  await code.fill('songkran');
  await search.click();
  await expect(page.getByRole('button', { name: t('reward:promotion.receive') })).toBeVisible();
  await visit('promotion');
  await leave(at);
}

/** The active condition as it stands, and the question before it is ended. */
async function condition(at: At, visit: Visit, standing: Exclude<Standing, null>): Promise<void> {
  const { page, t } = at;
  await rigBonuses(at, { language: languageOf(at), standing });
  await page.goto('/user/bonus');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await visit(`bonus-${standing.toLowerCase()}`);
  await page.getByRole('button', { name: t('reward:bonus.cancel') }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await visit(`bonus-end-${standing.toLowerCase()}`);
  await leave(at);
}

async function refund(at: At, visit: Visit): Promise<void> {
  const { page, t } = at;
  const title = t('mf-bonus:refund.title');
  await page.getByRole('main').getByRole('button', { name: title, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: t('mf-bonus:banner.next') })).toBeVisible();
  await visit('refund-banner');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('mf-bonus:banner.next') })
    .click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('50.25').or(dialog.getByText('50,250')).first()).toBeVisible();
  await visit('refund');
  await dialog.getByRole('tab').nth(1).click();
  await expect(dialog.getByRole('table')).toBeVisible();
  await visit('refund-log');
  await dialog.getByRole('tab').nth(2).click();
  await expect(dialog.getByText('Naga Reels').first()).toBeVisible();
  await visit('refund-results');
  await leave(at);
}

async function invite(at: At, visit: Visit): Promise<void> {
  const { page, t } = at;
  const dialog = await openReward(at, 'invite');
  await expect(dialog.getByRole('img')).toBeVisible();
  await visit('invite');
  await dialog.getByRole('tab').nth(1).click();
  await expect(dialog.getByRole('table')).toBeVisible();
  await visit('invite-earned');
  await leave(at);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('mf-bonus:invite.receive') })
    .click();
  await expect(page.getByRole('alertdialog', { name: t('reward:invite.receiveTitle') })).toBeVisible();
  await visit('invite-receive');
  await leave(at);
}

/** The screens of bonuses, on answers that are the same on every day. */
export async function rewardScreens(at: At, visit: Visit): Promise<void> {
  const { page, edition, t } = at;
  const language = languageOf(at);
  await rigBonuses(at, { language, standing: null });
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/bonus');
  await offers(at, visit);
  await rigInviteBonus(page, edition);
  await page.goto('/user/home');
  await expect(page.getByRole('button', { name: t('mf-bonus:invite.receive') })).toBeVisible();
  await visit('home-invite');
  await invite(at, visit);
  await refund(at, visit);
  await condition(at, visit, 'OPEN');
  await condition(at, visit, 'LOST');
  await condition(at, visit, 'MET');
  await condition(at, visit, 'BETS');
  await page.goto('/user/home');
  const withdraw = await openMoney(at, 'withdraw');
  await withdraw.getByRole('button', { name: t('mf-wallet:withdraw.whyNot') }).click();
  await expect(page.getByRole('dialog', { name: t('mf-bonus:blocker.title') }).getByRole('listitem')).toHaveCount(3);
  await visit('withdraw-blockers');
}
