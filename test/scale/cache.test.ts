import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cacheKey, createCache } from '../../cli/cache/cache.ts';
import { findCacheFolder } from '../../cli/cache/cache-folder.ts';
import { run } from '../cli/run.ts';
import { makeBusy } from './make-busy.ts';

const engine = vi.hoisted(() => ({ hash: 'this engine' }));
vi.mock('../../cli/cache/engine.ts', () => ({ hashEngine: () => engine.hash }));

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const before = process.cwd();

beforeAll(() => {
  process.chdir(folder);
  writeFileSync('boxes.gltf', makeBusy([4, 6]));
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

const listEntries = (cache: string): string[] =>
  readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'));

/** How many units came from the cache, as the last line says. */
function countHits(out: string): string {
  return /\((\d+ of \d+) units from the cache\)$/.exec(out)?.[1] ?? 'none';
}

describe('the cache', () => {
  it('gives the same bytes, and the last line says how many units came from it', async () => {
    const first = await run(['check', 'boxes.gltf', '--cache', 'one', '--output', 'first.json']);
    expect(countHits(first.out)).toBe('none');
    const second = await run(['check', 'boxes.gltf', '--cache', 'one', '--output', 'second.json']);
    expect([second.code, countHits(second.out)]).toEqual([first.code, '2 of 2']);
    expect(readFileSync('second.json', 'utf8')).toBe(readFileSync('first.json', 'utf8'));
    const plain = await run(['check', 'boxes.gltf', '--no-cache', '--json'], { cacheFolder: join(folder, 'one') });
    expect(`${plain.out}\n`).toBe(readFileSync('first.json', 'utf8'));
    expect(countHits((await run(['check', 'boxes.gltf', '-q', '--cache', 'one'])).out)).toBe('2 of 2');
  });

  it('is where the program says, unless told otherwise', async () => {
    const cacheFolder = join(folder, 'own');
    await run(['check', 'boxes.gltf'], { cacheFolder });
    expect(countHits((await run(['check', 'boxes.gltf'], { cacheFolder })).out)).toBe('2 of 2');
    expect(countHits((await run(['check', 'boxes.gltf', '--no-cache'], { cacheFolder })).out)).toBe('none');
    expect(countHits((await run(['check', 'boxes.gltf', '--cache', 'new'], { cacheFolder })).out)).toBe('none');
  });

  it.each([
    [['--fps', '31'], false],
    [['--no-rest'], false],
    [['--metres', '0.01'], false],
    [['--clip', 'clip 1'], false],
    [['--min-depth', '5mm'], true],
    [['--ignore', 'wall:ram'], true],
    [['--min-duration', '1'], true],
    [['--fail-on', 'nothing'], true],
  ])('with %j, whether what was seen is used again: %s', async (flags, isHit) => {
    const { out } = await run(['check', 'boxes.gltf', '--cache', 'one', ...flags]);
    const hits = countHits(out);
    if (isHit) expect(hits).toBe('2 of 2');
    else expect(hits === 'none' || flags[0] === '--clip').toBe(true);
    expect((await run(['check', 'boxes.gltf', '--json', ...flags])).out).toBe(
      (await run(['check', 'boxes.gltf', '--json', '--cache', 'one', ...flags])).out,
    );
  });

  it('knows a file by its bytes and those of its buffers, not by its name', async () => {
    const gltf = JSON.parse(makeBusy([4, 6]));
    const data = Buffer.from(gltf.buffers[0].uri.split(',')[1], 'base64');
    gltf.buffers[0].uri = 'beside.bin';
    writeFileSync('beside.gltf', JSON.stringify(gltf));
    writeFileSync('beside.bin', data);
    await run(['check', 'beside.gltf', '--cache', 'two']);
    writeFileSync('renamed.gltf', JSON.stringify(gltf));
    const renamed = await run(['check', 'renamed.gltf', '--cache', 'two']);
    expect(countHits(renamed.out)).toBe('2 of 2');
    expect(renamed.out).toContain('renamed.gltf');
    data.writeFloatLE(data.readFloatLE(0) + 0.001, 0);
    writeFileSync('beside.bin', data);
    expect(countHits((await run(['check', 'beside.gltf', '--cache', 'two'])).out)).toBe('none');
  });

  it('knows how files were held against each other, and by what code', async () => {
    writeFileSync('other.gltf', makeBusy([3]));
    const pair = ['check', '--pair', 'boxes.gltf', 'other.gltf', '--cache', 'five'];
    const against = ['check', 'boxes.gltf', '--against', 'other.gltf', '--cache', 'five'];
    await run(pair);
    expect(countHits((await run(against)).out)).toBe('none');
    expect(countHits((await run(pair)).out)).toBe('2 of 2');
    expect(countHits((await run(against)).out)).toBe('2 of 2');
    engine.hash = 'another engine';
    expect(countHits((await run(pair)).out)).toBe('none');
    engine.hash = 'this engine';
  });

  it('ignores entries that are damaged, and mends them', async () => {
    await run(['check', 'boxes.gltf', '--cache', 'three']);
    const { out: plain } = await run(['check', 'boxes.gltf', '--json']);
    const damages: ((text: string) => string)[] = [
      () => '',
      text => text.slice(0, -20),
      text => text.replace(/"samples":\d+/, '"samples":null'),
      text => text.replace(/"key":"../, '"key":"zz'),
      () => '[]',
    ];
    for (const damage of damages) {
      for (const name of listEntries('three')) {
        const path = join('three', name);
        writeFileSync(path, damage(readFileSync(path, 'utf8')));
      }
      expect((await run(['check', 'boxes.gltf', '--cache', 'three', '--json'])).out).toBe(plain);
    }
    expect(countHits((await run(['check', 'boxes.gltf', '--cache', 'three'])).out)).toBe('2 of 2');
    expect(readdirSync('three', { recursive: true, encoding: 'utf8' }).filter(name => /tmp/.test(name))).toEqual([]);
  });

  it('that cannot be written costs nothing but time', async () => {
    writeFileSync('file', '');
    const { code } = await run(['check', 'boxes.gltf', '--cache', join('file', 'cache')]);
    expect(code).toBe(1);
  });

  it('throws out what was not used for long, then the oldest until it is small enough', async () => {
    const keys = [1, 2, 3, 4].map(cacheKey);
    const fill = createCache('four', 600, 10);
    for (const key of keys) await fill.put(key, 'x'.repeat(100));
    const at = (key: string): string => join('four', key.slice(0, 2), `${key.slice(2)}.json`);
    const now = Date.now() / 1000;
    [11 * 86_400, 3000, 2000, 1000].forEach((age, k) => {
      utimesSync(at(keys[k]), now - age, now - age);
    });
    expect(await fill.get(keys[1])).toBe('x'.repeat(100)); // used now, so the youngest
    await fill.prune();
    expect(keys.map(key => existsSync(at(key)))).toEqual([false, true, false, true]);
  });

  it('takes any change of the code that computes for another engine', async () => {
    const { hashEngine } =
      await vi.importActual<typeof import('../../cli/cache/engine.ts')>('../../cli/cache/engine.ts');
    expect(hashEngine()).toMatch(/^[0-9a-f]{16}$/);
    expect(hashEngine()).toBe(hashEngine());
  });

  it('is by default beside the packages of a project, else where the system has such things', () => {
    mkdirSync('project/deep/er', { recursive: true });
    const deep = join(folder, 'project', 'deep', 'er');
    const place = (env: Record<string, string>, system: NodeJS.Platform): string => findCacheFolder(deep, env, system);
    const isAlone = !place({}, 'linux').includes('node_modules'); // a temporary folder in a project is possible, and no error
    if (isAlone) {
      expect(place({ XDG_CACHE_HOME: '/x' }, 'linux')).toBe(join('/x', 'poseclash'));
      expect(place({}, 'linux')).toBe(join(homedir(), '.cache', 'poseclash'));
      expect(place({}, 'darwin')).toBe(join(homedir(), 'Library', 'Caches', 'poseclash'));
      expect(place({ LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'poseclash', 'Cache'));
    }
    writeFileSync('project/package.json', '{}');
    expect(place({}, 'linux')).toBe(join(folder, 'project', 'node_modules', '.cache', 'poseclash'));
  });
});
