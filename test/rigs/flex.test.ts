import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addFlexClips } from '../../cli/rigs/flex.ts';
import { framesOf, turnOfFrame } from '../../cli/rigs/node-frames.ts';
import { dot, lengthOf, subtract, turnBack, turnBoth, turnVector, type Vector } from '../../cli/rigs/vectors.ts';
import { type GltfAsset, type GltfClip, poseAt, readGltf } from '../../src/gltf/index.ts';
import { findData, needsData } from '../needs.ts';
import { boneNames, makePerson, type PersonOptions } from './make-person.ts';

/** Where nodes are at a time of a clip. */
function originsAt(asset: GltfAsset, clip: GltfClip | null, time = 0): Vector[] {
  return framesOf(poseAt(asset, clip, time).nodeMatrices).map(({ origin }) => origin);
}

function clipOf({ clips }: GltfAsset, begin: string): GltfClip {
  const found = clips.find(({ name }) => name.startsWith(begin));
  if (!found) throw new Error(`no clip '${begin}' among ${clips.map(({ name }) => name).join(', ')}`);
  return found;
}

const nodeOf = (bone: string): number => boneNames.indexOf(bone) + 1;

/** When a clip with one end is there. */
const middle = ({ end }: GltfClip): number => end / 2;

const mixamo: Record<string, string> = {
  leftShoulder: 'LeftShoulder',
  leftUpperArm: 'LeftArm',
  leftLowerArm: 'LeftForeArm',
  leftUpperLeg: 'LeftUpLeg',
  leftLowerLeg: 'LeftLeg',
  leftToes: 'LeftToeBase',
  leftIndexProximal: 'LeftHandIndex1',
  leftIndexIntermediate: 'LeftHandIndex2',
  leftLittleProximal: 'LeftHandPinky1',
};
const unreal: Record<string, string> = {
  hips: 'pelvis',
  spine: 'spine_01',
  chest: 'spine_02',
  neck: 'neck_01',
  leftShoulder: 'clavicle_l',
  leftUpperLeg: 'thigh_l',
  leftLowerLeg: 'calf_l',
  leftToes: 'ball_l',
  leftIndexProximal: 'index_01_l',
  leftIndexIntermediate: 'index_02_l',
  leftLittleProximal: 'pinky_01_l',
};
const rigify: Record<string, string> = {
  hips: 'DEF-spine',
  spine: 'DEF-spine.001',
  chest: 'DEF-spine.002',
  leftUpperArm: 'DEF-upper_arm.L',
  leftLowerArm: 'DEF-forearm.L',
  leftUpperLeg: 'DEF-thigh.L',
  leftLowerLeg: 'DEF-shin.L',
  leftToes: 'DEF-toe.L',
  leftIndexProximal: 'DEF-f_index.01.L',
  leftIndexIntermediate: 'DEF-f_index.02.L',
  leftLittleProximal: 'DEF-f_pinky.01.L',
};

/** Names of a program from those of the left side: the right side is called alike. */
function namesBy(names: Record<string, string>, otherwise: (bone: string) => string): (bone: string) => string {
  return bone => {
    const left = bone.replace(/^right/, 'left');
    const name = names[left] ?? otherwise(left);
    if (left === bone) return name;
    return name.replace('Left', 'Right').replace(/_l$/, '_r').replace(/\.L$/, '.R').replace('left', 'right');
  };
}

const sideOf = (bone: string): string => (bone.startsWith('left') ? bone.slice(4) : bone);
const conventions: [string, PersonOptions['nameOf']][] = [
  ['VRM', undefined],
  ['Mixamo', namesBy(mixamo, bone => `mixamorig:${bone[0].toUpperCase()}${bone.slice(1)}`)],
  ['Unreal', namesBy(unreal, bone => (bone.startsWith('left') ? `${sideOf(bone).toLowerCase()}_l` : bone))],
  [
    'Rigify',
    namesBy(rigify, bone => (bone.startsWith('left') ? `DEF-${sideOf(bone).toLowerCase()}.L` : `DEF-${bone}`)),
  ],
  [
    'generic names',
    bone => bone.replace(/^(left|right)(Upper|Lower)?(.*)$/, (_, side, half, part) => `${half ?? ''}${part}_${side}`),
  ],
];

