import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { devPort } from '../build/src/dev-registry.ts';
import { log } from './support/chat.ts';
import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

type Remote = 'mf-bonus' | 'mf-chat' | 'mf-spin';

/** The development server bundles what it has not seen yet, which a busy machine makes long. */
const BUNDLED_MS = 90_000;

/** The screens of a remote, with something of what the mocks answer. */
const SCREENS = {
  'mf-bonus': { '/user/bonus': 'Welcome bonus 10%' },
  'mf-spin': {
    '/user/spin': 'Lucky wheel',
    '/user/spin/history': '100 baht',
    '/user/spin/check?coupon=01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d79': '100 baht',
  },
};

/** Runs a sandbox for as long as a test needs it. */
async function inSandbox(name: Remote, act: (origin: string) => Promise<void>): Promise<void> {
  const origin = `http://localhost:${devPort(name) + 100}`;
  const sandbox = spawn(process.execPath, ['../build/src/sandbox/serve.ts'], {
    cwd: resolve(import.meta.dirname, '..', name),
    stdio: 'ignore',
    detached: true,
  });
  try {
    await expect.poll(async () => (await fetch(origin).catch(() => undefined))?.ok, { timeout: BUNDLED_MS }).toBe(true);
    await act(origin);
  } finally {
    // The servers of the remote and of its host are a group of their own.
    if (sandbox.pid) process.kill(-sandbox.pid);
  }
}

// One after the other: each has a development server of its own.
test.describe.configure({ mode: 'default', timeout: 300_000 });

// Its answers are English, and so is the page.
test.use({ language: 'en' });

for (const name of ['mf-bonus', 'mf-spin'] as const) {
  test(`${name} runs alone in the sandbox: every screen opens, fits a phone and logs no error`, async ({
    page,
    troubles,
  }) => {
    await inSandbox(name, async (origin) => {
      for (const [path, content] of Object.entries(SCREENS[name])) {
        await page.goto(origin + path, { timeout: BUNDLED_MS });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: BUNDLED_MS });
        await expect(page.getByText(content).first()).toBeVisible();
        await settled(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      }
    });
    expect(troubles.console, 'errors in the console').toEqual([]);
  });
}

test('the chat runs alone in the sandbox: a socket of its own answers with every kind of message', async ({
  page,
  t,
}) => {
  await inSandbox('mf-chat', async (origin) => {
    await page.goto(`${origin}/slot/chat.widget`, { timeout: BUNDLED_MS });
    const at = { page, t };
    const box = page.getByRole('textbox', { name: t('chat:input') });
    await expect(box).toBeVisible({ timeout: BUNDLED_MS });
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
});
