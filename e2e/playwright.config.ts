import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS } from './support/chromium.ts';
import { EDITIONS, type Edition } from './support/editions.ts';
import './support/localhost.ts';
import type { Choices } from './support/test.ts';

// Products that run already on a folder of the caller's are used and kept. Otherwise one empty folder a run, which goes
// away with it; the workers read the same variable.
const kept = process.env.KRAPAO_E2E_DATA !== undefined;
process.env.KRAPAO_E2E_DATA ??= join(tmpdir(), `krapao-e2e-${process.pid}-${Date.now()}`);
const data = process.env.KRAPAO_E2E_DATA;

/** The whole product of one edition on an empty folder, as `make up` starts it. */
const product = (edition: Edition) => ({
  command: [
    // The shell outlives the signal, to clear the folder away.
    'trap : INT TERM',
    `bin/krapao-demo up --edition ${edition} --port ${EDITIONS[edition].port} --data "${data}"`,
    ...(kept ? [] : [`rm -rf "${data}/${edition}"; rmdir "${data}" 2>/dev/null || true`]),
  ].join('; '),
  cwd: join(import.meta.dirname, '..'),
  url: `${EDITIONS[edition].portal}/api/lookup/active`,
  timeout: 120_000,
  reuseExistingServer: kept,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
  env: {
    ...(process.env as Record<string, string>),
    // Every test is a household of its own (support/address.ts), so that the limits of an address stay as members meet
    // them.
    KRAPAO_TRUSTED_PROXIES: '127.0.0.0/8',
  },
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
});

export default defineConfig<Choices>({
  testDir: '.',
  outputDir: './test-results',
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  // Tests wait as often as they work: two processors are busy with four, and still quick enough for each.
  workers: 4,
  // A busy machine is slow, not wrong.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // A test that fails leaves its steps, its calls, and its page as a reader and as an eye sees it. The page before
    // and after every step too where KRAPAO_TRACE is set: to keep that of every test takes an eighth of the processor.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: Boolean(process.env.KRAPAO_TRACE) },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.KRAPAO_CHROMIUM || '/usr/bin/chromium-headless-shell',
      args: CHROMIUM_ARGS,
    },
  },
  projects: [
    { name: 'promises', testIgnore: ['release.spec.ts', 'tomorrow.spec.ts'] },
    // It moves the products' clocks to the next day: after all that lives in this one.
    { name: 'tomorrow', testMatch: 'tomorrow.spec.ts', dependencies: ['promises'] },
    // It changes which micro-frontends the Thai product serves, and counts their errors: after all that looks at how
    // they behave, and one after the other. A day more or less is nothing to it.
    { name: 'release', testMatch: 'release.spec.ts', dependencies: ['promises'], workers: 1 },
  ],
  webServer: [product('thai'), product('laos')],
});
