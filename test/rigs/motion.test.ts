import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findBones } from '../../cli/rigs/find-bones.ts';
import { addFlexClips } from '../../cli/rigs/flex.ts';
import { addMotionClips } from '../../cli/rigs/motion-clips.ts';
import { framesOf, turnOfFrame } from '../../cli/rigs/node-frames.ts';
import type { Rotation, Vector } from '../../cli/rigs/vectors.ts';
import { directionOf, lengthOf, subtract, turnAbout, turnBack, turnBoth, turnVector } from '../../cli/rigs/vectors.ts';
import { type GltfAsset, type GltfClip, type GltfTrack, poseAt, readGltf } from '../../src/gltf/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { findData, needsData } from '../needs.ts';
import { boneNames, makePerson, type PersonOptions } from './make-person.ts';

const nodeOf = (bone: string): number => boneNames.indexOf(bone) + 1;

/** A person with a clip that turns every joint somehow, and takes the hips away. */
function makeDancer(options: PersonOptions = {}): GltfAsset {
  const asset = makePerson(options);
  const random = createRandom(11);
  const times = Float32Array.of(0, 0.4, 1);
  const { rotations, translations } = asset.nodes;
  const tracks = boneNames.map((bone): GltfTrack => {
    const node = nodeOf(bone);
    const [x, y, z, w] = rotations.subarray(4 * node, 4 * node + 4);
    const turns = [0, 1, 2].map((): Rotation => {
      const axis: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
      const unit: Vector = [axis[0] / lengthOf(axis), axis[1] / lengthOf(axis), axis[2] / lengthOf(axis)];
      return turnBoth(turnAbout(unit, 60 * random()), [x, y, z, w]);
    });
    return {
      node,
      path: 'rotation',
      interpolation: 'LINEAR',
      size: 4,
      times,
      values: Float32Array.from(turns.flat()),
      bodies: [],
    };
  });
  const hips = nodeOf('hips');
  const rest = translations.subarray(3 * hips, 3 * hips + 3);
  const values = Float32Array.from([0, 0.3, 0.1].flatMap(way => [...rest].map(x => x + way)));
  tracks.push({ node: hips, path: 'translation', interpolation: 'LINEAR', size: 3, times, values, bodies: [] });
  const clip: GltfClip = { name: 'dance', start: 0, end: 1, keyTimes: Float64Array.from(times), tracks };
  return { ...asset, clips: [clip] };
}

/** How nodes are turned from rest, in the world, and how far they went. */
function changesAt(asset: GltfAsset, clip: GltfClip, time: number): { turn: Rotation; way: Vector }[] {
  const rest = framesOf(poseAt(asset, null, 0).nodeMatrices);
  return framesOf(poseAt(asset, clip, time).nodeMatrices).map((frame, n) => ({
    turn: turnBoth(turnOfFrame(frame), turnBack(turnOfFrame(rest[n]))),
    way: subtract(frame.origin, rest[n].origin),
  }));
}

const isOfArm = (bone: string): boolean => /Arm|Hand|Thumb|Index|Middle|Ring|Little/.test(bone);
const ARMS = ['left', 'right'].flatMap(side => [
  [`${side}UpperArm`, `${side}LowerArm`],
  [`${side}LowerArm`, `${side}Hand`],
]);

/** The direction from one bone to another. */
function pointing(asset: GltfAsset, clip: GltfClip | null, time: number, from: string, to: string): Vector {
  const frames = framesOf(poseAt(asset, clip, time).nodeMatrices);
  return directionOf(subtract(frames[nodeOf(to)].origin, frames[nodeOf(from)].origin))!;
}

/** The sine of half the angle between two rotations. */
function apart(a: Rotation, b: Rotation): number {
  const [x, y, z] = turnBoth(turnBack(a), b);
  return Math.hypot(x, y, z);
}

/** A person whose hands are elsewhere at rest than straight on from the elbow. */
function bendElbows(person: GltfAsset): GltfAsset {
  const translations = person.nodes.translations.slice();
  for (const o of ['leftHand', 'rightHand'].map(bone => 3 * nodeOf(bone))) {
    const [x, y, z] = translations.subarray(o, o + 3);
    translations.set(turnVector(turnAbout([0.6, 0, 0.8], 25), [x, y, z]), o);
  }
  return { ...person, nodes: { ...person.nodes, translations } };
}

