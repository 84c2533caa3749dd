import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestModule, Vitest } from 'vitest/node';
import { CHROMIUM } from './needs.ts';
import { createSkipReporter } from './report-skips.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(join(root, 'out'), { recursive: true });
const folder = mkdtempSync(join(root, 'out/skips-')); // below the repository, where vitest is found

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a run of these tests prints, and its exit code. */
function runTests(tests: string, env: Record<string, string>, ...args: string[]): { code: number | null; out: string } {
  const helpers = JSON.stringify(join(root, 'test/needs.ts'));
  const imports = `import { describe, it } from 'vitest';\nimport { CHROMIUM, needs, needsData } from ${helpers};\n`;
  writeFileSync(join(folder, 'some.test.ts'), imports + tests);
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { createSkipReporter } from ${JSON.stringify(join(root, 'test/report-skips.ts'))};
     export default { test: { reporters: ['default', createSkipReporter()] } };`,
  );
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--root', folder, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
  });
  return { code: status, out: stdout.trimEnd() };
}

/** What the reporter says of a run with one test, skipped for want of something or not, and the exit code it sets. */
function tellRun({ want = '', pattern }: { want?: string; pattern?: RegExp }): { code: unknown; out: string } {
  const test = {
    ...{ type: 'test', fullName: 'reads', meta: () => ({ needs: want }) },
    result: () => ({ state: want ? 'skipped' : 'passed' }),
  };
  const reporter = createSkipReporter();
  let out = '';
  const vitest = { config: { testNamePattern: pattern }, logger: { log: (text: string) => (out += text) } };
  const [before, ci] = [process.exitCode, process.env.CI];
  try {
    process.exitCode = undefined;
    process.env.CI = 'true';
    reporter.onInit?.(vitest as unknown as Vitest);
    reporter.onTestRunEnd?.(
      [{ relativeModuleId: 'some.test.ts', children: [test] } as unknown as TestModule],
      [],
      'passed',
    );
    return { code: process.exitCode, out };
  } finally {
    process.exitCode = before;
    if (ci === undefined) delete process.env.CI;
    else process.env.CI = ci;
  }
}

describe('a run of tests', () => {
  const some = `it('runs', () => {});
    it('draws', needs(CHROMIUM, false), () => {});
    describe('models', needsData('not/there'), () => { it.each([])('%s', () => {}); });
    it('asks', context => context.skip('a network'));
    it.skip('is forgotten', () => {});`;
  const list = `Skipped:
  for want of ../shared/data/not/there beside the checkout:
    some.test.ts > models
  for want of Chromium (install it, or name one with CHROMIUM=/path/to/it):
    some.test.ts > draws
  for want of a network:
    some.test.ts > asks
  for want of a reason: none is given:
    some.test.ts > is forgotten`;

  it('ends with what was skipped and why, groups without tests included', () => {
    const { code, out } = runTests(some, {});
    expect(code).toBe(0);
    expect(out.slice(out.indexOf('Skipped:'))).toBe(list);
  });

  it('fails in CI for want of a browser, but not for want of data', () => {
    const { code, out } = runTests(some, { CI: 'true' });
    expect(code).toBe(1);
    expect(out).toMatch(/Failed: where CI is set, these must be there: Chromium [^\n]*$/);
    expect(tellRun({ want: CHROMIUM })).toEqual({ code: 1, out: expect.stringContaining('Failed') });
    expect(tellRun({ want: 'data' })).toEqual({ code: undefined, out: expect.not.stringContaining('Failed') });
  });

  it('says so if nothing was skipped, and nothing if only some tests were asked for', () => {
    expect(tellRun({})).toEqual({ code: undefined, out: 'Nothing was skipped.' });
    expect(tellRun({ want: CHROMIUM, pattern: /runs/ })).toEqual({ code: undefined, out: '' });
  });
});
