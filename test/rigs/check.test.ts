import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packBundle, unpackBundle } from '../../cli/queue/pack-bundle.ts';
import { createCharacterAsset } from '../../cli/reports/character-asset.ts';
import { addFlexClips } from '../../cli/rigs/flex.ts';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { createSubject, readBundle, type Source } from '../../cli/units/bundle.ts';
import type { CheckReport } from '../../src/check/index.ts';
import { type GltfAsset, readGltf, writeGltf } from '../../src/gltf/index.ts';
import { useFolder } from '../cli/in-folder.ts';
import { makeBoxes } from '../cli/make-boxes.ts';
import { run } from '../cli/run.ts';
import { editGlb } from '../gltf/make-glb.ts';
import { findData, needsData } from '../needs.ts';
import { makePerson } from './make-person.ts';

const clipsOf = (out: string): string[] =>
  (JSON.parse(out) as CheckReport).assets.flatMap(({ clips }) => clips.map(({ name }) => name));

useFolder(() => {
  const still = makePerson({ axes: 2 });
  const flexed = addFlexClips(makePerson({ axes: 7, armsDown: 30 }));
  const wave = flexed.clips.filter(({ name }) => name.startsWith('flex: left elbow 0..140')).slice(0, 1);
  const dancer: GltfAsset = { ...flexed, clips: wave.map(clip => ({ ...clip, name: 'wave' })) };
  writeFileSync('still.glb', writeGltf(still));
  writeFileSync('dancer.glb', writeGltf(dancer));
  writeFileSync('empty.glb', writeGltf({ ...still, bodies: [] }));
  writeFileSync('wall.gltf', makeBoxes([{ name: 'wall', size: [1, 1, 1], at: [9, 0, 0] }], null));
  writeFileSync('near.gltf', makeBoxes([{ name: 'near', size: [1, 1, 1], at: [0.03, 0.7, 0.6] }], null));
  writeFileSync('waver.glb', writeGltf(dancer));
  writeFileSync('config.json', '{ "flex": true, "motion": "dancer.glb", "clips": ["wave", "flex: left knee 0..135"] }');
  writeFileSync('two.json', '{ "motion": ["dancer.glb", "waver.glb"] }');
  writeFileSync('wrong.json', '{ "motion": ["dancer.glb", 7] }');
});