describe('flexing a person', () => {
  const rests: [string, PersonOptions][] = [
    ['arms held out', {}],
    ['arms half down', { armsDown: 45 }],
    ['arms hanging', { armsDown: 80 }],
    ['joints with axes of their own', { axes: 3, armsDown: 30 }],
    ['a person who looks backward', { turned: 180 }],
    ['a person who looks aside, twice as tall', { turned: 70, height: 2, axes: 5 }],
  ];
  const cases = conventions.flatMap(([style, nameOf]) =>
    rests.map(([how, options]) => [style, how, { nameOf, ...options }] as const),
  );

  it.each(cases)('%s, %s: knees bend backward, elbows forward, arms go up and across', (_, __, options) => {
    const asset = addFlexClips(makePerson(options));
    const turn = (options.turned ?? 0) * (Math.PI / 180);
    const forward: Vector = [Math.sin(turn), 0, Math.cos(turn)];
    const left: Vector = [Math.cos(turn), 0, -Math.sin(turn)];
    const rest = originsAt(asset, null);
    for (const side of ['left', 'right']) {
      const outward = side === 'left' ? 1 : -1;
      const wayOf = (clip: GltfClip, time: number, bone: string): Vector =>
        subtract(originsAt(asset, clip, time)[nodeOf(`${side}${bone}`)], rest[nodeOf(`${side}${bone}`)]);
      const knee = clipOf(asset, `flex: ${side} knee 0..135`);
      expect(dot(wayOf(knee, middle(knee), 'Foot'), forward)).toBeLessThan(-0.2);
      const elbow = clipOf(asset, `flex: ${side} elbow 0..140`);
      expect(dot(wayOf(elbow, middle(elbow), 'Hand'), forward)).toBeGreaterThan(0.1);
      const hip = clipOf(asset, `flex: ${side} hip swing -25..100`);
      const forwardTime = (hip.end * 100) / 250; // it goes there first, at one speed
      expect(dot(wayOf(hip, forwardTime, 'LowerLeg'), forward)).toBeGreaterThan(0.3);
      const spread = clipOf(asset, `flex: ${side} hip spread -10..40`);
      expect(outward * dot(wayOf(spread, 0.3 * spread.end, 'Foot'), left)).toBeGreaterThan(0.2);
      const raise = clipOf(asset, `flex: ${side} shoulder raise`);
      const highest = Math.max(...[...raise.keyTimes].map(time => wayOf(raise, time, 'Hand')[1]));
      expect(highest).toBeGreaterThan(0.3);
      const fingers = clipOf(asset, `flex: ${side} fingers 0..80`);
      const curl = wayOf(fingers, middle(fingers), 'IndexIntermediate');
      // The palm is below, or turned to the body if the arms hang.
      expect(Math.min(curl[1], outward * dot(curl, left))).toBeLessThan(-0.02);
      const ankle = clipOf(asset, `flex: ${side} ankle -20..40`);
      expect(wayOf(ankle, ankle.end / 3, 'Toes')[1]).toBeLessThan(-0.03);
    }
    const bend = clipOf(asset, 'flex: spine bend -20..45');
    const forwardBy = (time: number): number =>
      dot(subtract(originsAt(asset, bend, time)[nodeOf('head')], rest[nodeOf('head')]), forward);
    const [first, ...others] = [...bend.keyTimes].map(forwardBy).filter(way => Math.abs(way) > 0.01);
    expect(first).toBeGreaterThan(0.2);
    expect(Math.min(...others)).toBeLessThan(-0.05);
  });

  it('goes by the bones that a .vrm names, whatever its nodes are called', () => {
    const named = addFlexClips(makePerson());
    const bare = makePerson({ nameOf: bone => `J${boneNames.indexOf(bone)}` });
    const bones = new Map(boneNames.map(bone => [nodeOf(bone), bone]));
    expect(addFlexClips(bare, bones).clips).toEqual(named.clips);
    expect(addFlexClips(bare).clips.map(({ name }) => name)).not.toContain('flex: left knee 0..135');
  });

  it('moves neighbours together, and says what moves in the name of the clip', () => {
    const { clips } = addFlexClips(makePerson());
    const names = clips.map(({ name }) => name);
    expect(names).toContain('flex: left shoulder swing 0..115 + left elbow 0..140');
    expect(names).toContain('flex: right hip swing 0..100 + right knee 0..135');
    expect(new Set(names).size).toBe(names.length);
    const both = clipOf({ clips } as GltfAsset, 'flex: right hip swing 0..100 + right knee 0..135');
    expect(both.tracks.map(({ node }) => node).sort()).toEqual(
      [nodeOf('rightUpperLeg'), nodeOf('rightLowerLeg')].sort(),
    );
  });

  it('starts and ends at rest, takes 100 s at most, and is the same every time', () => {
    for (const options of [{}, { axes: 3 }, { loose: ['leftFoot', 'rightFoot'], axes: 4 }]) {
      const asset = addFlexClips(makePerson(options));
      const rest = poseAt(asset, null, 0);
      for (const clip of asset.clips) {
        for (const time of [clip.start, clip.end]) {
          const { nodeMatrices } = poseAt(asset, clip, time);
          const off = Math.max(...nodeMatrices.map((x, k) => Math.abs(x - rest.nodeMatrices[k])));
          expect(off).toBeLessThan(1e-6); // tracks are float32
        }
        expect(clip.start).toBe(0);
        expect(clip.keyTimes[clip.keyTimes.length - 1]).toBe(clip.end);
      }
      expect(asset.clips.reduce((sum, { end }) => sum + end, 0)).toBeLessThan(100);
      expect(addFlexClips(makePerson(options)).clips).toEqual(asset.clips);
    }
  });

  it('takes feet along that hang on the root, as if they hung on the leg', () => {
    const asset = addFlexClips(makePerson({ loose: ['leftFoot', 'rightFoot'], axes: 4 }));
    const shin = nodeOf('leftLowerLeg');
    const foot = nodeOf('leftFoot');
    const apart = (clip: GltfClip | null, time: number): number[] => {
      const frames = framesOf(poseAt(asset, clip, time).nodeMatrices);
      const back = turnBack(turnOfFrame(frames[shin]));
      const turn = turnBoth(back, turnOfFrame(frames[foot]));
      return [
        ...turnVector(back, subtract(frames[foot].origin, frames[shin].origin)),
        ...turn.map(x => x * Math.sign(turn[3])),
      ];
    };
    const rest = apart(null, 0);
    for (const name of ['flex: left knee', 'flex: left hip swing', 'flex: left hip swing 0..100 + left knee']) {
      const clip = clipOf(asset, name);
      const moved = originsAt(asset, clip, 0.3 * clip.end)[foot];
      expect(lengthOf(subtract(moved, originsAt(asset, null)[foot]))).toBeGreaterThan(0.05);
      for (let k = 0; k <= 20; k++) {
        // Between keys, 6 degrees apart, it cuts the corner by 0.14 % of the way to its centre at most: 1 - cos 3 degrees.
        const off = apart(clip, (clip.end * k) / 20).map((x, c) => Math.abs(x - rest[c]));
        expect(Math.max(...off)).toBeLessThan(2e-3);
      }
    }
    const without = addFlexClips(makePerson({ loose: ['leftFoot'], nameOf: bone => `x${boneNames.indexOf(bone)}` }));
    expect(without.clips.every(({ tracks }) => tracks.every(({ path }) => path === 'rotation'))).toBe(true);
  });

  it('names bones that no vertex follows, and leaves them out', () => {
    const bare = ['leftToes', 'rightToes', 'head'];
    const { clips, gaps } = addFlexClips(makePerson({ bare }));
    expect(gaps).toEqual(["Flexing leaves out 'head', 'leftToes', 'rightToes': no vertex follows them."]);
    expect(clips.some(({ name }) => name.includes('toes'))).toBe(false);
    const addressed = new Set(clips.flatMap(({ tracks }) => tracks.map(({ node }) => node)));
    for (const bone of bare) expect(addressed.has(nodeOf(bone))).toBe(false);
  });
});

