import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
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
 * Tests keep the modules that an earlier file of their process has loaded: to load them anew takes longer than most tests. Those
 * that replace modules or classes of three.js, or start browsers and packages of their own, get a process of their own.
 */
const ALONE = /^test\/(package|three)\/|^test\/regressions\/three-|^test\/report-skips/;

function isAlone(name: string): boolean {
  return ALONE.test(name) || says(name, 'vi.mock') || says(name, 'launchChromium') || says(name, 'startCli');
}

/** Begun first, so that nothing else has to wait for them at the end. Others follow by size. */
const LONG = ['test/viewer/page.test.ts', 'test/self/mutants.test.ts', 'test/viewer/worker.test.ts'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Those that share processes are kept together: a process is given up where the next file wants its own.
    const rank = ({ moduleId, project }: TestSpecification): number =>
      (project.config.isolate ? 0 : 2) + (LONG.some(name => moduleId.endsWith(name)) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  // A long run has only the files whose searches are longer then.
  const names = listTests().filter(name => !isLong || says(name, 'support/cases.ts'));
  const both = {
    setupFiles: ['test/set-up.ts'],
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
      sequence: { sequencer: LongFirst },
      projects: [
        { test: { ...both, name: 'alone', include: names.filter(isAlone) } },
        { test: { ...both, name: 'shared', include: names.filter(name => !isAlone(name)), isolate: false } },
      ],
    },
  };
});
