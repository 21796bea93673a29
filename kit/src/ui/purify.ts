import createPurifier, { type Config, type DOMPurify } from 'dompurify';

/** Text, lists, tables, links and pictures. No styles (the CSP refuses them), no forms, no ids that could shadow the page's. */
const CONFIG = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'option',
    'dialog',
    'audio',
    'video',
    'picture',
    'source',
  ],
  FORBID_ATTR: ['style', 'id', 'name', 'class', 'srcset', 'background', 'bgcolor'],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|tel:|mailto:|\/(?!\/)|#)/i,
  RETURN_TRUSTED_TYPE: true,
} satisfies Config;

let purifier: DOMPurify | undefined;

/** Links out of the product open in a tab of their own that cannot reach back; pictures come from this origin only, as the CSP says. */
function finish(node: Element): void {
  if (node instanceof HTMLAnchorElement) {
    const outside = /^https?:/i.test(node.getAttribute('href') ?? '');
    if (outside) node.setAttribute('target', '_blank');
    else node.removeAttribute('target');
    if (outside) node.setAttribute('rel', 'noopener noreferrer');
  }
  if (node instanceof HTMLImageElement) {
    const source = node.getAttribute('src') ?? '';
    const own =
      source.startsWith('/') || /^data:image\//i.test(source) || source.startsWith(`${window.location.origin}/`);
    if (!own) {
      node.remove();
      return;
    }
    node.setAttribute('loading', 'lazy');
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  }
}

/** Makes the operator's HTML safe to show. The answer goes to dangerouslySetInnerHTML, and passes Trusted Types where they are on. */
export function purify(html: string): string | TrustedHTML {
  if (purifier === undefined) {
    purifier = createPurifier(window);
    purifier.addHook('afterSanitizeAttributes', finish);
  }
  return purifier.sanitize(html, CONFIG);
}
