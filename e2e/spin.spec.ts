import { inaccessible } from './support/accessible.ts';
import { WITH_A_PAST } from './support/editions.ts';
import { MONEY, wealthy } from './support/money.ts';
import { expectTotal, inWords } from './support/money-steps.ts';
import { session } from './support/person.ts';
import { settled } from './support/settled.ts';
import { bringCoins, hub, openWheel, rigWheel, slicesOf, underPointer, wonDialog } from './support/spin.ts';
import { openAs } from './support/steps.ts';
import { expect, type Page, test } from './support/test.ts';

/** How long the wheel stands before the prize is shown, and how much faster than life it all goes where many spin. */
const STANDS_MS = 2000;
const FASTER = 8;

/** Lets the wheel turn faster, and stand for a shorter time before the prize is shown. */
async function hurry(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: FASTER });
  await page.evaluate(
    ([stands, faster]) => {
      const wait = window.setTimeout.bind(window);
      const shorter = (run: () => void, ms?: number, ...given: unknown[]) =>
        wait(run, ms === stands ? stands / faster : ms, ...given);
      window.setTimeout = shorter as typeof window.setTimeout;
    },
    [STANDS_MS, FASTER] as const,
  );
}

/** How many sectors each edition's wheel is tried with: it is drawn from the answer alone, and knows no edition. */
const SECTORS = { thai: [2, 24], laos: [8] } as const;

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

    for (const count of SECTORS[edition]) {
      test(`a wheel of ${count} sectors stops in the winning one, for each of them`, async ({ page, t }) => {
        test.setTimeout(60_000 + count * 8_000);
        const at = { page, edition, t };
        const codes = slicesOf(count).map(({ code }) => code);
        await rigWheel(page, count, codes);
        await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/spin');
        await hurry(page);
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
