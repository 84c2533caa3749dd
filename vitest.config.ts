import { defineConfig } from 'vitest/config';
import { createSkipReporter } from './test/report-skips.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', createSkipReporter()],
    // Only what hangs runs into these: a busy machine is no failure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    maxWorkers: '100%', // one core is left free by default, which on two cores doubles the time
  },
});
