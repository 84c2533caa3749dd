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

/** Whether its searches are longer in npm run test:long: there, only such files are run. */
function hasLongSearch(name: string): boolean {
  return readFileSync(root + name, 'utf8').includes('support/cases.ts');
}

/**
 * Tests of the library keep the modules and models that an earlier file of their worker has made. All others may replace modules,
 * patch classes of three.js or change the working folder, and get a process of their own.
 */
const LIBRARY =
  /^test\/(bounds|check|continuous|deform|gltf|guarantees|mesh|models|query|refit|simulate|tabulated|tree)\//;

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  const names = listTests().filter(name => !isLong || hasLongSearch(name));
  const both = {
    env: { TEST_LONG: isLong ? '1' : '' },
    // Only what hangs runs into these: a busy machine is no failure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 600_000 } },
  };
  const [library, programs] = [true, false].map(isLibrary => names.filter(name => LIBRARY.test(name) === isLibrary));
  return {
    test: {
      reporters: ['default', createSkipReporter()],
      maxWorkers: '100%', // one core is left free by default, which on two cores doubles the time
      projects: [
        { test: { ...both, name: 'programs', include: programs } },
        { test: { ...both, name: 'library', include: library, isolate: false } },
      ],
    },
  };
});
