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
 * Tests keep the modules that an earlier file of their process has loaded: to start a process and to load them anew takes longer than
 * most tests. Those of three.js, which patch its classes, share processes with each other only. Those that measure the heap or set the
 * exit code of their process get one of their own; so do those that replace modules, and they have them loaded by Vite, which makes
 * every call from one to another slower.
 */
const ALONE = /^test\/(query\/no-garbage|report-skips)/;
const THREE = /^test\/(three\/(?!pages)|regressions\/three-)/;
const KINDS = ['three', 'alone', 'mocking', 'shared'];

function kindOf(name: string): string {
  if (says(name, 'vi.mock')) return 'mocking';
  if (ALONE.test(name)) return 'alone';
  return THREE.test(name) ? 'three' : 'shared';
}

/** Modules as Node itself loads them, with the types cut out: a fifth less time for tests, half of it for imports. */
const byNode = {
  execArgv: ['--import', new URL('test/support/register-hooks.mjs', import.meta.url).href, '--enable-source-maps'],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/**
 * Begun first of the shared ones, in this order, so that nothing has to wait for them at the end; others follow by size. Pages, which
 * keep more than one core busy, stand beside queues and programs, which mostly wait.
 */
const FIRST = [
  ...['scale/faults', 'reports/page', 'scale/queue', 'three/pages', 'package/engine-pages', 'scale/processes'],
  ...[
    'viewer/page',
    'scale/outage',
    'viewer/worker',
    'compiled/boxes',
    'compiled/self-mutants',
    'check/compiled',
    'check/character',
  ],
].map(name => `test/${name}.test.ts`);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A process is given up where the next file is of another kind, so each kind is kept together; the many shared ones come last, as
    // small files at the end leave no core idle.
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = FIRST.findIndex(name => moduleId.endsWith(name));
      return 100 * KINDS.indexOf(project.name) + (place < 0 ? FIRST.length : place);
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
        { test: { ...both, ...byNode, name: 'three', include: list('three'), isolate: false } },
        { test: { ...both, ...byNode, name: 'shared', include: list('shared'), isolate: false } },
      ],
    },
  };
});
