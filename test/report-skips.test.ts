import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

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

describe('a run of tests', () => {
  it('ends with what was skipped and why, groups without tests included', () => {
    const { code, out } = runTests(
      `it('runs', () => {});
       it('draws', needs(CHROMIUM, false), () => {});
       describe('models', needsData('not/there'), () => { it.each([])('%s', () => {}); });
       it('asks', context => context.skip('a network'));
       it.skip('is forgotten', () => {});`,
      {},
    );
    expect(code).toBe(0);
    expect(out.slice(out.indexOf('Skipped:'))).toBe(`Skipped:
  for want of ../shared/data/not/there beside the checkout:
    some.test.ts > models
  for want of Chromium (install it, or name one with CHROMIUM=/path/to/it):
    some.test.ts > draws
  for want of a network:
    some.test.ts > asks
  for want of a reason: none is given:
    some.test.ts > is forgotten`);
  });

  it('fails in CI for want of a browser, but not for want of data', () => {
    const draws = "it('draws', needs(CHROMIUM, false), () => {}); it('runs', () => {});";
    const failed = runTests(draws, { CI: 'true' });
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/Failed: where CI is set, these must be there: Chromium [^\n]*$/);
    const reads = "it('reads', needsData('not/there'), () => {}); it('runs', () => {});";
    expect(runTests(reads, { CI: 'true' }).code).toBe(0);
  });

  it('says so if nothing was skipped, and nothing if only some tests were asked for', () => {
    expect(runTests("it('runs', () => {});", {}).out).toMatch(/Nothing was skipped\.$/);
    expect(runTests("it('runs', () => {}); it('walks', () => {});", {}, '-t', 'runs').out).not.toMatch(
      /kipped:|Nothing/,
    );
  });
});
