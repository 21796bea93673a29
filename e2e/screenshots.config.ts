import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/**
 * Draws the README's pictures and the contact sheets into screenshots/. No test: nothing fails because a picture
 * changed.
 */
export default defineConfig({
  ...tests,
  testMatch: 'pictures.ts',
  timeout: 240_000,
  projects: [{ name: 'pictures', testMatch: 'pictures.ts' }],
  use: { ...tests.use, trace: 'off' },
});
