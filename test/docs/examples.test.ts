import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listLibraryEntries } from '../../scripts/package/build-library.ts';
import { listFunctions, type PublicFunction } from '../../scripts/package/list-functions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'examples/api');
const files = readdirSync(folder).filter(name => name.endsWith('.ts'));

describe('the examples of the API reference', async () => {
  for (const file of files) {
    const examples = (await import(join(folder, file))) as Record<string, () => void | Promise<void>>;
    for (const [title, run] of Object.entries(examples)) it(`${file}: ${title}`, () => run());
  }

  it('are named by what they show, in regions that end', () => {
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      const begun = [...text.matchAll(/^ *\/\/ #region (\S+)$/gm)].map(([, name]) => name);
      expect(new Set(begun).size, file).toBe(begun.length);
      const ended = [...text.matchAll(/^ *\/\/ #endregion (\S+)$/gm)].map(([, name]) => name);
      expect(ended, file).toEqual(begun);
      expect(text.match(/^export (async )?function/gm)?.length, file).toBe(begun.length); // each is run
    }
  });
});

/** What is wrong with the example that a function's comment includes, '' if nothing is. */
function findFault({ name, file, comment }: Pick<PublicFunction, 'name' | 'file' | 'comment'>): string {
  const [, path, region] = /@example\n \* \{@includeCode (\S+)#(\S+)\}/.exec(comment) ?? [];
  if (!path) return `${name} (${file}) has no example; write one in examples/api and include it in its comment`;
  const target = join(root, dirname(file), path);
  if (dirname(target) !== folder || !files.includes(target.slice(folder.length + 1))) return `${name}: no file ${path}`;
  const text = readFileSync(target, 'utf8').split(`// #region ${region}\n`)[1]?.split('// #endregion')[0];
  if (text === undefined) return `${name}: ${path} has no region ${region}`;
  return new RegExp(`\\b${name}\\b`).test(text) ? '' : `${name}: region ${region} of ${path} does not use it`;
}

describe('every public function', () => {
  const functions = listFunctions(root);

  it('has an example that is run, and includes it in its comment', () => {
    expect(functions.length).toBeGreaterThan(50);
    expect(functions.map(findFault).filter(fault => fault !== '')).toEqual([]);
  });

  /*
   * What somebody has to know who uses the library is one thing; each adapter to another library is for those who use that, and need
   * little else. So adapters have limits of their own, and what is for looking inside is not counted.
   */
  const adapters: Record<string, number> = { './three': 18, './react': 8, './babylon': 10 };

  it('is one of at most 60 of the library', () => {
    const own = functions.filter(({ entry }) => entry !== './debug' && !(entry in adapters));
    expect(own.length).toBeLessThanOrEqual(60);
  });

  it.each(Object.entries(adapters))('of the adapter %s is one of at most %i', (adapter, most) => {
    expect(functions.filter(({ entry }) => entry === adapter).length).toBeLessThanOrEqual(most);
  });

  it('is missed by the check itself if it has none, or one that shows something else', () => {
    const touches = functions.find(({ name }) => name === 'touches')!;
    expect(findFault(touches)).toBe('');
    expect(findFault({ ...touches, comment: '/** Whether. */' })).toContain('has no example');
    expect(findFault({ ...touches, name: 'clashes' })).toContain('does not use it');
    expect(findFault({ ...touches, comment: touches.comment.replace('#pairs', '#nothing') })).toContain('no region');
    expect(findFault({ ...touches, comment: touches.comment.replace('pairs.ts', 'spares.ts') })).toContain('no file');
  });
});

describe('the API reference', () => {
  it('covers every entry point of package.json', () => {
    const { entryPoints } = JSON.parse(readFileSync(join(root, 'scripts/docs/typedoc.json'), 'utf8')) as {
      entryPoints: string[];
    };
    const sources = listLibraryEntries(root).map(name => `../../src/${name}.ts`);
    expect([...entryPoints].sort()).toEqual(sources.sort());
  });
});
