import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Part } from '../../cli/units/part.ts';
import { run } from '../cli/run.ts';
import { createArm, toGlb } from '../gltf/make-glb.ts';
import { makeBusy } from './make-busy.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const before = process.cwd();
// A clip that is cut, clips that share a unit, a file that cannot be read, one without clips, and one of another kind.
const files = ['long.gltf', 'broken.glb', 'short.gltf', 'still.gltf', 'arm.glb'];
const flags = ['--min-depth', '1mm', '--fps', '12', '--cache', 'cache'];
let whole = '';

beforeAll(async () => {
  process.chdir(folder);
  writeFileSync('long.gltf', makeBusy([800]));
  writeFileSync('short.gltf', makeBusy([3, 5, 2]));
  writeFileSync('still.gltf', JSON.stringify({ ...JSON.parse(makeBusy([2])), animations: [] }));
  writeFileSync('broken.glb', 'no model');
  writeFileSync('arm.glb', await toGlb(createArm()));
  const { code } = await run(['check', ...files, '--min-depth', '1mm', '--fps', '12', '--output', 'whole.json']);
  expect(code).toBe(1);
  whole = readFileSync('whole.json', 'utf8');
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

async function checkShards(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, k) => `part-${count}-${k + 1}.json`);
  for (const [k, name] of names.entries()) {
    const { code, out, err } = await run(['check', ...files, ...flags, '--shard', `${k + 1}/${count}`, '-o', name]);
    expect([code, err.split('\n').length]).toEqual([0, 1]);
    expect(out).toMatch(new RegExp(`^shard ${k + 1}/${count}: \\d+ of \\d+ units`));
  }
  return names;
}

describe('shards', () => {
  it.each([1, 2, 7])('%i of them, in any order, make the report of one check, byte for byte', async count => {
    const names = await checkShards(count);
    const units = names.map(name => (JSON.parse(readFileSync(name, 'utf8')) as Part).work.flatMap(work => work.units));
    expect(units.flat().length).toBeGreaterThan(8);
    if (count === 2) expect(units.every(list => list.length > 0)).toBe(true);
    for (const order of [names, [...names].reverse(), [...names.slice(2), ...names.slice(0, 2)]]) {
      const { code, err } = await run(['merge', ...order, '--output', 'merged.json']);
      expect([code, err.split(':')[0]]).toEqual([1, 'broken.glb']);
      expect(readFileSync('merged.json', 'utf8')).toBe(whole);
    }
  });

  it('that are missing, doubled or of another check are named', async () => {
    const parts = Array.from({ length: 7 }, (_, k) => `part-7-${k + 1}.json`);
    const complain = async (...names: string[]): Promise<string> => {
      const { code, out, err } = await run(['merge', ...names]);
      expect([code, out]).toEqual([2, '']);
      return err;
    };
    const forge = (name: string, change: (part: Part) => void): string => {
      const part = JSON.parse(readFileSync('part-7-1.json', 'utf8')) as Part;
      change(part);
      writeFileSync(name, JSON.stringify(part));
      return name;
    };
    const rest = parts.slice(1);
    expect(await complain(...rest)).toContain('shard 1/7 is missing');
    expect(await complain(...parts.slice(2, 6))).toContain('shards 1/7, 2/7, 7/7 are missing');
    expect(await complain(...parts, parts[3])).toContain('are the same shard, 4/7');
    expect(await complain(...rest, 'part-2-1.json')).toContain('it is one of 2 shards, not of 7');
    expect(await complain(...rest, 'whole.json')).toContain('whole.json is no part of a check');
    expect(await complain(...rest, 'broken.glb')).toContain('broken.glb cannot be read');
    expect(await complain(...rest, 'nothere.json')).toContain('there is no such file');
    expect(await complain()).toContain('name the parts');
    const forgeries: [string, (part: Part) => void, string][] = [
      ['options.json', part => (part.options.fps = 60), 'fps is 60 there and 12 here'],
      ['metres.json', part => (part.metres = 2), 'metres is 2 there and 1 here'],
      ['names.json', part => (part.assets[0].name = 'x.glb'), "file 1 is 'x.glb' there and 'long.gltf' here"],
      ['bytes.json', part => (part.assets[0].hash = 'f'.repeat(64)), "'long.gltf' had other contents there"],
      ['fewer.json', part => void part.assets.pop(), 'it has 4 files, not 5'],
      ['engine.json', part => (part.engine = 'x'), 'another version of poseclash'],
      ['stopped.json', part => (part.wasStopped = true), 'is incomplete: it was stopped; run shard 1/7 again'],
      ['units.json', part => void part.work[0].units.pop(), 'the parts have units'],
    ];
    for (const [name, change, message] of forgeries) {
      expect(await complain(...rest, forge(name, change))).toContain(message);
    }
  });

  it.each([
    [['--shard', '0/2'], "--shard is '0/2'"],
    [['--shard', '3/2'], "--shard is '3/2'"],
    [['--shard', 'two'], "--shard is 'two'"],
    [['--shard', '1/2'], 'name its file with --output'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, err } = await run(['check', 'short.gltf', ...args]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('poseclash plan', () => {
  it('lists units as JSON, one a line, and files that cannot be read', async () => {
    const { code, out, err } = await run(['plan', ...files, '--fps', '12']);
    expect([code, err.split(':')[0]]).toEqual([2, 'broken.glb']);
    const units = out.split('\n').map(line => JSON.parse(line));
    expect(units.filter(({ stretches }) => stretches.length === 0).map(({ file }) => file)).toEqual(
      files.filter(file => file !== 'broken.glb'),
    );
    expect(units.filter(({ file }) => file === 'long.gltf').length).toBeGreaterThan(3);
    expect(units.find(({ clips }) => clips.length === 3).file).toBe('short.gltf');
    expect((await run(['plan', 'broken.glb'])).code).toBe(2);
  });

  it('makes a table for people', async () => {
    const { out } = await run(['plan', 'short.gltf', 'long.gltf'], { isTerminal: true });
    expect(out).toMatch(/ s {2}short\.gltf {2}plan$/m);
    expect(out).toMatch(/ s {2}short\.gltf {2}3 clips: clip 0, clip 1, clip 2$/m);
    expect(out).toMatch(/ s {2}long\.gltf {2}clip 0, samples 0 to \d+$/m);
    expect(out).toMatch(/^\d+ units, about \d+\.\d s of one core$/m);
  });
});
