import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/install-programs.ts'],
    testTimeout: 120_000,
    maxWorkers: '100%', // one core is left free by default, which on two cores doubles the time
  },
});
