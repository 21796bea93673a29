import { defineConfig } from 'vitest/config';

export default defineConfig({
  // A busy machine is slow, not wrong.
  test: { include: ['src/**/*.test.ts'], restoreMocks: true, testTimeout: 60_000 },
});
