import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What each need a worker of their own, because of what they leave behind. */
const ALONE = [
  // The story book brings a `userEvent` of its own, which changes how the page's inputs take a value.
  'src/ui/stories.test.tsx',
  // It loads modules anew, as a page that is loaded again does: the next file would have some of them twice.
  'src/api/keyed-mutation.test.tsx',
];

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      // Files share a worker with its jsdom and its modules: making them anew took more than half of the time.
      { extends: true, test: { name: 'kit', include: ['src/**/*.test.{ts,tsx}'], exclude: ALONE, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
