import { createDecipheriv } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { encodeGiftLink, linkIn } from './gift-link';

const KEY = 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const TEXT = 'https://gift.truemoney.com/campaign/?v=Ab3dEf6hIj9kLm2nOp::บริษัท กระเป๋า';

afterEach(() => vi.unstubAllGlobals());

/** What the server does with it. */
function decoded(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(KEY, 'base64'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

test('the encoded link is iv, ciphertext and tag under the site key, and opens to the text', async () => {
  const encoded = await encodeGiftLink(TEXT, KEY);
  expect(encoded).not.toContain('truemoney');
  expect(decoded(encoded)).toBe(TEXT);
});

test('the same text is the same request, so that sending it again under its key is no conflict; another text has another iv', async () => {
  expect(await encodeGiftLink(TEXT, KEY)).toBe(await encodeGiftLink(TEXT, KEY));
  expect((await encodeGiftLink(`${TEXT}x`, KEY)).slice(0, 16)).not.toBe((await encodeGiftLink(TEXT, KEY)).slice(0, 16));
});

test('without WebCrypto, as on plain HTTP, and with a key that is none, the plain form goes', async () => {
  expect(await encodeGiftLink(TEXT, '')).toBe(TEXT);
  expect(await encodeGiftLink(TEXT, 'not base64!')).toBe(TEXT);
  vi.stubGlobal('crypto', { getRandomValues: () => undefined });
  expect(await encodeGiftLink(TEXT, KEY)).toBe(TEXT);
});

test('a link is found in the text that the e-wallet shares around it; anything else goes as it is', () => {
  expect(linkIn('ส่งซองให้คุณ https://gift.truemoney.com/campaign/?v=abc123 เปิดเลย')).toBe(
    'https://gift.truemoney.com/campaign/?v=abc123',
  );
  expect(linkIn('  hello ')).toBe('hello');
  expect(linkIn('   ')).toBe('');
});
