import { inaccessible } from './support/accessible.ts';
import { type Edition, WITH_A_PAST } from './support/editions.ts';
import { MONEY, wealthy } from './support/money.ts';
import { expectTotal, inWords } from './support/money-steps.ts';
import { session } from './support/person.ts';
import { settled } from './support/settled.ts';
import { bringCoins, hub, openWheel, rigWheel, slicesOf, underPointer, wonDialog } from './support/spin.ts';
import { openAs } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import type { Locale } from './support/texts.ts';

for (const edition of ['thai', 'laos'] as const) {
  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    test('a member spins with a coin, claims the coupon once, finds it in the wallet and the statement, and checks the spin', async ({
      page,
      t,
    }) => {
      test.setTimeout(150_000);
      const at = { page, edition, t };
      const amount = await openWheel(edition);
      const rich = await wealthy(edition, 0);
      const had = 100 * MONEY[edition].unit;
      await bringCoins(edition, rich, 1);
      await openAs(page, rich.token, '/user/home');
      await page.getByRole('link', { name: t('mf-spin:wheel.tile') }).click();
      await expect(page).toHaveURL(/\/user\/spin$/);
      await expect(hub(at)).toContainText('1');

      const answered = page.waitForResponse('**/api/spinwheel/spin');
      await hub(at).click();
      const { result } = (await (await answered).json()) as { result: { code: string; label: string } };
      await expect(wonDialog(at)).toContainText(result.label);
      const { index, into } = await underPointer(page, 8);
      expect(slicesOf(8)[index]?.code).toBe(result.code);
      expect(into).toBeGreaterThan(0.09);
      expect(into).toBeLessThan(0.91);
      await settled(page);
      expect.soft(await inaccessible(page), 'what was won').toEqual([]);
      await wonDialog(at)
        .getByRole('button', { name: t('common:action.confirm') })
        .click();
      await expect(hub(at)).toHaveAttribute('aria-disabled', 'true');
      await expect(page.getByText(t('mf-spin:wheel.needs_other', { count: 1 }).slice(0, 8)).first()).toBeVisible();

      await page.getByRole('button', { name: t('mf-spin:coupon.claimOf', { label: result.label }) }).click();
      const claim = page.getByRole('dialog', { name: t('spin:claim.title') });
      await expect(claim.getByText('at once')).toBeVisible();
      const claimed = page.waitForRequest('**/api/spinwheel/coupon/claim');
      await claim.getByRole('button', { name: t('common:action.confirm') }).dblclick();
      const { coupon } = (await claimed).postDataJSON() as { coupon: string };
      await expect(claim.getByText(t('spin:claim.success'))).toBeVisible();
      const again = await rich.member.post('/api/spinwheel/coupon/claim', { data: { coupon } });
      expect(await again.json()).toEqual({ success: false, error: 'NO_CLAIMABLE_COUPON' });
      await claim
        .getByRole('button', { name: t('common:action.close') })
        .last()
        .click();
      await expect(page.getByText(t('mf-spin:coupon.empty'))).toBeVisible();

      await page.getByRole('link', { name: t('mf-spin:history.title') }).click();
      await expect(page.getByText(t('mf-spin:history.status.CLAIMED'))).toBeVisible();
      await page.getByRole('link', { name: t('mf-spin:check.of', { label: result.label }) }).click();
      await expect(page.getByText(t('mf-spin:check.right'), { exact: true })).toBeVisible();

      const menu = page.getByRole('navigation', { name: t('shell:nav.label') });
      await menu.getByRole('link', { name: t('shell:nav.home') }).click();
      await expectTotal(at, had + amount);
      await menu.getByRole('link', { name: t('shell:nav.statement') }).click();
      const entries = page.getByRole('list', { name: t('mf-wallet:statement.list') }).getByRole('listitem');
      await expect(entries).toHaveCount(2);
      await expect(entries.first()).toContainText(`+${inWords(at, amount).split(' ')[0]}`);
    });
  });
}

