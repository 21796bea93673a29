import { get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { EDITIONS } from './support/editions.ts';
import { newMember, session } from './support/person.ts';
import { openAs } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** What a server sends before it hears from a browser again: ten packets (RFC 6928). */
const FIRST_FLIGHT = 10 * 1460;

/** The heads of a page and two style sheets as HTTP/2 packs them, measured. */
const HEADS = 850;

/** An answer: the bytes of its packed body, and the text. */
function fetched(url: string, language: string): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'br', Cookie: `language=${language}` };
    get(url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        const packed = answer.headers['content-encoding'] === 'br';
        resolve({ bytes: body.length, text: (packed ? brotliDecompressSync(body) : body).toString() });
      });
    }).on('error', reject);
  });
}

for (const language of ['th', 'la', 'en']) {
  test(`home's page and its styles come in the first flight, in ${language}`, async ({ edition }) => {
    const { portal } = EDITIONS[edition];
    const page = await fetched(`${portal}/user/home`, language);
    const styles = [...page.text.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, href]) => href);
    expect(styles).toHaveLength(2);
    let bytes = HEADS + page.bytes;
    for (const href of styles) bytes += (await fetched(`${portal}${href}`, language)).bytes;
    expect(bytes).toBeLessThan(FIRST_FLIGHT);
  });
}

test('a dialog waits for its styles, which are asked for again where they did not come', async ({
  context,
  page,
  edition,
  t,
}) => {
  let asked = 0;
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await context.route(/\/assets\/dialog-[^/]+\.css$/, async (route) => {
    asked += 1;
    if (asked === 1) return route.abort();
    await sent;
    await route.continue();
  });
  await openAs(page, await session(edition, await newMember(edition)), '/user/home');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('mf-wallet:home.deposit') })
    .click();
  await expect.poll(() => asked).toBe(2);
  const dialog = page.getByRole('dialog', { name: t('mf-wallet:deposit.title') });
  await page.waitForTimeout(500);
  await expect(dialog).toHaveCount(0);
  send();
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((panel) => getComputedStyle(panel).display)).toBe('grid');
});
