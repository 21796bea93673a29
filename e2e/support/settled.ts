import { expect, type Page } from './test.ts';

/** The skeletons are gone and nothing moves on its way to its place. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect, currentTime }) => {
          const { iterations, delay = 0 } = effect?.getComputedTiming() ?? {};
          return iterations !== Number.POSITIVE_INFINITY && Number(currentTime) >= Number(delay);
        })
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

/** A closed dialog takes its step of the history back, which would stop the way to another page. */
export async function steppedBack(page: Page): Promise<void> {
  await page.waitForFunction(() => window.history.state?.krapaoLayer === undefined);
}

/** Goes back from a dialog, once it has its step of the history: that comes a task after the dialog stands. */
export async function backFromDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => window.history.state?.krapaoLayer !== undefined);
  await page.goBack();
}