for (const count of [2, 8, 24]) {
  test(`a wheel of ${count} sectors stops in the winning one, for each of them`, async ({ page, edition, t }) => {
    test.setTimeout(60_000 + count * 8_000);
    const at = { page, edition, t };
    const codes = slicesOf(count).map(({ code }) => code);
    await rigWheel(page, count, codes);
    await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/spin');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 8 });
    for (const [wanted, code] of codes.entries()) {
      await hub(at).click();
      await expect(wonDialog(at)).toContainText(code);
      const { index, into } = await underPointer(page, count);
      expect(index).toBe(wanted);
      expect(into).toBeGreaterThan(0.09);
      expect(into).toBeLessThan(0.91);
      await wonDialog(at)
        .getByRole('button', { name: t('common:action.confirm') })
        .click();
      await expect(wonDialog(at)).toBeHidden();
    }
  });
}

test('a reload while the wheel turns shows what was won, once', async ({ page, edition, t }) => {
  const at = { page, edition, t };
  await rigWheel(page, 8, ['S3']);
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/spin');
  // It turns so slowly that a busy machine sees it too.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
  await hub(at).click();
  await expect(page.getByText(t('mf-spin:wheel.turning'))).toBeAttached();
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await page.reload();
  await expect(wonDialog(at)).toContainText('S3');
  expect((await underPointer(page, 8)).index).toBe(2);
  await wonDialog(at)
    .getByRole('button', { name: t('common:action.confirm') })
    .click();
  await expect(wonDialog(at)).toBeHidden();
  await page.reload();
  await expect(hub(at)).toBeVisible();
  await expect(wonDialog(at)).toBeHidden();
});

const WALKS: { edition: Edition; language: Locale; theme: 'light' | 'dark' }[] = [
  { edition: 'thai', language: 'th', theme: 'light' },
  { edition: 'laos', language: 'la', theme: 'dark' },
  { edition: 'thai', language: 'en', theme: 'dark' },
];

for (const { edition, language, theme } of WALKS) {
  test.describe(`${language} on the ${edition} edition, ${theme}`, () => {
    test.use({ edition, language, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } });

    test('every screen and dialog of the wheel is accessible and fits a narrow phone', async ({ page, t }) => {
      test.setTimeout(120_000);
      const at = { page, edition, t };
      const look = async (name: string) => {
        await settled(page);
        expect.soft(await inaccessible(page), `${name}: axe`).toEqual([]);
        for (const width of [320, 360]) {
          await page.setViewportSize({ width, height: 780 });
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect.soft(wide, `${name}: wider than ${width} px`).toBeLessThanOrEqual(1);
        }
      };
      await rigWheel(page, 8, ['S1']);
      await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/spin');
      await expect(hub(at)).toBeVisible();
      await expect(page.getByRole('table')).toBeVisible();
      await look('the wheel');
      await page.getByRole('button', { name: t('mf-spin:odds.title') }).click();
      await expect(page.getByRole('dialog', { name: t('mf-spin:odds.title') })).toBeVisible();
      await look('the odds');
      await page.goBack();
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.getByRole('button', { name: t('mf-spin:coupon.claimOf', { label: '100' }) }).click();
      await expect(page.getByRole('dialog', { name: t('spin:claim.title') })).toBeVisible();
      await look('the claim');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await hub(at).focus();
      await page.keyboard.press('Enter');
      await expect(wonDialog(at), 'without motion the prize is there at once').toBeVisible({ timeout: 1500 });
      await look('what was won');
      await page.keyboard.press('Escape');
      await expect(wonDialog(at)).toBeHidden();
      await expect(hub(at)).toBeFocused();
      await page.goto('/user/spin/history');
      await expect(page.getByText(t('mf-spin:history.status.OPEN'))).toBeVisible();
      await look('the spins');
      await page.goto('/user/spin/check?coupon=c1');
      await expect(page.getByText(t('mf-spin:check.right'), { exact: true })).toBeVisible();
      await look('the check');
    });
  });
}
