import createPurifier, { type Config, type DOMPurify } from 'dompurify';
import { keepTogether } from '../i18n';

/**
 * Text, lists, tables, links and pictures. No styles (the CSP refuses them), no forms, no ids that could shadow the
 * page's.
 */
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
    'map',
    'area',
  ],
  FORBID_ATTR: ['style', 'id', 'name', 'class', 'srcset', 'background', 'bgcolor'],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|tel:|mailto:|\/(?!\/)|#)/i,
  RETURN_TRUSTED_TYPE: true,
} satisfies Config;

let purifier: DOMPurify | undefined;

/** Where a browser would go, which reads a backslash as a slash and leaves tabs out; undefined: nowhere. */
function placeOf(address: string): URL | undefined {
  try {
    return new URL(address, window.location.href);
  } catch {
    return undefined;
  }
}

function isOutside(place: URL): boolean {
  return /^https?:$/.test(place.protocol) && place.origin !== window.location.origin;
}

/**
 * Whether a link says plainly where it leads: one out of the product is written as such, without a name that reads like
 * its host.
 */
function isPlain(address: string): boolean {
  const place = placeOf(address);
  if (place === undefined || place.username !== '' || place.password !== '') return false;
  return !isOutside(place) || /^https?:\/\//i.test(address);
}

/**
 * Links out of the product open in a tab of their own that cannot reach back; pictures come from this origin only, as
 * the CSP says.
 */
function finish(node: Element): void {
  if (node instanceof HTMLAnchorElement) {
    const address = node.getAttribute('href');
    if (address !== null && !isPlain(address)) node.removeAttribute('href');
    const place = placeOf(node.getAttribute('href') ?? '');
    const outside = place !== undefined && isOutside(place);
    if (outside) node.setAttribute('target', '_blank');
    else node.removeAttribute('target');
    if (outside) node.setAttribute('rel', 'noopener noreferrer');
  }
  if (node instanceof HTMLImageElement) {
    const source = placeOf(node.getAttribute('src') ?? '');
    const own =
      source !== undefined && (source.origin === window.location.origin || /^data:image\//i.test(source.href));
    if (!own) {
      node.remove();
      return;
    }
    node.setAttribute('loading', 'lazy');
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  }
}

/** The operator's words break like the product's own. */
function breakWell(node: Node): void {
  if (node instanceof Text) node.data = keepTogether(node.data);
}

/**
 * Makes the operator's HTML safe to show. The answer goes to dangerouslySetInnerHTML, and passes Trusted Types where
 * they are on.
 */
export function purify(html: string): string | TrustedHTML {
  if (purifier === undefined) {
    purifier = createPurifier(window);
    purifier.addHook('afterSanitizeAttributes', finish);
    purifier.addHook('afterSanitizeElements', breakWell);
  }
  return purifier.sanitize(html, CONFIG);
}
