import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeApiReports } from '../../scripts/package/api-reports.ts';
import { type BundleSize, bundle, listGrown, listUses, measureBundle } from '../../scripts/package/bundle-sizes.ts';
import { type Staged, stagePackage } from '../../scripts/package/stage-package.ts';
import { type Packed, pack } from './npm.ts';
import { question } from './question.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const scratch = mkdtempSync(join(tmpdir(), 'poseclash-package-'));
let staged: Staged;
let packed: Packed;

beforeAll(async () => {
  staged = await stagePackage(root);
  packed = pack(staged.folder, scratch);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function runInProject(name: string, text: string): string {
  const file = join(staged.project, name);
  writeFileSync(file, text);
  return execFileSync(process.execPath, [file], { cwd: staged.project, encoding: 'utf8' }).trim();
}

describe('the packed package', () => {
  it('has the library and the texts: nothing else', () => {
    const allowed = /^(lib\/[\w/-]+(\.d\.ts|\.js)|(package\.json|README\.md|LICENSE|CHANGELOG\.md))$/;
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter(path => !allowed.test(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'lib/index.js', 'lib/index.d.ts']));
    expect(packed.size).toBeLessThan(400_000);
  });

  it('has every file that package.json names', () => {
    const { exports } = staged.manifest;
    const named = Object.values(exports).flatMap(target =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    const paths = new Set(packed.files.map(({ path }) => path));
    expect(named.filter(path => !paths.has(path.replace('./', '')))).toEqual([]);
    expect(named.length).toBeGreaterThan(14);
  });

  it('satisfies publint', async () => {
    const { messages } = await publint({ pkgDir: staged.folder, level: 'warning', strict: true, pack: false });
    expect(messages.map(message => formatMessage(message, JSON.parse(JSON.stringify(staged.manifest))))).toEqual([]);
  });

  it('has types that resolve under node16 and bundler (Are the types wrong?)', () => {
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const args = [attw, packed.file, '--profile', 'esm-only', '--format', 'json'];
    const { analysis } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 })) as {
      analysis: { entrypoints: Record<string, unknown>; problems: { kind: string; resolutionKind?: string }[] };
    };
    const ignored = ['node10', 'node16-cjs']; // the package is ESM only
    expect(analysis.problems.filter(({ resolutionKind }) => !ignored.includes(resolutionKind ?? ''))).toEqual([]);
    const typed = Object.values(staged.manifest.exports).filter(target => typeof target !== 'string');
    expect(Object.keys(analysis.entrypoints).length).toBeGreaterThanOrEqual(typed.length);
  });
});

describe('api', () => {
  it('holds what every entry point offers (npm run api writes it)', () => {
    const reports = writeApiReports(staged, join(scratch, 'api'), join(scratch, 'api-scratch'));
    const kept = readdirSync(join(root, 'api')).filter(name => name.endsWith('.api.md'));
    expect(kept.sort()).toEqual([...reports.keys()].sort());
    const changed = kept.filter(name => readFileSync(join(root, 'api', name), 'utf8') !== reports.get(name));
    expect(changed, 'The public API has changed. If that was meant: npm run api, and a line in CHANGELOG.md.').toEqual(
      [],
    );
  });

  it('spells out signatures, so that a new argument is noticed', () => {
    const text = readFileSync(join(root, 'api/index.api.md'), 'utf8');
    expect(text).toMatch(/^export function touches\(a: Collider, b: Collider, options\?: QueryOptions\): boolean;$/m);
  });
});

describe('bundles for browsers', () => {
  const kept = JSON.parse(readFileSync(join(root, 'api/sizes.json'), 'utf8')) as Record<string, BundleSize>;

  it('touches alone takes less than 72 KB, 19 of them compiled, and no bundle has grown by more than 5 % (npm run api)', async () => {
    const uses = listUses(staged);
    expect(Object.keys(kept)).toEqual(Object.keys(uses));
    const made: Record<string, BundleSize> = {};
    for (const [name, contents] of Object.entries(uses)) {
      const bundled = await bundle(staged, name, contents);
      expect(bundled.imports.filter(path => path.startsWith('node:'))).toEqual([]);
      made[name] = measureBundle(bundled);
    }
    expect(made.touches.minified).toBeLessThan(72_000);
    expect(listGrown(kept, made)).toEqual([]);
    made.touches.minified *= 1.06;
    expect(listGrown(kept, made)).toHaveLength(1); // the check itself
  });

  it('takes in nothing if nothing is used', async () => {
    const entries = Object.entries(staged.manifest.exports).filter(([, target]) => typeof target !== 'string');
    for (const [entry] of entries) {
      const { text } = await bundle(staged, entry, `import 'poseclash${entry.slice(1)}';`);
      expect(text.trim(), entry).toBe('');
    }
  });

  it('refuses what needs Node', async () => {
    await expect(bundle(staged, 'node', "import { readFileSync } from 'node:fs'; readFileSync('');")).rejects.toThrow(
      'node:fs',
    );
  });
});

describe('the installed package', () => {
  it('is the one that was built here, and not what happens to be in dist', () => {
    const found = runInProject('where.mjs', "console.log(import.meta.resolve('poseclash'))");
    expect(fileURLToPath(found)).toBe(join(staged.folder, 'lib/index.js'));
  });

  it('is imported by Node, every entry point', () => {
    const entries = Object.entries(staged.manifest.exports).filter(([, target]) => typeof target !== 'string');
    const names = entries.map(([entry]) => `poseclash${entry.slice(1)}`);
    const text = `const names = ${JSON.stringify(names)};
      const counts = await Promise.all(names.map(async name => Object.keys(await import(name)).length));
      console.log(JSON.stringify(counts));`;
    const counts = JSON.parse(runInProject('import-all.mjs', text)) as number[];
    expect(counts).toHaveLength(names.length);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('answers in a worker', () => {
    const worker = `import { parentPort } from 'node:worker_threads'; ${question} parentPort.postMessage(answers);`;
    writeFileSync(join(staged.project, 'worker.mjs'), worker);
    const text = `import { Worker } from 'node:worker_threads';
      new Worker(new URL('worker.mjs', import.meta.url)).on('message', answers => console.log(JSON.stringify(answers)));`;
    expect(JSON.parse(runInProject('start-worker.mjs', text))).toEqual([true, true, false]);
  });

  it('answers as a browser bundle, without anything of Node', async () => {
    const { text } = await bundle(staged, 'page', `${question} export { answers };`);
    const { answers } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { answers: boolean[] };
    expect(answers).toEqual([true, true, false]);
  });
});
