import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLinearColor } from '../../cli/reports/heat-scale.ts';
import { readGltf } from '../../src/gltf/index.ts';
import { type BoxNode, makeBoxes } from '../cli/make-boxes.ts';
import { run } from '../cli/run.ts';
import { parseXml } from './parse-xml.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const before = process.cwd();
const page = new URL('../../dist/report-page/page.js', import.meta.url);

beforeAll(() => {
  const ram: BoxNode = { name: 'ram', size: [1, 0.8, 0.8], at: [3, 0.02, 0.03] };
  const wall: BoxNode = { name: 'wall', size: [1, 1, 1], at: [0, 0, 0] };
  process.chdir(folder);
  writeFileSync('hit.gltf', makeBoxes([wall, { ...ram, keys: [ram.at, [-3, 0.02, 0.03]] }]));
  writeFileSync('clean.gltf', makeBoxes([{ ...ram, keys: [ram.at, [4, 0, 0]] }]));
  writeFileSync('ram.gltf', makeBoxes([{ ...ram, keys: [ram.at, [-3, 0.02, 0.03]] }]));
  writeFileSync('wall.gltf', makeBoxes([wall], null));
  const pokes: BoxNode = { ...ram, keys: [ram.at, [0.8, 0.02, 0.03]] };
  writeFileSync('poke.gltf', makeBoxes([pokes]));
  writeFileSync('dent.gltf', makeBoxes([wall, pokes]));
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

const read = (path: string): string => readFileSync(path, 'utf8');

/** Which vertices of every mesh of a .glb are not plain clay. */
function listHot(path: string): Record<string, number[]> {
  const glb = readFileSync(path);
  const length = glb.readUInt32LE(12);
  const json = JSON.parse(glb.subarray(20, 20 + length).toString());
  const meshes: { name: string; primitives: { attributes: { COLOR_0: number } }[] }[] = json.meshes;
  const entries = meshes.map(({ name, primitives }): [string, number[]] => {
    const { bufferView, count } = json.accessors[primitives[0].attributes.COLOR_0];
    const start = 28 + length + json.bufferViews[bufferView].byteOffset;
    const isClay = (v: number): boolean =>
      toLinearColor(0).every((part, k) => glb.readFloatLE(start + 12 * v + 4 * k) === Math.fround(part));
    return [name, Array.from({ length: count }, (_, v) => v).filter(v => !isClay(v))];
  });
  return Object.fromEntries(entries);
}

describe('poseclash check writes', () => {
  it('all reports at once, into folders that it makes; what is printed and the exit code stay', async () => {
    const flags = [
      '--junit',
      'ci/junit.xml',
      '--sarif',
      'ci/scan.sarif',
      '--summary',
      'ci/summary.md',
      '--heat',
      'hot/out.glb',
    ];
    const plain = await run(['check', 'hit.gltf', '--no-cache']);
    const result = await run(['check', 'hit.gltf', '--no-cache', ...flags]);
    expect(result).toEqual(plain);
    expect(result.code).toBe(1);
    expect(parseXml(read('ci/junit.xml')).attributes.failures).toBe('1');
    expect(
      JSON.parse(read('ci/scan.sarif')).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri,
    ).toBe('hit.gltf');
    expect(read('ci/summary.md')).toContain('| ram through wall |');
    expect(Object.keys(listHot('hot/out.glb'))).toEqual(['wall', 'ram']);
    const asset = await readGltf(readFileSync('hot/out.glb'));
    expect(asset.bodies.map(({ name }) => name)).toEqual(['wall', 'ram']);
    expect(asset.clips.map(({ name }) => name)).toEqual(['move']);
  });

  it('the same bytes from any folder that the files are in, by whole paths too', async () => {
    const flags = (name: string): string[] => [
      '--junit',
      `${name}.xml`,
      '--sarif',
      `${name}.sarif`,
      '--summary',
      `${name}.md`,
    ];
    await run(['check', 'hit.gltf', '--no-cache', ...flags('one')]);
    await run(['check', join(process.cwd(), 'hit.gltf'), '--no-cache', ...flags('two')]);
    for (const end of ['xml', 'sarif', 'md']) expect(read(`two.${end}`)).toBe(read(`one.${end}`));
    expect(read('two.sarif')).not.toContain(folder);
  });

  it('a coloured model for each file, of pairs too, but not for what they are held against', async () => {
    await run(['check', 'dent.gltf', 'clean.gltf', '--no-cache', '--heat', 'each']);
    const { wall, ram } = listHot('each/dent.heat.glb');
    expect(ram).toHaveLength(4); // those that go in; of the wall the corners of the side they go through
    expect([wall.length, wall.join() === ram.join()]).toEqual([4, false]);
    expect(listHot('each/clean.heat.glb')).toEqual({ ram: [] });
    await run(['check', '--pair', 'wall.gltf', 'poke.gltf', '--no-cache', '--heat', 'pair-*.glb']);
    expect([listHot('pair-poke.glb'), listHot('pair-wall.glb')]).toEqual([{ ram }, { wall }]);
    await run(['check', 'ram.gltf', '--against', 'wall.gltf', '--no-cache', '--heat', 'against']);
    expect([existsSync('against/ram.heat.glb'), existsSync('against/wall.heat.glb')]).toEqual([true, false]);
    expect(listHot('against/ram.heat.glb').ram.length).toBeGreaterThan(0);
  });

  it('the same after merge, as long as the files are those that were checked', async () => {
    const files = ['ram.gltf', 'hit.gltf'];
    const flags = ['--heat', 'merged', '--junit', 'merged.xml'];
    await run(['check', ...files, '--no-cache', '--heat', 'direct', '--junit', 'direct.xml']);
    await run(['check', ...files, '--no-cache', '--shard', '1/1', '--output', 'part.json']);
    expect((await run(['merge', 'part.json', ...flags])).code).toBe(1);
    expect(readFileSync('merged/hit.heat.glb')).toEqual(readFileSync('direct/hit.heat.glb'));
    expect(read('merged.xml')).toBe(read('direct.xml'));
    const before = read('ram.gltf');
    writeFileSync('ram.gltf', `${before} `);
    const { code, err } = await run(['merge', 'part.json', ...flags]);
    writeFileSync('ram.gltf', before);
    expect([code, err]).toEqual([2, expect.stringContaining("--heat: 'ram.gltf' is not here as it was checked")]);
    const part = await run(['check', ...files, '--shard', '1/1', '--output', 'part.json', '--junit', 'x.xml']);
    expect([part.code, part.err]).toEqual([2, expect.stringContaining('--junit needs the whole report')]);
  });

  it('writes none of its files over a model, whichever is asked for', async () => {
    const { out } = await run(['check', '--help']);
    const flags = [...out.matchAll(/--(\w+) <file> +write/g)].map(([, flag]) => flag);
    expect(flags).toEqual(expect.arrayContaining(['output', 'html', 'csv', 'junit', 'sarif', 'summary']));
    const model = read('hit.gltf');
    for (const flag of flags) {
      const { code } = await run(['check', 'hit.gltf', '--no-cache', `--${flag}`, 'hit.gltf']);
      expect([flag, code, read('hit.gltf') === model]).toEqual([flag, 2, true]);
    }
  });

  it('nothing where it cannot, and says so before it checks', async () => {
    symlinkSync('hit.gltf', 'link.html');
    writeFileSync('own.json', '{}');
    await run(['check', 'hit.gltf', '--no-cache', '-o', 'old.json']);
    const inputs = ['hit.gltf', 'wall.gltf', 'ram.gltf', 'own.json', 'old.json'].map(read);
    for (const [args, message] of [
      [['hit.gltf', 'clean.gltf', '--heat', 'x.glb'], '2 files to colour; name a folder'],
      [
        ['hit.gltf', '--junit', 'hit.gltf'],
        "--junit would write over 'hit.gltf', which is checked; choose another name.",
      ],
      [['hit.gltf', '--html', 'x', '--junit', './x'], "--html and --junit would both write './x'"],
      [['hit.gltf', '--output', '-'], "--output is '-', which is no name of a file"],
      [['hit.gltf', '--csv', '.'], "--csv is '.', which is a folder"],
      [['hit.gltf', '--heat', 'x.gltf'], 'what is written is a .glb'],
      [['hit.gltf', '--output', './hit.gltf'], "--output would write over './hit.gltf', which is checked"],
      [['hit.gltf', '--html', 'link.html'], "--html would write over 'link.html', which is checked"],
      [
        ['hit.gltf', '--against', 'wall.gltf', '--csv', 'wall.gltf'],
        "--csv would write over 'wall.gltf', which is checked",
      ],
      [
        ['hit.gltf', '--motion', 'ram.gltf', '--csv', 'ram.gltf'],
        "--csv would write over 'ram.gltf', whose clips are played",
      ],
      [
        ['hit.gltf', '--baseline', 'old.json', '-o', 'old.json'],
        "--output would write over 'old.json', which is compared with",
      ],
      [
        ['hit.gltf', '--config', 'own.json', '--sarif', 'own.json'],
        "--sarif would write over 'own.json', which has the options",
      ],
      [
        ['hit.gltf', '--output', 'poseclash.config.json'],
        "--output would write over 'poseclash.config.json', which has the options",
      ],
    ] as const) {
      const { code, out, err } = await run(['check', ...args, '--no-cache']);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(message);
    }
    expect(['hit.gltf', 'wall.gltf', 'ram.gltf', 'own.json', 'old.json'].map(read)).toEqual(inputs);
    await run(['check', 'hit.gltf', '--no-cache', '--shard', '1/1', '--output', 'own-part.json']);
    const merged = await run(['merge', 'own-part.json', '--output', 'own-part.json']);
    expect([merged.code, merged.err]).toEqual([2, expect.stringContaining('which is merged')]);
    writeFileSync('file', '');
    const { code, err } = await run(['check', 'hit.gltf', '--no-cache', '--junit', 'file/junit.xml']);
    expect(code).toBe(2);
    expect(err).toContain("'file/junit.xml' cannot be written");
  });

  it('to the terminal what was checked, though a file cannot be written; of two to /dev/null none is refused', async () => {
    const wrong = await run(['check', 'hit.gltf', '--no-cache', '--thumbs', 'file', '--junit', 'x.xml']);
    expect([wrong.code, wrong.out]).toEqual([2, expect.stringMatching(/1 collision in 1 clip$/m)]);
    expect(wrong.err).toContain('--thumbs: ');
    const nowhere = await run(['check', 'hit.gltf', '--no-cache', '--junit', '/dev/null', '--sarif', '/dev/null']);
    expect([nowhere.code, nowhere.err]).toEqual([1, '']);
  });

  it('of a file that is named twice no more than of one', async () => {
    const { out } = await run(['check', 'hit.gltf', './hit.gltf', 'hit.gltf', '--no-cache', '--quiet']);
    expect(out).toMatch(/^1 collision in 1 clip$/m);
    expect((await run(['check', '--pair', 'hit.gltf', 'hit.gltf', '--no-cache'])).err).not.toContain('exactly two');
  });

  it('a page, once it is built; else it says how', async () => {
    const { code, err } = await run(['check', 'hit.gltf', 'nothere.glb', '--no-cache', '--html', 'report.html']);
    if (!existsSync(page)) {
      expect([code, err]).toEqual([2, expect.stringContaining('run npm run build')]);
      return;
    }
    expect(code).toBe(1);
    const whole = read('report.html');
    await run(['check', 'hit.gltf', 'nothere.glb', '--no-cache', '--html', 'report.html']);
    expect(read('report.html')).toBe(whole);
    await run(['check', 'hit.gltf', 'nothere.glb', '--no-cache', '--html', 'bare.html', '--evidence-only']);
    expect(read('bare.html')).not.toContain('"positions"');
    expect(whole).toContain('"positions"');
  });
});
