/** A gift link inside whatever the e-wallet's share sheet wraps around it. */
const LINK = /https:\/\/gift\.truemoney\.com\/\S+/i;

/** The length of the initialisation vector in bytes (contract). */
const IV_BYTES = 12;

/** The gift link of an entry: the link in a shared text, or the entry itself, for the server to judge. */
export function linkIn(entry: string): string {
  return LINK.exec(entry)?.[0] ?? entry.trim();
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function base64Of(...parts: ArrayBuffer[]): string {
  return btoa(parts.map((part) => String.fromCharCode(...new Uint8Array(part))).join(''));
}

/**
 * `link::name` as the contract wants it: base64(iv | ciphertext | tag) of AES-256-GCM under the site's key (base64).
 * The iv follows from the text, so that the same wish sent again is the same request. Where the browser cannot (no
 * secure context) or the key is none, the text itself, which the contract takes too: this is an encoding and no
 * protection.
 */
export async function encodeGiftLink(text: string, siteKey: string): Promise<string> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return text;
  try {
    const plain = new TextEncoder().encode(text);
    const key = await subtle.importKey('raw', bytesOf(siteKey), 'AES-GCM', false, ['encrypt']);
    const iv = (await subtle.digest('SHA-256', plain)).slice(0, IV_BYTES);
    return base64Of(iv, await subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  } catch {
    return text;
  }
}