describe('flexing what is no person', () => {
  it('bends each joint of a limb, and all together, and leaves the root alone', async () => {
    const asset = makePerson({ nameOf: bone => `part ${boneNames.indexOf(bone)}` });
    const { clips } = addFlexClips(asset);
    const turned = new Set(clips.flatMap(({ tracks }) => tracks.map(({ node }) => node)));
    expect(turned.has(0)).toBe(false);
    expect(turned.has(nodeOf('hips'))).toBe(false);
    for (const bone of ['leftLowerLeg', 'head', 'rightHand', 'leftIndexProximal'])
      expect(turned.has(nodeOf(bone))).toBe(true);
    expect(clips.some(({ name }) => / to part \d+ bend together /.test(name))).toBe(true);
    for (const clip of clips) {
      for (const { values } of clip.tracks)
        for (let k = 3; k < values.length; k += 4) expect(Math.abs(values[k])).toBeGreaterThan(0.8);
    }
  });

  it('bends a chain as long as it may be, and refuses longer ones', () => {
    const chainOf = (count: number): GltfAsset => {
      const asset = makePerson();
      const nodes = {
        ...asset.nodes,
        names: Array.from({ length: count }, (_, n) => `arm ${n}.L`),
        parents: Int32Array.from({ length: count }, (_, n) => n - 1),
        order: Uint32Array.from({ length: count }, (_, n) => n),
        translations: Float64Array.from({ length: 3 * count }, (_, k) => (k % 3 === 1 ? 0.01 : 0)),
        rotations: Float64Array.from({ length: 4 * count }, (_, k) => (k % 4 === 3 ? 1 : 0)),
        scales: new Float64Array(3 * count).fill(1),
        hasMatrix: new Uint8Array(count),
        matrices: new Float64Array(12 * count),
      };
      return { ...asset, nodes };
    };
    expect(addFlexClips(chainOf(5000)).clips.length).toBeGreaterThan(0);
    expect(() => addFlexClips(chainOf(5001))).toThrow('it has 5001 nodes; rigs of more than 5000 are not given clips');
  });

  it('says so where there is nothing to flex', () => {
    const still = makePerson({ bare: boneNames.filter(bone => bone !== 'hips') });
    const { clips, gaps } = addFlexClips(still);
    expect(clips).toEqual([]);
    expect(gaps.join()).toContain('There is nothing to flex');
  });

  it('takes animals whose joints are called like those of people for animals', needsData('gltf/Fox.glb'), async () => {
    const fox = await readGltf(readFileSync(findData('gltf/Fox.glb')));
    const names = addFlexClips({ ...fox, clips: [] }).clips.map(({ name }) => name);
    expect(names.some(name => name.includes('knee') || name.includes('elbow'))).toBe(false);
    expect(names.some(name => name.includes('b_RightForeArm_07 bend'))).toBe(true);
  });
});

