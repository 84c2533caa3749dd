import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/install-programs.ts'],
    testTimeout: 120_000,
  },
});
