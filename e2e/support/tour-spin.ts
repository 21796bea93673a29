import { languageOf } from './bonus.ts';
import { WITH_A_PAST } from './editions.ts';
import { session } from './person.ts';
import { backFromDialog, steppedBack } from './settled.ts';
import { hub, rigWheel, wonDialog } from './spin.ts';
import { type At, openAs } from './steps.ts';
import { expect } from './test.ts';
import type { Visit } from './tour.ts';

async function leave({ page }: Pick<At, 'page'>): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await steppedBack(page);
}

/** The screens and dialogs of the prize wheel, without motion and on answers that are the same on every day. */
export async function spinScreens(at: At, visit: Visit): Promise<void> {
  const { page, edition, t } = at;
  await rigWheel(page, 8, ['S1'], languageOf(at));
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/spin');
  await expect(hub(at)).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await visit('spin-ready');
  await page.getByRole('button', { name: t('mf-spin:odds.title') }).click();
  await expect(page.getByRole('dialog', { name: t('mf-spin:odds.title') })).toBeVisible();
  await visit('spin-odds');
  await backFromDialog(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: t('mf-spin:coupon.claimOf', { label: '100' }) }).click();
  await expect(page.getByRole('dialog', { name: t('spin:claim.title') })).toBeVisible();
  await visit('spin-claim');
  await leave(at);
  await hub(at).focus();
  await page.keyboard.press('Enter');
  await expect(wonDialog(at)).toBeVisible();
  await visit('spin-won');
  await leave(at);
  await expect(hub(at)).toBeFocused();
  await page.goto('/user/spin/history');
  await expect(page.getByText(t('mf-spin:history.status.OPEN'))).toBeVisible();
  await visit('spin-history');
  await page.goto('/user/spin/check?coupon=c1');
  await expect(page.getByText(t('mf-spin:check.right'), { exact: true })).toBeVisible();
  await visit('spin-check');
}