describe('flexing morph targets', () => {
  const withShapes = (): GltfAsset => {
    const asset = makePerson();
    const [body] = asset.bodies;
    const { source, mesh } = body;
    if (source.kind !== 'linear-blend') throw new Error('the person is not skinned');
    const moveFrom = (first: number, last: number): Float64Array =>
      mesh.positions.map((_, k) => (k >= 3 * first && k < 3 * last ? 0.1 : 0));
    const targets = [moveFrom(0, 8), moveFrom(0, 6), moveFrom(20, 30)];
    const shapes = { targetNames: ['smile', 'jaw', 'wink'], restWeights: Float64Array.of(0, 0.5, 0) };
    return { ...asset, bodies: [{ ...body, ...shapes, source: { kind: 'chain', targets, skinning: source } }] };
  };

  it('takes each to its extremes, and those together that move the same vertices', () => {
    const asset = addFlexClips(withShapes());
    const shapes = asset.clips.filter(({ name }) => name.startsWith('flex: shape'));
    expect(shapes.map(({ name }) => name)).toEqual([
      'flex: shape smile 0..1',
      'flex: shape jaw 0..1',
      'flex: shape wink 0..1',
      'flex: shape smile 0..1 + jaw 0..1',
    ]);
    const weightsAt = (clip: GltfClip, time: number): number[] => [...poseAt(asset, clip, time).bodies[0].weights];
    expect([...shapes[1].keyTimes].map(time => weightsAt(shapes[1], time)[1])).toEqual([0.5, 1, 0.5, 0, 0.5]);
    expect(weightsAt(shapes[3], middle(shapes[3]))).toEqual([1, 1, 0]);
    expect(weightsAt(shapes[3], shapes[3].end)).toEqual([0, 0.5, 0]);
  });
});

describe('flexing real rigs', () => {
  const files = ['gltf', 'gltf-more'].flatMap(folder => {
    try {
      return readdirSync(findData(folder)).map(name => `${folder}/${name}`);
    } catch {
      return [];
    }
  });

  it('gives each with a skin clips that stay at their size, within 100 s', needsData('gltf'), async () => {
    const bare: string[] = [];
    for (const name of files.filter(file =>
      /(q-|kaykit|Cesium|Yeti|Robot|momentum|makehuman|hand).*\.glb$/i.test(file),
    )) {
      const asset = addFlexClips({ ...(await readGltf(readFileSync(findData(name)))), clips: [] });
      const seconds = asset.clips.reduce((sum, { end }) => sum + end, 0);
      if (asset.clips.length === 0) bare.push(name);
      expect(seconds, name).toBeLessThan(100.1);
      const sizeAt = (clip: GltfClip | null, time: number): number => {
        const origins = originsAt(asset, clip, time);
        const joints = [...new Set(asset.bodies.flatMap(body => [...body.joints]))].map(n => origins[n]);
        return Math.max(...joints.map(p => lengthOf(subtract(p, joints[0]))));
      };
      const rest = sizeAt(null, 0);
      for (const clip of asset.clips)
        expect(sizeAt(clip, middle(clip)), `${name} ${clip.name}`).toBeLessThan(2.5 * rest + 1e-9);
    }
    expect(bare).toEqual([]);
  });
});
