import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Staged, stagePackage } from '../../scripts/package/stage-package.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [, example] = /```js\n([\s\S]*?)```/.exec(readme)!;
const scratch = mkdtempSync(join(tmpdir(), 'poseclash-newcomer-'));
let staged: Staged;

beforeAll(async () => {
  staged = await stagePackage(root);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What the example of the README prints in this folder. */
function runExample(folder: string): string {
  writeFileSync(join(folder, 'example.mjs'), example);
  return execFileSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
}

describe('the path of a newcomer', () => {
  it('the example has about a dozen lines', () => {
    expect(example.split('\n').filter(line => line.trim() !== '').length).toBeLessThanOrEqual(13);
  });

  it('the commands of the README are those of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...readme.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name]) => name);
    const npmsOwn = ['ci', 'install', 'pack'];
    expect(named).toEqual(expect.arrayContaining(['start', 'test', 'bench', 'docs', 'examples']));
    expect(named.filter(name => !(name in scripts) && !npmsOwn.includes(name))).toEqual([]);
  });

  it('the example runs as it stands and finds pairs', () => {
    expect(runExample(staged.project)).toMatch(/^[1-9]\d* pairs of triangles touch\n$/);
  });

  it('the example runs in a new project that installs the packed tarball', context => {
    const npm = (cwd: string, ...args: string[]): ReturnType<typeof spawnSync> =>
      spawnSync('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], {
        cwd,
        encoding: 'utf8',
      });
    expect(npm(staged.folder, 'pack', '--ignore-scripts', '--pack-destination', scratch).status).toBe(0);
    writeFileSync(join(scratch, 'package.json'), '{ "name": "new-project", "private": true, "type": "module" }\n');
    const tarball = `./${staged.manifest.name}-${staged.manifest.version}.tgz`;
    const installed = npm(scratch, 'install', tarball, '--prefer-offline', '--ignore-scripts', '--fetch-retries=0');
    if (installed.status !== 0) {
      context.skip(`a registry or a cache of packages: ${String(installed.stderr).split('\n')[0].slice(0, 200)}`);
    }
    expect(existsSync(join(scratch, 'node_modules/poseclash/dist/src/index.js'))).toBe(true);
    expect(runExample(scratch)).toMatch(/^[1-9]\d* pairs of triangles touch\n$/);
    const program = join(scratch, 'node_modules/.bin/poseclash');
    expect(execFileSync(program, ['--help'], { encoding: 'utf8' })).toContain('check');
  });
});
