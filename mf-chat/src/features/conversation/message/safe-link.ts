import type { ChatButton } from '../../../api/gen/model';

/** Where a text's link leads: an https address without a name that reads like its host. Undefined: nowhere. */
export function webLink(address: string): string | undefined {
  try {
    const url = new URL(address);
    const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '';
    return isPlain && /^https:\/\//i.test(address) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** The number that a button calls. Undefined: it is none. */
function telephoneLink(number: string): string | undefined {
  const digits = number.replaceAll(/[\s()-]/g, '');
  return /^\+?\d{3,15}$/.test(digits) ? `tel:${digits}` : undefined;
}

/**
 * Where a button of a message leads by itself; undefined for one that sends something back, and for one that leads
 * nowhere safe.
 */
export function linkOf({ type, payload = '' }: ChatButton): string | undefined {
  if (type === 'web') return webLink(payload);
  return type === 'call' ? telephoneLink(payload) : undefined;
}

/** The address of a file that our server keeps. Undefined: it lies elsewhere, and is not shown. */
export function mediaAddress(path: string | undefined): string | undefined {
  if (path === undefined || !/^\/?media\/[\w./-]+$/.test(path) || path.includes('..') || path.includes('//'))
    return undefined;
  return path.startsWith('/') ? path : `/${path}`;
}

/** A piece of a text: words, or a link. */
export interface TextPart {
  text: string;
  href?: string;
}

/**
 * Splits a text where it has https addresses, which end at the first character that no address has: Thai and Lao are
 * written without spaces. What stands around one, like a full stop, is no part of it.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(/https:\/\/[!#-&(-;=?-_a-~]+/gi)) {
    const address = match[0].replace(/[.,;:!?)\]}]+$/, '');
    const href = webLink(address);
    if (href === undefined) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) });
  return parts;
}
