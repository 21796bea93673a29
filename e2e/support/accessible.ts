import AxeBuilder from '@axe-core/playwright';
import type { Page } from './test.ts';

/** What lies over a screen. */
export const DIALOGS = '[role=dialog], [role=alertdialog]';

/**
 * Whether an element's name holds what stands in it. axe also counts what is hidden from readers, such as the letters
 * of a drawn logo.
 */
async function namedByItsText(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const read = element.cloneNode(true) as Element;
    for (const hidden of read.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    const bare = (text: string | null) => (text ?? '').replace(/\s+/g, '');
    return bare(element.getAttribute('aria-label')).includes(bare(read.textContent));
  });
}

/**
 * What axe cannot decide is left to the eye, but for text in the very colour of its ground, which it takes for hidden
 * on purpose, as what is typed into the boxes of an OTP is.
 */
function invisible(
  undecided: { id: string; nodes: { html: string; any: { data: { messageKey?: string } | null }[] }[] }[],
): string[] {
  return undecided.flatMap(({ nodes }) =>
    nodes
      .filter(
        ({ html, any }) => any.some(({ data }) => data?.messageKey === 'equalRatio') && !html.startsWith('<input'),
      )
      .map(({ html }) => `invisible: ${html.slice(0, 160)}`),
  );
}

/**
 * What axe judges by how a page is painted and laid out; everything else it reads in the tree, which no colours change.
 * Contrast is not among it: axe would take our text on the reader's ground.
 */
const PAINTED = ['link-in-text-block', 'scrollable-region-focusable'];

/**
 * Lets axe look at the dialogs, or at the screen where there is none. The builder brings axe twice at every look, and
 * parsing it takes as long as looking: once for each page is enough.
 */
async function analyze(page: Page, ownColours: boolean): Promise<Awaited<ReturnType<AxeBuilder['analyze']>>> {
  const there = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(there && { axeSource: 'window.axe.version' }) }).setLegacyMode().options({
    resultTypes: ['violations', 'incomplete'],
    ...(!ownColours && { runOnly: PAINTED }),
  });
  if ((await page.locator(DIALOGS).count()) > 0) axe.include(DIALOGS);
  return axe.analyze();
}

/**
 * What axe finds. Under a dialog lies a screen that was looked at when it stood alone. In the reader's own colours only
 * what is painted is judged. That is a second look, during which a dialog may close by itself: then the screen is
 * looked at.
 */
export async function inaccessible(page: Page, { ownColours = true } = {}): Promise<string[]> {
  const { violations, incomplete } = await analyze(page, ownColours).catch(async (error: unknown) => {
    if (ownColours || (await page.locator(DIALOGS).count()) > 0) throw error;
    return analyze(page, ownColours);
  });
  const found = invisible(incomplete);
  for (const { id, impact, nodes } of violations) {
    if (impact !== 'serious' && impact !== 'critical') continue;
    for (const { html, target, failureSummary } of nodes) {
      if (id === 'label-content-name-mismatch' && (await namedByItsText(page, String(target[0])))) continue;
      found.push(`${id}: ${html.slice(0, 160)} ${failureSummary}`);
    }
  }
  return found;
}
