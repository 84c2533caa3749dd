import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Staged, stagePackage } from '../../scripts/package/stage-package.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [, example] = /```js\n([\s\S]*?)```/.exec(readme)!;
let staged: Staged;

beforeAll(async () => {
  staged = await stagePackage(root);
});

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
    writeFileSync(join(staged.project, 'example.mjs'), example);
    const printed = execFileSync(process.execPath, ['example.mjs'], { cwd: staged.project, encoding: 'utf8' });
    expect(printed).toMatch(/^[1-9]\d* pairs of triangles touch\n$/);
  });
});
