import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
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
 * that replace modules or classes of three.js, or start browsers and packages of their own, get a process of their own. Only for
 * those that replace modules they are loaded by Vite, which makes every call from one to another slower.
 */
const ALONE = /^test\/(package|three)\/|^test\/query\/no-garbage|^test\/regressions\/three-|^test\/report-skips/;

function kindOf(name: string): 'mocking' | 'alone' | 'shared' {
  if (says(name, 'vi.mock')) return 'mocking';
  const isAlone = ALONE.test(name) || says(name, 'launchChromium') || says(name, 'startCli');
  return isAlone ? 'alone' : 'shared';
}

/** Modules as Node itself loads them, with the types cut out: a fifth less time for tests, half of it for imports. */
const byNode = {
  execArgv: ['--import', new URL('test/support/register-hooks.mjs', import.meta.url).href, '--enable-source-maps'],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/**
 * Begun first, in this order, so that nothing has to wait for them at the end; others follow by size. Pages, which keep more than one
 * core busy, stand beside queues and programs, which mostly wait.
 */
const FIRST = [
  ...['scale/faults', 'reports/page', 'scale/queue', 'three/pages', 'package/engine-pages', 'scale/processes'],
  ...['viewer/page', 'scale/outage', 'viewer/worker', 'compiled/boxes', 'compiled/self-mutants', 'check/character'],
].map(name => `test/${name}.test.ts`);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Those that share processes are kept together: a process is given up where the next file wants its own.
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = FIRST.findIndex(name => moduleId.endsWith(name));
      return (project.config.isolate ? 0 : 100) + (place < 0 ? FIRST.length : place);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  // A long run has only the files whose searches are longer then.
  const names = listTests().filter(name => !isLong || says(name, 'support/cases.ts'));
  const list = (kind: string): string[] => names.filter(name => kindOf(name) === kind);
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
      // One core is left free by default, which on two cores doubles the time. One more than there are, for in each run somebody waits: for
      // a queue, a program, a page.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongFirst },
      projects: [
        { test: { ...both, name: 'mocking', include: list('mocking') } },
        { test: { ...both, ...byNode, name: 'alone', include: list('alone') } },
        { test: { ...both, ...byNode, name: 'shared', include: list('shared'), isolate: false } },
      ],
    },
  };
});
