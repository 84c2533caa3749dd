import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckReport } from '../../src/check/index.ts';
import { findSchemaErrors } from '../check/validate-schema.ts';
import { type BoxNode, makeBoxes } from './make-boxes.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const file = (name: string): string => join(folder, name);
const before = process.cwd();

beforeAll(() => {
  const ram: BoxNode = { name: 'ram', size: [1, 0.8, 0.8], at: [3, 0.02, 0.03] };
  const wall: BoxNode = { name: 'wall', size: [1, 1, 1], at: [0, 0, 0] };
  const comesBy: BoxNode = { ...ram, keys: [ram.at, [-3, 0.02, 0.03]] };
  writeFileSync(file('hit.gltf'), makeBoxes([wall, comesBy]));
  writeFileSync(file('ram.gltf'), makeBoxes([comesBy]));
  writeFileSync(file('wall.gltf'), makeBoxes([wall], null));
  writeFileSync(file('clean.gltf'), makeBoxes([{ ...ram, keys: [ram.at, [4, 0, 0]] }]));
  // Called like the ram and without a clip of its own: follows it.
  writeFileSync(file('coat.gltf'), makeBoxes([{ ...ram, size: [1.2, 1, 0.5] }], null));
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

describe('poseclash', () => {
  it('says what there is, and how to use each', async () => {
    const help = await run(['--help']);
    expect(help.code).toBe(0);
    for (const command of ['check', 'inspect', 'bounds']) expect(help.out).toMatch(new RegExp(`^ +${command} `, 'm'));
    for (const command of ['check', 'inspect', 'bounds']) {
      const { code, out } = await run([command, '--help']);
      expect([code, out.includes('Example')]).toEqual([0, true]);
    }
    expect((await run(['check', '--help'])).out).toMatch(/Exit codes: 0 clean, 1 findings, 2/);
    expect(await run(['--version'])).toEqual({ code: 0, out: '1.2.3', err: '' });
  });

  it.each([
    [['chekc'], 'Did you mean check?'],
    [['hit.gltf'], "'hit.gltf' is no command; to check it: poseclash check hit.gltf"],
    [['--no-color', 'not there.VRM', '--all'], 'to check it: poseclash check "not there.VRM"'],
    [['check', '--min-dpth', '2mm'], 'Did you mean --min-depth?'],
    [['check', 'hit.gltf', '--fps', 'many'], "'--fps <n>' argument 'many' is invalid. 'many' is no number"],
    [['check', 'hit.gltf', '--fps', '0'], 'fps is 0; give a number from'],
    [['check', 'hit.gltf', '--min-depth', 'deep'], 'minDepth is "deep"'],
    [['check', 'hit.gltf', '--ignore', 'wall'], 'two names with a colon between'],
    [
      ['check', 'hit.gltf', '--fail-on', 'everything'],
      "--fail-on is 'everything'; give one of collision, joint, layered, nothing",
    ],
    [['check', '--pair', 'hit.gltf'], '--pair needs exactly two files; there are 1'],
    [['check', '--against', 'wall.gltf'], '--against needs a file'],
    [['check', 'hit.gltf', '--baseline', 'nothere.json'], "--baseline: 'nothere.json' cannot be read"],
    [['check', 'hit.gltf', '--baseline', 'wall.gltf'], 'is no report of poseclash'],
    [['check', 'hit.gltf', '--config', 'wall.gltf'], "there is no option 'asset'"],
    [['inspect'], 'missing required argument'],
  ])('%j is wrong usage, and it says why', async (args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
});

describe('poseclash check', () => {
  it('leaves with 1 if there are findings, and says which, when and how deep', async () => {
    const { code, out, err } = await run(['check', 'hit.gltf']);
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^ {2}severe \d\.\d +ram through wall +\d+(\.\d+)? mm +move 0\.\d{3} s$/m);
    const all = (await run(['check', 'hit.gltf', '--all'])).out;
    expect(all).toMatch(/^ {2}move +1\.000 s {2}1 collision$/m);
    expect(all).toMatch(
      /^ {4}move {2}0\.333 - 0\.667 s, worst at 0\.\d+ s: \d+(\.\d+)? mm \(.* %\) deep, free after [\d.]+ m?m$/m,
    );
    expect(out).toMatch(/1 collision in 1 clip$/);
    expect(out).not.toContain('\u001b');
  });

  it('leaves with 0 if there are none', async () => {
    const { code, out } = await run(['check', 'clean.gltf']);
    expect(code).toBe(0);
    expect(out).toMatch(/clean$/m);
    expect(out).toMatch(/no collisions in 1 clip$/);
  });

  it('checks the built-in character if no file is named', async () => {
    expect((await run(['check', '--clip', 'curl'])).code).toBe(0);
    const { code, out } = await run(['check']);
    expect(code).toBe(1);
    expect(out).toMatch(
      /3 issues limb through body\n.*\n.* right-hand through ribs .*\n.* left-hand through chest .*\n.* right-hand through right-thigh /,
    );
    expect((await run(['check', '--clip', 'curl', '--fail-on', 'joint', '--quiet'])).code).toBe(1);
  });

  it('prints and writes the same report in JSON, which fits the schema', async () => {
    const { code, out } = await run(['check', 'hit.gltf', 'clean.gltf', '--json', '--output', 'report.json']);
    expect(code).toBe(1);
    expect(readFileSync('report.json', 'utf8')).toBe(`${out}\n`);
    const schema = JSON.parse(readFileSync(new URL('../../docs/check-report.schema.json', import.meta.url), 'utf8'));
    const report = JSON.parse(out) as CheckReport;
    expect(findSchemaErrors(report, schema)).toEqual([]);
    expect(report.assets.map(({ name }) => name)).toEqual(['hit.gltf', 'clean.gltf']);
    expect(report.assets[0].clips[0].findings[0].a).toEqual({ body: 'ram', joint: 'ram', materials: ['ram paint'] });
    expect((await run(['check', 'hit.gltf', 'clean.gltf', '--json'])).out).toBe(out);
  });

  it('fails on new findings only if it knows a report', async () => {
    await run(['check', 'hit.gltf', '--output', 'known.json']);
    const again = await run(['check', 'hit.gltf', '--baseline', 'known.json', '--all']);
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/no collisions, 1 suppressed/);
    expect(again.out).toMatch(/- move: ram and wall .*\(known\)$/m);
    await run(['check', 'clean.gltf', '--output', 'known.json']);
    expect((await run(['check', 'hit.gltf', '--baseline', 'known.json'])).code).toBe(1);
  });

  it.each([
    [['--ignore', 'ram:wall'], 0],
    [['--ignore', 'ram:floor', '--ignore', '*paint:*paint'], 0],
    [['--min-depth', '90%'], 0],
    [['--min-duration', '1'], 0],
    [['--clip', 'other*'], 2],
    [['--clip', 'mov*'], 1],
    [['--fail-on', 'nothing'], 0],
    [['--metres', '0.001', '--min-depth', '1mm'], 0],
    [['--min-depth', '1mm', '--fps', '5'], 1],
  ])('%j leaves with %i', async (flags, code) => {
    expect((await run(['check', 'hit.gltf', ...flags])).code).toBe(code);
  });

  it('takes options from a file, and flags before them', async () => {
    writeFileSync('poseclash.config.json', '{ "ignore": ["ram:wall"], "fps": 12 }');
    expect((await run(['check', 'hit.gltf'])).code).toBe(0);
    const { out } = await run(['check', 'hit.gltf', '--fps', '24', '--ignore', 'a:b', '--json']);
    expect((JSON.parse(out) as CheckReport).options).toMatchObject({ fps: 24, ignore: ['ram:wall', 'a:b'] });
    rmSync('poseclash.config.json');
    writeFileSync('other.json', '{ "ignroe": [] }');
    expect((await run(['check', 'hit.gltf', '--config', 'other.json'])).err).toContain("did you mean 'ignore'?");
    writeFileSync('other.json', '{ "fps": "fast" }');
    expect((await run(['check', 'hit.gltf', '--config', 'other.json'])).err).toContain(
      '\'fps\' is "fast"; it must be a number',
    );
  });

  it('holds two files against each other: by name of clip, and by name of node where only the first has the clip', async () => {
    const apart = await run(['check', '--pair', 'wall.gltf', 'ram.gltf', '--all']);
    expect(apart.code).toBe(1);
    expect(apart.out).toMatch(/ram through wall[\s\S]* 0\.333 - 0\.667 s/);
    // The coat follows the ram, so what touches at rest touches always.
    const together = await run(['check', '--pair', 'ram.gltf', 'coat.gltf']);
    expect(together.code).toBe(0);
    expect(together.out).toMatch(/already touch in the rest pose/);
  });

  it('holds files against one that rests, besides checking them', async () => {
    expect((await run(['check', 'ram.gltf'])).code).toBe(0);
    const { code, out } = await run(['check', 'ram.gltf', 'clean.gltf', '--against', 'wall.gltf']);
    expect(code).toBe(1);
    expect(out.match(/^ {2}1 issue limb through body$/gm)).toHaveLength(1);
  });

  it('colours only if asked to', async () => {
    expect((await run(['check', 'hit.gltf'], { hasColors: true })).out).toContain('\u001b[31m');
    expect((await run(['check', 'hit.gltf', '--no-color'], { hasColors: true })).out).not.toContain('\u001b');
  });
});

describe('hostile input', () => {
  const bytes = (...numbers: number[]): Uint8Array => new Uint8Array(Uint32Array.from(numbers).buffer);

  beforeAll(() => {
    writeFileSync('empty.glb', '');
    writeFileSync('text.glb', 'not a model\nat all');
    writeFileSync('lies.glb', bytes(0x46546c67, 2, 0xfffffff0, 0x7ffffff0, 0x4e4f534a));
    writeFileSync('short.glb', bytes(0x46546c67, 2, 28, 8, 0x4e4f534a));
    writeFileSync('old.gltf', '{ "asset": { "version": "1.0" } }');
    writeFileSync(
      'huge.gltf',
      '{ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 1e15, "uri": "x.bin" }] }',
    );
    writeFileSync('nothing.gltf', '{ "asset": { "version": "2.0" } }');
    writeFileSync(
      'fetch.gltf',
      makeBoxes([{ name: 'box', size: [1, 1, 1], at: [0, 0, 0] }]).replace(/data:[^"]*/, 'https://x.invalid/x.bin'),
    );
    mkdirSync('folder.glb', { recursive: true });
    symlinkSync('loop.glb', 'loop.glb');
    symlinkSync('hit.gltf', 'link.gltf');
    writeFileSync('locked.glb', '');
    chmodSync('locked.glb', 0);
  });

  const broken = [
    'empty.glb',
    'text.glb',
    'lies.glb',
    'short.glb',
    'old.gltf',
    'fetch.gltf',
    'folder.glb',
    'loop.glb',
    'nothere.glb',
    'locked.glb',
  ];

  it.each(['check', 'inspect', 'bounds'])('%s: one line for each file, and 2 if none could be used', async command => {
    const { code, err } = await run([command, ...broken]);
    expect(code).toBe(2);
    const lines = err.split('\n');
    expect(lines.map(line => line.split(':')[0])).toEqual(broken);
    for (const line of lines) expect(line).toMatch(/^\S+: \S.{5,}$/);
  });

  it('the others are checked all the same, links too', async () => {
    const { code, out, err } = await run(['check', 'text.glb', 'link.gltf', 'lies.glb']);
    expect(code).toBe(1);
    expect(err.split('\n')).toHaveLength(2);
    expect(out).toMatch(/ram through wall/);
    expect(out).toMatch(/; 2 could not be checked$/);
    expect((await run(['check', 'text.glb', 'clean.gltf'])).code).toBe(2);
  });

  it('a file without meshes or clips is none that was checked', async () => {
    const { code, out, err } = await run(['check', 'nothing.gltf', 'wall.gltf', 'clean.gltf']);
    expect(code).toBe(2);
    expect(out).toMatch(/no collisions in 1 clip; 2 could not be checked$/);
    expect(err.split('\n')).toEqual([
      'nothing.gltf: not checked: there is no mesh in it',
      'wall.gltf: not checked: there is no clip in it, so nothing moves; ' +
        'pose its joints with --flex, or play the clips of another file with --motion set.glb',
    ]);
  });
});

describe('poseclash inspect', () => {
  it('lists bodies, materials, pieces and clips by name', async () => {
    const { code, out } = await run(['inspect', 'hit.gltf']);
    expect(code).toBe(0);
    expect(out).toMatch(/body wall: 12 triangles, 8 vertices, rigid, 1 joints/);
    expect(out).toContain('materials: ram paint');
    expect(out).toMatch(/1 piece, closed/);
    expect(out).toMatch(/clip move: 1\.000 s, 2 key times/);
    const [{ bodies, clips }] = JSON.parse((await run(['inspect', 'hit.gltf', '--json'])).out);
    expect([bodies.length, clips.length]).toEqual([2, 1]);
  });
});
