import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { createSkipReporter } from './test/report-skips.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

function listTests(): string[] {
  return readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .map(name => `test/${name.replaceAll('\\', '/')}`)
    .filter(name => name.endsWith('.test.ts'));
}

function says(name: string, text: string): boolean {
  return readFileSync(root + name, 'utf8').includes(text);
}

/**
 * Tests of the library keep the modules and models that an earlier file of their worker has made. All others may replace modules,
 * patch classes of three.js or change the working folder, and get a process of their own.
 */
const LIBRARY =
  /^test\/(bounds|check|continuous|deform|gltf|guarantees|mesh|models|query|refit|simulate|tabulated|tree)\//;

function isShared(name: string): boolean {
  return LIBRARY.test(name) && !says(name, 'vi.mock');
}

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  // A long run has only the files whose searches are longer then.
  const names = listTests().filter(name => !isLong || says(name, 'support/cases.ts'));
  const both = {
    env: { TEST_LONG: isLong ? '1' : '' },
    // Only what hangs runs into these: a busy machine is no failure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 600_000 } },
  };
  return {
    test: {
      reporters: ['default', createSkipReporter()],
      maxWorkers: '100%', // one core is left free by default, which on two cores doubles the time
      projects: [
        { test: { ...both, name: 'alone', include: names.filter(name => !isShared(name)) } },
        { test: { ...both, name: 'shared', include: names.filter(isShared), isolate: false } },
      ],
    },
  };
});
