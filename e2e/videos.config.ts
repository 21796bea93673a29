import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Films the help videos into shell/public/media/help. No test: nothing fails because a picture changed. */
export default defineConfig({
  ...tests,
  testMatch: 'videos/films.ts',
  timeout: 900_000,
  workers: 2,
  projects: [{ name: 'films', testMatch: 'videos/films.ts' }],
  use: { ...tests.use, trace: 'off' },
});
