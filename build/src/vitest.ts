import react from '@vitejs/plugin-react';
import type { ViteUserConfig } from 'vitest/config';

/**
 * The tests of an application: `export default tests()` in its `vitest.config.ts`. One worker runs them, unless the
 * application has so many that wait that more workers take less time.
 */
export function tests({ maxWorkers = 1 } = {}): ViteUserConfig {
  return {
    plugins: [react()],
    test: {
      environment: 'jsdom',
      maxWorkers,
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
