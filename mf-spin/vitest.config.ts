import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    setupFiles: ['@krapao/kit/testing/setup', './src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // A whole journey on a busy machine.
    testTimeout: 30_000,
    server: { deps: { inline: [/@krapao\/kit/] } },
  },
});