describe('poseclash check of a rig without clips', () => {
  it('ends with 2 and says in one line what to do', async () => {
    const { code, err } = await run(['check', 'still.glb']);
    expect(code).toBe(2);
    expect(err).toBe(
      'still.glb: not checked: there is no clip in it, so nothing moves; ' +
        'pose its joints with --flex, or play the clips of another file with --motion set.glb',
    );
  });

  it('--flex checks clips that are made for it, which --clip chooses from', async () => {
    const { code, out } = await run(['check', 'still.glb', '--flex', '--clip', 'flex: left elbow*', '--json']);
    expect(code).toBeLessThan(2);
    expect(clipsOf(out)).toEqual([
      'flex: left elbow 0..140',
      'flex: left elbow 0..140 + left wrist 0..55',
      'flex: left elbow 0..140 + left wrist -55..0',
    ]);
  });

  it('--flex and --motion add to the clips of the file', async () => {
    const args = ['--clip', 'wave*', '--clip', 'flex: jaw*', '--clip', 'flex: left knee 0..135', '--json'];
    const { out } = await run(['check', 'dancer.glb', '--flex', '--motion', 'dancer.glb', ...args]);
    expect(clipsOf(out)).toEqual(['wave', 'wave (dancer)', 'flex: left knee 0..135']);
    const { code, out: played } = await run(['check', 'still.glb', '--motion', 'dancer.glb', '--json']);
    expect(code).toBeLessThan(2);
    expect(clipsOf(played)).toEqual(['wave']);
  });

  it('takes both from a configuration', async () => {
    const { out } = await run(['check', 'still.glb', '--config', 'config.json', '--json']);
    expect(clipsOf(out)).toEqual(['wave', 'flex: left knee 0..135']);
  });

  it('plays the clips of every --motion, from a configuration too, and the same in shards', async () => {
    const names = ['wave', 'wave (waver)'];
    const args = ['check', 'still.glb', '--motion', 'dancer.glb', '--motion', 'waver.glb'];
    const whole = await run([...args, '--json']);
    expect(clipsOf(whole.out)).toEqual(names);
    expect(clipsOf((await run(['check', 'still.glb', '--config', 'two.json', '--json'])).out)).toEqual(names);
    const { code, err } = await run(['check', 'still.glb', '--config', 'wrong.json']);
    expect([code, err]).toEqual([2, expect.stringContaining('it must be a string, or a list of strings')]);
    for (const part of ['1', '2']) await run([...args, '--shard', `${part}/2`, '--output', `many-${part}.json`]);
    expect((await run(['merge', 'many-1.json', 'many-2.json', '--json'])).out).toBe(whole.out);
  });

  it('tells what the motion file moves that is not there', async () => {
    const { out } = await run(['check', 'still.glb', '--motion', 'dancer.glb', '--json']);
    const [{ gaps }] = (JSON.parse(out) as CheckReport).assets;
    expect(gaps).toEqual(["25 of 26 joints are moved by nothing in dancer.glb: 'spine', 'chest', 'neck' and 22 more."]);
  });

  it.each([
    [['--flex'], '--flex needs a file to move.'],
    [['still.glb', '--against', 'wall.gltf', '--against', 'near.gltf'], "--against is given twice: 'wall.gltf' and"],
    [['--motion', 'dancer.glb'], '--motion needs a file to move.'],
    [['still.glb', '--motion', 'nothere.glb'], 'still.glb: nothere.glb: there is no such file'],
    [['still.glb', '--motion', 'still.glb'], 'there is no clip in still.glb'],
    [
      ['wall.gltf', '--motion', 'dancer.glb'],
      "nothing of it is called like what dancer.glb moves ('leftLowerArm'; here there is 'wall')",
    ],
    [['wall.gltf', '--flex'], 'not checked: there is no clip in it, and nothing to flex'],
    [['empty.glb', '--flex'], 'there is no mesh in it'],
  ])('%j leaves with 2', async (args, why) => {
    const { code, err } = await run(['check', ...args]);
    expect(err).toContain(why);
    expect(code).toBe(2);
  });

  it('holds a flexed file against another, which follows with --pair and rests with --against', async () => {
    const clip = ['--flex', '--clip', 'flex: left knee 0..135', '--json'];
    const pair = await run(['check', '--pair', 'still.glb', 'still.glb', ...clip]);
    expect(pair.code).toBeLessThan(2);
    expect(clipsOf(pair.out)).toEqual(['flex: left knee 0..135']);
    const against = await run(['check', 'still.glb', '--against', 'wall.gltf', ...clip]);
    expect(against.code).toBe((await run(['check', 'still.glb', ...clip])).code);
    expect(clipsOf(against.out)).toEqual(['flex: left knee 0..135']);
  });

  it('gives the same report in shards and from a cache', async () => {
    const args = ['check', 'still.glb', '--flex', '--clip', 'flex: left e*', '--clip', 'flex: left k*'];
    const whole = await run([...args, '--json', '--cache', 'cache']);
    for (const part of ['1', '2']) await run([...args, '--shard', `${part}/2`, '--output', `part-${part}.json`]);
    const merged = await run(['merge', 'part-1.json', 'part-2.json', '--json']);
    expect(merged.out).toBe(whole.out);
    const again = await run([...args, '--json', '--cache', 'cache']);
    expect(again.out).toBe(whole.out);
    expect((await run(['check', 'still.glb', '--cache', 'cache'])).code).toBe(2); // not taken for the one that was flexed
  });
});

describe('what is drawn after merge', () => {
  it.each([
    ['--flex', ['still.glb', '--flex', '--clip', 'flex: left e*']],
    ['--motion', ['still.glb', '--motion', 'dancer.glb']],
    ['--against', ['still.glb', '--flex', '--clip', 'flex: left knee 0..135', '--against', 'near.gltf']],
  ])('is what the check draws, with %s', async (_, args) => {
    await run(['check', ...args, '--heat', 'whole.glb']);
    for (const part of ['1', '2']) await run(['check', ...args, '--shard', `${part}/2`, '-o', `page-${part}.json`]);
    const { code } = await run(['merge', 'page-1.json', 'page-2.json', '--heat', 'merged.glb']);
    expect(code).toBeLessThan(2);
    expect(readFileSync('merged.glb').equals(readFileSync('whole.glb'))).toBe(true);
    rmSync('whole.glb');
    rmSync('merged.glb');
  });

  it('is not written over the file whose clips are played', async () => {
    const args = ['check', 'still.glb', '--motion', 'dancer.glb', '--shard', '1/1', '-o', 'page.json'];
    expect((await run(args)).code).toBe(0);
    const { code, err } = await run(['merge', 'page.json', '--junit', 'dancer.glb']);
    expect([code, err]).toEqual([2, expect.stringContaining('dancer.glb')]);
  });
});

/** The built-in character as a .vrm 1.0: joints whose names say nothing, and what VRMC_vrm says they are. */
function makeVrm(): { vrm: Uint8Array; glb: Uint8Array } {
  const asset = { ...createCharacterAsset(createCharacterSubject()), clips: [] };
  const glb = writeGltf(asset);
  const humanBones = Object.fromEntries(
    asset.nodes.names.flatMap((name, node) => (name in VRM_BONES ? [[VRM_BONES[name], { node }]] : [])),
  );
  const vrm = editGlb(glb, json => {
    for (const [n, node] of json.nodes.entries()) node.name = `J_${n}`;
    json.extensionsUsed = [...(json.extensionsUsed ?? []), 'VRMC_vrm'];
    json.extensions = { VRMC_vrm: { specVersion: '1.0', humanoid: { humanBones } } };
  });
  return { vrm, glb };
}