/** A track in which a joint stays as it rests. */
const restOf =
  ({ nodes }: GltfAsset) =>
  (track: GltfTrack): GltfTrack => {
    const rest =
      track.path === 'rotation'
        ? nodes.rotations.subarray(4 * track.node)
        : nodes.translations.subarray(3 * track.node);
    return { ...track, values: track.values.map((_, k) => rest[k % track.size]) };
  };

const motionOf = (person: GltfAsset, set: GltfAsset): GltfAsset =>
  addMotionClips({ asset: person, bones: null }, [{ file: 'set.glb', asset: set, bones: null }]);

describe('playing the clips of another file', () => {
  it('copies them to the number where both rest alike', () => {
    const dancer = makeDancer({ axes: 2 });
    const { clips, gaps } = motionOf(makePerson({ axes: 2 }), dancer);
    expect(clips).toEqual(dancer.clips);
    expect(gaps).toEqual([]);
  });

  it('turns joints from their own rest, in the world, as the set does, whatever axes they have', () => {
    const dancer = makeDancer({ axes: 2 });
    const person = bendElbows(makePerson({ axes: 9, armsDown: 40, height: 2 }));
    const asset = motionOf(person, dancer);
    const [clip] = asset.clips;
    for (const time of clip.keyTimes) {
      const wanted = changesAt(dancer, dancer.clips[0], time);
      const got = changesAt(asset, clip, time);
      for (const bone of boneNames.filter(name => !isOfArm(name))) {
        const n = nodeOf(bone);
        expect(apart(got[n].turn, wanted[n].turn), `${bone} at ${time}`).toBeLessThan(1e-5); // tracks are float32
      }
      for (const [bone, end] of ARMS) {
        const off = subtract(
          pointing(asset, clip, time, bone, end),
          pointing(dancer, dancer.clips[0], time, bone, end),
        );
        expect(lengthOf(off), `${bone} at ${time}`).toBeLessThan(1e-5); // wherever they rest
      }
      // Hips are twice as high.
      const off = subtract(got[nodeOf('hips')].way, wanted[nodeOf('hips')].way.map(x => 2 * x) as unknown as Vector);
      expect(lengthOf(off)).toBeLessThan(1e-5);
    }
    const [one, other] = [nodeOf('leftUpperArm'), nodeOf('leftLowerArm')];
    for (const time of [0.1, 0.7]) {
      const frames = framesOf(poseAt(asset, clip, time).nodeMatrices);
      expect(lengthOf(subtract(frames[one].origin, frames[other].origin))).toBeCloseTo(0.5, 5); // bones keep their lengths
    }
  });

  it('keeps hands and fingers as the arm holds them, which is turned to where that of the set rests', () => {
    const dancer = makeDancer({ axes: 2 });
    const still = {
      ...dancer,
      clips: dancer.clips.map(clip => ({ ...clip, tracks: clip.tracks.map(restOf(dancer)) })),
    };
    const person = makePerson({ axes: 9, armsDown: 40 });
    const asset = motionOf(person, still);
    const turnIn = (clip: GltfClip | null, bone: string): Rotation =>
      turnOfFrame(framesOf(poseAt(asset, clip, 0).nodeMatrices)[nodeOf(bone)]);
    for (const side of ['left', 'right']) {
      for (const bone of ['Hand', 'IndexProximal'].map(part => `${side}${part}`)) {
        const held = (clip: GltfClip | null): Rotation =>
          turnBoth(turnBack(turnIn(clip, `${side}LowerArm`)), turnIn(clip, bone));
        expect(apart(held(asset.clips[0]), held(null)), bone).toBeLessThan(1e-5);
      }
      const off = subtract(
        pointing(asset, asset.clips[0], 0, `${side}UpperArm`, `${side}LowerArm`),
        pointing(still, null, 0, `${side}UpperArm`, `${side}LowerArm`),
      );
      expect(lengthOf(off)).toBeLessThan(1e-5);
      const shin = `${side}LowerLeg`;
      expect(apart(turnIn(asset.clips[0], shin), turnIn(null, shin))).toBeLessThan(1e-5);
    }
  });

  it('turns the motion along where one person looks another way', () => {
    const dancer = makeDancer();
    const turned = makePerson({ turned: 90, axes: 3 });
    const asset = motionOf(turned, dancer);
    const quarter = turnAbout([0, 1, 0], 90);
    const wanted = changesAt(dancer, dancer.clips[0], 0.4);
    const got = changesAt(asset, asset.clips[0], Math.fround(0.4));
    for (const n of ['hips', 'leftLowerArm', 'rightFoot'].map(nodeOf)) {
      expect(apart(got[n].turn, turnBoth(quarter, turnBoth(wanted[n].turn, turnBack(quarter))))).toBeLessThan(1e-5);
    }
    expect(lengthOf(subtract(got[nodeOf('hips')].way, turnVector(quarter, wanted[nodeOf('hips')].way)))).toBeLessThan(
      1e-5,
    );
  });

  it.each([
    ['but for prefix, case and separators', (bone: string) => `mixamorig:${bone.toUpperCase()}`],
    [
      'only as bones of a person',
      (bone: string) =>
        bone.replace(/^(left|right)(.*)$/, (_, side, part) => `${part}.${side[0]}`).replace('UpperLeg', 'thigh'),
    ],
  ])('matches names that are the same %s', (_, nameOf) => {
    const dancer = makeDancer({ nameOf });
    const { clips, gaps } = motionOf(makePerson(), dancer);
    expect(clips).toEqual(dancer.clips);
    expect(gaps).toEqual([]);
  });

  it('tells what has no counterpart on either side, and what no vertex follows', () => {
    const nameOf = (bone: string): string =>
      bone.startsWith('left') && /Hand|Index|Little/.test(bone) ? `x ${bone.length}` : bone;
    const { gaps } = motionOf(makePerson({ bare: ['rightToes'] }), makeDancer({ nameOf }));
    expect(gaps).toEqual([
      "4 of 27 joints that set.glb moves have no counterpart, and are left out: 'x 8', 'x 17', 'x 21' and 1 more.",
      "4 of 25 joints are moved by nothing in set.glb: 'leftHand', 'leftIndexProximal', 'leftIndexIntermediate' and 1 more.",
      "No vertex follows 'rightToes', which set.glb moves.",
    ]);
  });

  it('refuses files that have nothing in common, and names both sides', () => {
    const set = makeDancer({ nameOf: bone => `set ${boneNames.indexOf(bone)}` });
    expect(() => motionOf(makePerson(), set)).toThrow(
      "nothing of it is called like what set.glb moves ('set 0', 'set 1', 'set 2' and 24 more; here there is 'hips', 'spine', 'chest' and 24 more)",
    );
    expect(() => motionOf(makePerson(), makePerson())).toThrow('there is no clip in set.glb');
  });

  it('keeps own clips, and tells those of the same name apart', () => {
    const dancer = makeDancer();
    const flexed = addFlexClips(motionOf(dancer, dancer));
    expect(flexed.clips.slice(0, 3).map(({ name }) => name)).toEqual([
      'dance',
      'dance (set)',
      expect.stringMatching(/^flex: /),
    ]);
  });

  it('plays clips of several files, each under a name of its own, and tells once what is the same of them', () => {
    const dancer = makeDancer({ nameOf: bone => (bone === 'leftHand' ? 'x' : bone) });
    const others = makeDancer({ nameOf: bone => (bone === 'rightHand' ? 'x' : bone) });
    const play = (...files: [string, GltfAsset][]): GltfAsset =>
      addMotionClips(
        { asset: makePerson(), bones: null },
        files.map(([file, asset]) => ({ file, asset, bones: null })),
      );
    const asset = play(['run.glb', dancer], ['v1.2/walk.glb', dancer], ['run.gltf', dancer]);
    expect(asset.clips.map(({ name }) => name)).toEqual(['dance', 'dance (v1.2/walk)', 'dance (run)']);
    expect(play(['a.glb', dancer], ['a.glb', dancer], ['a.glb', dancer]).clips.map(({ name }) => name)).toEqual(
      ['dance', 'dance (a)', 'dance (a 2)'], // biome-ignore format: names
    );
    expect(asset.clips[2].tracks).toEqual(asset.clips[0].tracks);
    expect(asset.gaps).toEqual([
      "1 of 27 joints that run.glb and 2 more move have no counterpart, and are left out: 'x'.",
      "1 of 26 joints are moved by nothing in run.glb and 2 more: 'leftHand'.",
    ]);
    expect(play(['a.glb', dancer], ['b.glb', others]).gaps).toEqual([
      "1 of 27 joints that a.glb and 1 more move have no counterpart, and are left out: 'x'.", // one moves what the other lacks
    ]);
  });

  it('takes feet along that hang on the root', () => {
    const set = makeDancer({ loose: ['leftFoot'] }); // where it stands still, while the leg is turned
    const asset = motionOf(makePerson({ loose: ['leftFoot'], axes: 5 }), set);
    const [shin, foot] = [nodeOf('leftLowerLeg'), nodeOf('leftFoot')];
    const rest = framesOf(poseAt(asset, null, 0).nodeMatrices);
    for (const time of asset.clips[0].keyTimes) {
      const frames = framesOf(poseAt(asset, asset.clips[0], time).nodeMatrices);
      const length = lengthOf(subtract(frames[foot].origin, frames[shin].origin));
      expect(length).toBeCloseTo(lengthOf(subtract(rest[foot].origin, rest[shin].origin)), 5);
    }
  });

  it('keeps feet on their legs between two keys as well, however quick a clip is', () => {
    const dancer = makeDancer();
    const [slow] = dancer.clips;
    const quick = (times: Iterable<number>): number[] => [...times].map(time => time / 10);
    const tracks = slow.tracks.map(track => ({ ...track, times: Float32Array.from(quick(track.times)) }));
    const clip = { ...slow, end: slow.end / 10, keyTimes: Float64Array.from(quick(slow.tracks[0].times)), tracks };
    const asset = motionOf(makePerson({ loose: ['leftFoot'], axes: 5 }), { ...dancer, clips: [clip] });
    for (let k = 0; k <= 100; k++) {
      const frames = framesOf(poseAt(asset, asset.clips[0], k / 1000).nodeMatrices);
      const length = lengthOf(subtract(frames[nodeOf('leftFoot')].origin, frames[nodeOf('leftLowerLeg')].origin));
      expect(Math.abs(length - 0.42)).toBeLessThan(0.005);
    }
  });

  it('takes feet along that are pieces of their own, of what is no person, where a leg ends', () => {
    const nameOf = (bone: string): string => `b${boneNames.indexOf(bone)}`;
    const makeAnimal = (end: number): GltfAsset => {
      const asset = makePerson({ nameOf, armsDown: 20, loose: ['leftFoot'], bare: ['rightLittleProximal'] });
      const { parents, translations } = asset.nodes;
      parents[nodeOf('rightLittleProximal')] = nodeOf('leftLowerLeg'); // the end of the leg, as programs mark it
      translations.set([0, end, 0], 3 * nodeOf('rightLittleProximal'));
      return asset;
    };
    const strayOf = (animal: GltfAsset): number => {
      const asset = motionOf(animal, makeDancer({ nameOf }));
      const [clip] = asset.clips;
      return Math.max(
        ...[...clip.keyTimes].map(time => {
          const frames = framesOf(poseAt(asset, clip, time).nodeMatrices);
          const way = subtract(frames[nodeOf('leftFoot')].origin, frames[nodeOf('leftLowerLeg')].origin);
          return Math.abs(lengthOf(way) - 0.42);
        }),
      );
    };
    expect(strayOf(makeAnimal(-0.42))).toBeLessThan(1e-5);
    expect(strayOf(makeAnimal(-0.3))).toBeGreaterThan(0.01); // nothing ends where this foot begins
  });

  it('turns hips that no track moves as what carries them is turned', () => {
    const set = makePerson();
    const turn = turnAbout([0, 0, 1], 40);
    const values = Float32Array.from([[0, 0, 0, 1], turn].flat());
    const times = Float32Array.of(0, 1);
    const track: GltfTrack = { node: 0, path: 'rotation', interpolation: 'LINEAR', size: 4, times, values, bodies: [] };
    const clip: GltfClip = { name: 'lean', start: 0, end: 1, keyTimes: Float64Array.of(0, 1), tracks: [track] };
    const person = makePerson({ axes: 3 });
    const names = ['something else', ...person.nodes.names.slice(1)];
    const asset = motionOf({ ...person, nodes: { ...person.nodes, names } }, { ...set, clips: [clip] });
    const changes = changesAt(asset, asset.clips[0], 1);
    for (const bone of boneNames) expect(apart(changes[nodeOf(bone)].turn, turn), bone).toBeLessThan(1e-5);
  });

  it('takes what both legs and the spine hang on for hips, whatever it is called', () => {
    const nameOf = (bone: string): string => (bone === 'hips' ? 'bone' : bone);
    const asset = motionOf(makePerson({ nameOf, axes: 7 }), makeDancer());
    const [clip] = asset.clips;
    const rest = framesOf(poseAt(asset, null, 0).nodeMatrices);
    for (const time of clip.keyTimes) {
      const frames = framesOf(poseAt(asset, clip, time).nodeMatrices);
      const lengthIn = (all: typeof rest): number =>
        lengthOf(subtract(all[nodeOf('spine')].origin, all[nodeOf('leftUpperLeg')].origin));
      expect(lengthIn(frames)).toBeCloseTo(lengthIn(rest), 5);
      const wanted = changesAt(makeDancer(), makeDancer().clips[0], time);
      expect(apart(changesAt(asset, clip, time)[nodeOf('hips')].turn, wanted[nodeOf('hips')].turn)).toBeLessThan(1e-5);
    }
  });

  it('takes no mesh that is called leg for the joint that carries it', () => {
    const names = ['hips', 'UpperLeg.L', 'Leg.L', 'LowerLeg.L', 'mesh'];
    const { nodes } = makePerson();
    const parents = Int32Array.of(-1, 0, 1, 1, 3);
    const bones = findBones({ ...nodes, parents, order: Uint32Array.of(0, 1, 2, 3, 4) }, names);
    expect(bones.filter(({ part }) => part === 'lower leg').map(({ node }) => node)).toEqual([3]);
  });

  it('moves morph targets of the same names', () => {
    const withShapes = (asset: GltfAsset, targetNames: string[]): GltfAsset => {
      const [body] = asset.bodies;
      if (body.source.kind !== 'linear-blend') throw new Error('the person is not skinned');
      const targets = targetNames.map(() => new Float64Array(body.mesh.positions.length).fill(0.1));
      const restWeights = new Float64Array(targetNames.length).fill(0.25);
      return {
        ...asset,
        bodies: [{ ...body, targetNames, restWeights, source: { kind: 'chain', targets, skinning: body.source } }],
      };
    };
    const times = Float32Array.of(0, 1);
    const values = Float32Array.of(0, 0.5, 1, 0.75);
    const track: GltfTrack = { node: 0, path: 'weights', interpolation: 'LINEAR', size: 2, times, values, bodies: [0] };
    const clip: GltfClip = { name: 'talk', start: 0, end: 1, keyTimes: Float64Array.of(0, 1), tracks: [track] };
    const set = { ...withShapes(makePerson(), ['smile', 'jaw']), clips: [clip] };
    const asset = motionOf(withShapes(makePerson(), ['wink', 'jaw', 'smile']), set);
    expect([...poseAt(asset, asset.clips[0], 0).bodies[0].weights]).toEqual([0.25, 0.5, 0]);
    expect([...poseAt(asset, asset.clips[0], 1).bodies[0].weights]).toEqual([0.25, 0.75, 1]);
  });

  const bothFiles = needsData('gltf-more/kaykit-Barbarian.glb');
  it('gives one character of KayKit the poses that it has in its own clips of the same name', bothFiles, async () => {
    const read = async (name: string): Promise<GltfAsset> => readGltf(readFileSync(findData(name)));
    const barbarian = await read('gltf-more/kaykit-Barbarian.glb');
    const asset = motionOf(barbarian, await read('gltf/kaykit-Knight.glb'));
    expect(asset.clips).toHaveLength(2 * barbarian.clips.length);
    for (const clip of barbarian.clips) {
      const other = asset.clips.find(({ name }) => name === `${clip.name} (set)`)!;
      for (const share of [0, 0.3, 1]) {
        const time = clip.start + share * (clip.end - clip.start);
        expect(poseAt(asset, other, time).bodies).toEqual(poseAt(asset, clip, time).bodies);
      }
    }
  });
});
