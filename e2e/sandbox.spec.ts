import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { log } from './support/chat.ts';
import { expect, test } from './support/test.ts';

/** Where mf-chat's sandbox answers (devPort in build/src/dev-registry.ts, and 100 above). */
const SANDBOX = 'http://localhost:5275';

let sandbox: ChildProcess;

// Its answers are English, and so is the page.
test.use({ language: 'en' });

test.beforeAll(async () => {
  sandbox = spawn(process.execPath, ['../build/src/sandbox/serve.ts'], {
    cwd: resolve(import.meta.dirname, '../mf-chat'),
    stdio: 'ignore',
    detached: true,
  });
  await expect.poll(async () => (await fetch(SANDBOX).catch(() => undefined))?.ok, { timeout: 60_000 }).toBe(true);
});

test.afterAll(() => {
  // The servers of the remote and of its host are a group of their own.
  if (sandbox.pid) process.kill(-sandbox.pid);
});

test('the chat runs alone in the sandbox: a socket of its own answers with every kind of message', async ({
  page,
  t,
}) => {
  test.setTimeout(180_000);
  // The development server bundles what it has not seen yet, which a busy machine makes long.
  await page.goto(`${SANDBOX}/slot/chat.widget`, { timeout: 90_000 });
  const at = { page, t };
  const box = page.getByRole('textbox', { name: t('chat:input') });
  await expect(box).toBeVisible({ timeout: 90_000 });
  await expect(log(at).getByRole('article').last()).toBeVisible();
  await box.fill('Hello');
  await box.press('Enter');
  await expect(log(at).getByText('Hello', { exact: true })).toBeVisible();
  await expect(log(at).getByRole('status'), 'somebody types').toBeVisible();
  await log(at).getByRole('button', { name: 'Deposit', exact: true }).click();
  await expect(page.getByRole('list', { name: t('mf-chat:cards_other', { count: 2 }) })).toBeVisible();
  await log(at).getByRole('button', { name: 'It has not arrived' }).click();
  await expect(log(at).getByRole('link', { name: 'Call us' })).toHaveAttribute('href', 'tel:021234567');
  await log(at).getByRole('button', { name: 'Talk to a person' }).last().click();
  await expect(log(at).getByRole('link', { name: 'https://krapao.example/help' })).toBeVisible();
});