const SIDES = ['left', 'right'].flatMap(side =>
  [['upper-arm', 'UpperArm'], ['forearm', 'LowerArm'], ['hand', 'Hand'], ['thigh', 'UpperLeg'], ['calf', 'LowerLeg'], ['foot', 'Foot']].map(
    ([own, vrm]) => [`${side}-${own}`, `${side}${vrm}`],
  ),
); // biome-ignore format: a table
const VRM_BONES: Record<string, string> = Object.fromEntries([
  ...[['pelvis', 'hips'], ['ribs', 'spine'], ['chest', 'chest'], ['neck', 'neck'], ['head', 'head']],
  ...SIDES,
]); // biome-ignore format: a table

describe('a .vrm', () => {
  it('flexes as the person that it says it is, whatever its joints are called', async () => {
    const { vrm, glb } = makeVrm();
    writeFileSync('person.vrm', vrm);
    writeFileSync('person.glb', glb);
    const args = ['--flex', '--clip', 'flex: left elbow*', '--clip', 'flex: left shoulder*', '--json'];
    const { code, out } = await run(['check', 'person.vrm', ...args]);
    expect(code).toBe(1);
    expect(clipsOf(out)).toContain('flex: left elbow 0..140');
    const [{ issues, gaps }] = (JSON.parse(out) as CheckReport).assets;
    expect(gaps).toEqual(['The extension VRMC_vrm is not read; whatever it adds to the file is left out.']);
    const named = (JSON.parse((await run(['check', 'person.glb', ...args])).out) as CheckReport).assets[0];
    const told = (all: typeof issues): unknown[] => all.map(({ list, severity, reasons }) => [list, severity, reasons]);
    expect(told(issues)).toEqual(told(named.issues));
    expect(issues.some(({ list }) => list === 'collision')).toBe(true);
  });
});

describe('the coloured model', () => {
  it('has the clips that were checked, also those that were added', async () => {
    const args = ['--flex', '--clip', 'flex: left knee 0..135', '--heat', 'heat.glb'];
    expect((await run(['check', 'dancer.glb', ...args])).code).toBeLessThan(2);
    const names = (await readGltf(readFileSync('heat.glb'))).clips.map(({ name }) => name);
    expect(names).toContain('wave');
    expect(names).toContain('flex: left knee 0..135');
  });
});

describe('a bundle', () => {
  const single = (more: Partial<Source>): Source => ({
    name: 'still.glb',
    kind: 'single',
    paths: ['still.glb'],
    ...more,
  });

  it('has another hash with what is added to it', async () => {
    const sources = [
      single({}),
      single({ flex: true }),
      single({ motions: ['dancer.glb'] }),
      single({ flex: true, motions: ['dancer.glb'] }),
      single({ motions: ['still.glb'] }),
      single({ motions: ['waver.glb'] }), // the same bytes by another name, which clips may be called after
      single({ motions: ['dancer.glb', 'waver.glb'] }),
      single({ kind: 'pair', paths: ['still.glb', 'dancer.glb'] }),
    ];
    const hashes = await Promise.all(sources.map(async source => (await readBundle(source)).hash));
    expect(new Set(hashes).size).toBe(sources.length);
  });

  it('is unpacked with what is added to it', async () => {
    for (const more of [
      {},
      { flex: true },
      { motions: ['dancer.glb'] },
      { flex: true, motions: ['dancer.glb', 'waver.glb'] },
    ]) {
      const bundle = await readBundle(single(more));
      const unpacked = unpackBundle(packBundle(bundle), bundle.hash);
      const [subject, other] = await Promise.all([bundle, unpacked].map(one => createSubject(one, 1)));
      expect(other.clips.map(({ name }) => name)).toEqual(subject.clips.map(({ name }) => name));
      expect(other.gaps).toEqual(subject.gaps);
      expect(() =>
        unpackBundle(packBundle({ ...bundle, added: { flex: !('flex' in more), motions: [] } }), bundle.hash),
      ).toThrow();
    }
  });
});

describe('poseclash check --flex of a real rig', () => {
  it(
    'finds the same at every run, and something, in a knight whose clips were taken out',
    needsData('gltf/q-KnightCharacter.glb'),
    async () => {
      const knight = await readGltf(readFileSync(findData('gltf/q-KnightCharacter.glb')));
      writeFileSync('knight.glb', writeGltf({ ...knight, clips: [] }));
      const args = ['check', 'knight.glb', '--flex', '--clip', 'flex: left *', '--json'];
      const { code, out } = await run(args);
      expect(code).toBe(1);
      expect((await run(args)).out).toBe(out);
    },
  );
});
