import react from '@vitejs/plugin-react';
import type { ViteUserConfig } from 'vitest/config';

/** The tests of an application: `export default tests()` in its `vitest.config.ts`. */
export function tests(): ViteUserConfig {
  return {
    plugins: [react()],
    test: {
      environment: 'jsdom',
      setupFiles: ['@krapao/kit/testing/setup', './src/testing/setup.ts'],
      include: ['src/**/*.test.{ts,tsx}'],
      restoreMocks: true,
      unstubGlobals: true,
      // Files share a worker with its jsdom and its modules: making them anew took more than half of the time.
      isolate: false,
      server: { deps: { inline: [/@krapao\/kit/] } },
    },
  };
}
