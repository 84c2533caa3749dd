import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { useFolder } from '../cli/in-folder.ts';
import { makeClean, makeHit } from '../cli/make-boxes.ts';
import { run } from '../cli/run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const [hook] = parse(read('.pre-commit-hooks.yaml')) as Record<string, string>[];

useFolder(() => {
  writeFileSync('hit.GLTF', makeHit());
  writeFileSync('clean.gltf', makeClean());
});

describe('the hook for pre-commit', () => {
  it('calls the version of the command line that it comes with', () => {
    const { version } = JSON.parse(read('cli/package.json'));
    expect(hook.entry).toBe(`npx --yes poseclash-cli@${version} check`);
    expect([hook.id, hook.language]).toEqual(['poseclash', 'system']);
  });

  it('is for models, and stops a commit with one that goes through itself', async () => {
    const fits = new RegExp(hook.files.replace('(?i)', ''), 'i'); // Python's way to say it
    const staged = ['hit.GLTF', 'clean.gltf', 'a/b.vrm', 'c.glb', 'notes.txt', 'glb', 'x.glb.txt'];
    expect(staged.filter(name => fits.test(name))).toEqual(['hit.GLTF', 'clean.gltf', 'a/b.vrm', 'c.glb']);
    const [, , , ...args] = hook.entry.split(' ');
    expect((await run([...args, 'hit.GLTF', 'clean.gltf'])).code).toBe(1);
    expect((await run([...args, '--min-severity', '10', 'hit.GLTF', 'clean.gltf'])).code).toBe(0);
    expect((await run([...args, 'clean.gltf'])).code).toBe(0);
  });
});
