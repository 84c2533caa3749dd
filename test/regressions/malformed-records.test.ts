import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCache } from '../../cli/cache/cache.ts';
import { toFour } from '../../cli/commands/bounds.ts';
import { hidePassword } from '../../cli/hide-password.ts';
import { createRandom } from '../../src/math/random.ts';
import { useFolder } from '../cli/in-folder.ts';
import { run } from '../cli/run.ts';
import { makeBusy } from '../scale/make-busy.ts';
import { cases } from '../support/cases.ts';

useFolder(async () => {
  writeFileSync('busy.gltf', makeBusy([3]));
  expect((await run(['check', 'busy.gltf', '--output', 'report.json'])).code).toBe(1);
  expect((await run(['check', 'busy.gltf', '--shard', '1/1', '--output', 'part.json'])).code).toBe(0);
});

/** Paths of all values within a value. */
function listPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...path, key]))];
}

function spoil(text: string, path: readonly string[], by: unknown): string {
  const root = { value: JSON.parse(text) };
  let at = root as Record<string, unknown>;
  for (const key of ['value', ...path].slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[['value', ...path].at(-1)!] = by;
  return JSON.stringify(root.value);
}

describe('records with something wrong anywhere', () => {
  it.each([
    ['report.json', ['check', 'busy.gltf', '--cache', 'cache', '--baseline', 'spoilt.json']],
    ['part.json', ['merge', 'spoilt.json']],
  ])('%s: cost a line or nothing, never a trace', async (name, args) => {
    const text = readFileSync(name, 'utf8');
    const paths = listPaths(JSON.parse(text));
    const random = createRandom(3);
    for (let k = 0; k < 120; k++) {
      const path = k < 12 ? paths[k] : paths[Math.floor(random() * paths.length)];
      // Each of these in the first places; then one after the other, in a long run all.
      const wrong = [null, 'x', []];
      for (const by of k < 12 ? wrong : wrong.slice(k % cases(3, 1)).slice(0, cases(1, 3))) {
        writeFileSync('spoilt.json', spoil(text, path, by));
        const { code, err } = await run(args);
        expect([path.join('.'), by, err.includes('unexpected')]).toEqual([path.join('.'), by, false]);
        expect([0, 1, 2]).toContain(code);
        if (code === 2 && err !== '') expect(err).toMatch(/^[^\n]+$/);
      }
    }
  });
});

describe('the cache', () => {
  it('takes an entry with one changed digit for none, instead of reporting another depth', async () => {
    const cache = createCache('digits');
    const key = 'ab'.repeat(32);
    await cache.put(key, { depth: 0.25, name: 'ünï' });
    expect(await cache.get(key)).toEqual({ depth: 0.25, name: 'ünï' });
    const [file] = readdirSync('digits', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'));
    const path = join('digits', file);
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text).value.depth).toBe(0.25);
    for (let k = 0; k < text.length; k++) {
      const digit = /\d/.test(text[k]) ? String((Number(text[k]) + 1) % 10) : 'x';
      writeFileSync(path, text.slice(0, k) + digit + text.slice(k + 1));
      expect(await cache.get(key)).toBeUndefined();
    }
  });
});

describe('passwords', () => {
  it('are in no line, whatever signs they have', async () => {
    for (const secret of ['s3cret', 's3cret@x', 'a/s3cret', 's3cret%', 's3cret:b@c/d', '%zzs3cret']) {
      const url = `redis://user:${secret}@127.0.0.1:1/0`;
      expect(hidePassword(`x ${url} y`)).toBe('x redis://user:***@127.0.0.1:1/0 y');
      const { code, out, err } = await run(['work', '--redis', url, '--patience', '0']);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^poseclash: --redis[^\n]+$/);
      expect(err).not.toContain('s3cret');
    }
    for (const url of ['redis://user:s3cret@host:99999', 'redis://:s3cret@[', 'redis://host:1/?password=s3cret']) {
      const { code, err } = await run(['merge', '--redis', url, '--run', 'abc', '--patience', '0']);
      expect([code, err.includes('s3cret')]).toEqual([2, false]);
    }
  });
});

describe('bounds', () => {
  it('are rounded outwards: four digits are never inside', () => {
    const random = createRandom(9);
    for (let k = 0; k < 20_000; k++) {
      const x = (random() - 0.5) * 10 ** Math.floor(12 * random() - 6);
      const [low, high] = [Number(toFour(x, -1)), Number(toFour(x, 1))];
      expect(low <= x && x <= high).toBe(true);
      expect(high - low).toBeLessThan(2.01e-3 * Math.abs(x));
    }
    expect([toFour(0, 1), toFour(9.9994, 1), toFour(-9.9994, -1), toFour(1.5, 1)].map(text => text.trim())).toEqual([
      '0.000',
      '10.00',
      '-10.00',
      '1.500',
    ]);
  });
});
