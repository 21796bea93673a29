import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from './test.ts';

/**
 * Scripts in every disguise we know, one a line; each sets `window.krapaoRan`. The server's tests read the same file.
 */
export const PAYLOADS = readFileSync(new URL('../../server/site/testdata/payloads.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '');
/** Addresses that must lead nowhere. */
export const URLS = JSON.parse(
  readFileSync(new URL('../../server/site/testdata/urls.json', import.meta.url), 'utf8'),
) as string[];

/**
 * Collects what scripts would do that is seen from outside: requests to other hosts than `baseURL`, and dialogs. From
 * now on; the list grows.
 */
export function watchStrange(context: BrowserContext, baseURL: string | undefined): string[] {
  const strange: string[] = [];
  const { hostname: own } = new URL(baseURL ?? '');
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== own) strange.push(request.url());
  });
  context.on('dialog', (dialog) => {
    strange.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return strange;
}

/** Does to everything that is shown what a member might do, and tells what ran and which links lead astray. */
export async function provoke(page: Page): Promise<{ ran: boolean; links: string[] }> {
  return page.evaluate(async () => {
    for (const element of document.body.querySelectorAll('*')) {
      if (element instanceof HTMLDetailsElement) element.open = true;
      for (const type of [
        'mouseover',
        'pointerenter',
        'focus',
        'focusin',
        'toggle',
        'animationstart',
        'transitionend',
        'wheel',
        'error',
        'load',
      ]) {
        element.dispatchEvent(new Event(type));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    const schemes = new Set(['https:', 'http:', 'mailto:', 'tel:', 'blob:']);
    const astray = [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]')].filter((link) => {
      const { protocol, origin } = new URL(link.href, location.href);
      return !schemes.has(protocol) || (protocol === 'http:' && origin !== location.origin);
    });
    return { ran: 'krapaoRan' in window, links: astray.map((link) => link.outerHTML.slice(0, 200)) };
  });
}
