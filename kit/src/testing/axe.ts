import axe from 'axe-core';

/**
 * Fails with what axe finds against WCAG 2.2 AA in `root`. Colours are checked in the browser and by the token test:
 * jsdom does not draw. Page-level rules (landmarks, one h1) are for whole pages only.
 */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  const result = await axe.run(root, {
    // It would wait for films, which jsdom does not load.
    preload: false,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  if (result.violations.length === 0) return;
  const found = result.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  throw new Error(`accessibility violations:\n${found.join('\n')}`);
}
