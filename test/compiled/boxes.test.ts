import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arena } from '../../src/compiled/arena.ts';
import { posedBoxes } from '../../src/compiled/posed-boxes.ts';
import { deformAll } from '../../src/deform/deformer.ts';
import { type Collider, createCollider, createShape, setPlacement, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { cases } from '../support/cases.ts';
import {
  blendedNames,
  boxesOf,
  compiledNames,
  createBentSheet,
  createChangedArena,
  createFineArena,
  createPatches,
  createSheetOfSets,
  findCompiledEscape,
  takesPose,
} from '../support/compiled-arena.ts';
import { readChanges } from '../support/load-changed.ts';
import { poseCharacter, volumeChoices } from '../support/pose-character.ts';
import { createRandomCharacter, type DeformerName } from '../support/random-character.ts';
import { createRandomPose, type PoseRange } from '../support/random-pose.ts';

const ranges = {
  moderate: { turn: 0.7, shift: 0, isAffine: false },
  'spread to 180 degrees and beyond': { turn: 2 * Math.PI, shift: 4, isAffine: false },
  'a thousand away': { turn: 1, shift: 1e3, isAffine: false },
  'a million away': { turn: 1, shift: 1e6, isAffine: false },
  'at the end of the range': { turn: 1, shift: 1e29, isAffine: false },
  'scaled, sheared and mirrored': { turn: 2, shift: 1, isAffine: true },
} satisfies Record<string, PoseRange>;

/** A pose of a character, all of it `scale` times as large. */
function poseScaled(seed: number, range: PoseRange, scale: number): Collider {
  const character = createRandomCharacter(seed);
  const { mesh, skin, skeleton } = character;
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton }, { leafSize: 1 + (seed % 8) });
  const collider = createCollider(shape);
  const matrices = createRandomPose(createRandom(seed + 1), skeleton, range);
  setPose(collider, { jointMatrices: matrices.map(x => scale * x) });
  return collider;
}

/** A sheet each of whose vertices follows up to twelve joints, some by hardly more than nothing. */
function createCrowded(seed: number): Collider {
  const random = createRandom(seed);
  const { mesh } = createRandomCharacter(seed);
  const vertices = mesh.positions.length / 3;
  const joints = Uint16Array.from({ length: 12 * vertices }, (_, k) => k % 12);
  const weights = new Float64Array(12 * vertices);
  for (let v = 0; v < vertices; v++) {
    const used = 1 + Math.floor(12 * random());
    for (let k = 0; k < used; k++) weights[12 * v + k] = random() < 0.2 ? 1e-40 : random() + 0.01;
    const sum = weights.subarray(12 * v, 12 * v + 12).reduce((total, weight) => total + weight);
    for (let k = 0; k < 12; k++) weights[12 * v + k] /= sum;
  }
  const skin = { jointCount: 12, influences: 12, joints, weights };
  const collider = createCollider(createShape(mesh, { kind: 'linear-blend', skin }, { leafSize: 1 + (seed % 8) }));
  const parents = new Int32Array(12).map((_, j) => j - 1);
  const skeleton = { parents, positions: mesh.positions.slice(0, 36) };
  setPose(collider, { jointMatrices: createRandomPose(random, skeleton, ranges['spread to 180 degrees and beyond']) });
  return collider;
}

const arena = await createFineArena();
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Joints that are rotations only nearly, and turned by much or hardly. */
function poseNearly(name: DeformerName, seed: number, off = 4e-4): Collider {
  const random = createRandom(seed);
  const collider = poseCharacter(name, seed, { turn: 10 ** (-4 * random()), shift: random(), isAffine: false }, {});
  setPose(collider, { jointMatrices: collider.jointMatrices.map(x => x * (1 + off * (random() - 0.5))) });
  return collider;
}

/** Joints of which some are so nearly rotations that they are blended as such, and others are not. */
function poseRoughly(name: DeformerName, seed: number): Collider {
  return poseNearly(name, seed, 2e-3);
}

/** Whether the compiled query poses the vertices of a collider where the library does. 0 is added, as -0 is the same place; then every bit counts. */
function posesAlike(query: Arena, collider: Collider): boolean {
  const { mesh, deformer } = collider.shape;
  const expected = new Float64Array(mesh.positions.length);
  deformAll(deformer, mesh.positions, collider.posed, expected);
  const { vertices } = boxesOf(query, collider)!;
  return vertices.every((x, k) => Object.is(x + 0, expected[k] + 0));
}

/** Whether a vertex leaves its boxes in the second or third pose of a collider. */
function escapesLater(query: Arena, name: DeformerName, seed: number): boolean {
  const collider = poseCharacter(name, seed, ranges.moderate, {});
  const poses = [1, 2].map(k => poseCharacter(name, seed + k * 1e6, ranges.moderate, {}).jointMatrices);
  takesPose(query, collider);
  findCompiledEscape(query, collider);
  return poses.some(given => {
    const jointMatrices = collider.jointMatrices.map((x, k) => given[k] ?? x);
    setPose(collider, { jointMatrices });
    return takesPose(query, collider) && !(findCompiledEscape(query, collider) <= 0);
  });
}

/** A pose in which joints are turned by any angle, and every third or so is mirrored. */
function poseMirrored(name: DeformerName, seed: number): Collider {
  const collider = poseCharacter(name, seed, { turn: 2 * Math.PI, shift: 1, isAffine: false }, {});
  const random = createRandom(seed);
  const matrices = collider.jointMatrices.slice();
  for (let joint = 0; joint < matrices.length; joint += 12) {
    if (random() < 0.3) for (let row = 0; row < 12; row += 4) matrices[joint + row] *= -1;
  }
  setPose(collider, { jointMatrices: matrices });
  return collider;
}

describe('compiled boxes', () => {
  it.each(Object.entries(ranges))('contain every posed vertex under every node: %s', (_name, range) => {
    fc.assert(
      fc.property(
        seeds,
        fc.constantFrom(...compiledNames),
        fc.constantFrom(...volumeChoices.filter(({ volumes }) => volumes === 'box')),
        (seed, name, options) => {
          const collider = poseCharacter(name, seed, range, options);
          if (blendedNames.includes(name) && !takesPose(arena, collider)) return;
          expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
        },
      ),
      { numRuns: cases(100, 3000), seed: 19 },
    );
  });

  it.each([1e-44, 1e-30, 1e-10, 1e10, 1e26])('contain every posed vertex of what is %f times as large', scale => {
    for (let seed = 0; seed < cases(20, 200); seed++) {
      const collider = poseScaled(seed, ranges['scaled, sheared and mirrored'], scale);
      expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
    }
  });

  it('contain every posed vertex, whatever they are relative to', () => {
    for (let seed = 0; seed < cases(40, 400); seed++) {
      const random = createRandom(seed);
      const range = Object.values(ranges)[seed % 4];
      const origin = Float64Array.from([1, 2, 3], () => 10 ** (12 * random() - 4) * (random() - 0.5));
      const name = compiledNames[seed % compiledNames.length];
      const collider = poseCharacter(name, seed, range, {});
      if (name === 'dual-quaternion-blend' && !takesPose(arena, collider)) continue;
      expect(findCompiledEscape(arena, collider, origin)).toBeLessThanOrEqual(0);
    }
  });

  it('contain every posed vertex where joints are rotations only nearly, and where they are hardly turned', () => {
    for (let seed = 0; seed < cases(40, 400); seed++) {
      const collider = poseNearly(blendedNames[seed % blendedNames.length], seed);
      expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
    }
  });

  it.each(blendedNames)(
    'contain every posed vertex of sheets that %s bends away from where linear blending has them',
    name => {
      let taken = 0;
      for (let seed = 0; seed < cases(200, 4000); seed++) {
        const collider = createBentSheet(name, seed);
        if (!takesPose(arena, collider)) continue;
        taken++;
        expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
      }
      expect(taken).toBeGreaterThan(cases(150, 3000));
    },
  );

  it.each(blendedNames)('contain every posed vertex where %s bends one set of many', name => {
    for (let seed = 0; seed < 90; seed++) {
      expect(findCompiledEscape(arena, createSheetOfSets(name, seed))).toBeLessThanOrEqual(0);
    }
  });

  it.each(blendedNames)('contain every posed vertex where %s bends vertices of one set by many weights', name => {
    for (let seed = 0; seed < cases(30, 1000); seed++) {
      const collider = createPatches(name, seed);
      if (takesPose(arena, collider)) expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
    }
  });

  it('are as tight a million away as beside the origin', () => {
    for (let seed = 0; seed < cases(10, 100); seed++) {
      const near = poseCharacter('linear-blend', seed, 'moderate', {});
      const far = poseCharacter('linear-blend', seed, 'moderate', {});
      const move = Float64Array.of(1, 0, 0, 2 ** 20, 0, 1, 0, -(2 ** 21), 0, 0, 1, 2 ** 19);
      setPlacement(near, null);
      setPlacement(far, move);
      const [beside, away] = [near, far].map(collider => posedBoxes(arena, collider)!.boxes);
      const magnitude = near.posed.magnitude;
      const side = (boxes: Float32Array, k: number): number => boxes[6 * k + 3] - boxes[6 * k];
      for (let k = 0; k < beside.length / 6; k++)
        expect(Math.abs(side(beside, k) - side(away, k))).toBeLessThan(1e-4 * magnitude);
    }
  });

  it('contain every posed vertex that follows up to twelve joints', () => {
    for (let seed = 0; seed < cases(30, 300); seed++) {
      expect(findCompiledEscape(arena, createCrowded(seed))).toBeLessThanOrEqual(0);
    }
  });

  it('contain every posed vertex of one pose after the other', () => {
    for (let seed = 0; seed < cases(40, 400); seed++) {
      expect(escapesLater(arena, compiledNames[seed % compiledNames.length], seed)).toBe(false);
    }
  });

  it('are made of the same vertices, to the last bit', () => {
    for (let seed = 0; seed < cases(60, 600); seed++) {
      const collider =
        seed % 2
          ? createCrowded(seed)
          : poseCharacter(compiledNames[(seed >> 1) % compiledNames.length], seed, 'moderate', {});
      expect(posesAlike(arena, collider)).toBe(true);
    }
  });

  it.each(blendedNames)('are made of the same vertices where not all joints of %s are rigid', name => {
    for (let seed = 0; seed < cases(60, 600); seed++) {
      const collider = poseRoughly(name, seed);
      expect(posesAlike(arena, collider)).toBe(true);
      expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
    }
  });

  it.each(blendedNames)(
    'are made of the same vertices where joints of %s are turned by any angle or mirrored',
    name => {
      const colliders = Array.from({ length: cases(60, 600) }, (_, seed) => poseMirrored(name, seed));
      const taken = colliders.filter(collider => takesPose(arena, collider));
      expect(taken.length).toBeGreaterThan(cases(20, 200));
      for (const collider of taken) {
        expect(posesAlike(arena, collider)).toBe(true);
        expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
      }
    },
  );

  it.each(blendedNames)('are made of every moderate pose of %s', name => {
    for (let seed = 0; seed < 40; seed++) {
      expect(takesPose(arena, poseCharacter(name, seed, ranges.moderate, {}))).toBe(true);
    }
  });

  it('are not made of poses beyond the range of float32', () => {
    for (const scale of [1e31, 1e60]) expect(posedBoxes(arena, poseScaled(1, ranges.moderate, scale))).toBeNull();
  });

  it('are not made of weights beyond it, nor where they displace vertices beyond it', () => {
    const targets = (size: number): Float64Array[] => [new Float64Array(3 * 64).fill(size)];
    for (const [size, weight] of [
      [1, 1e31],
      [1e-40, 1e35],
      [1e20, 1e15],
    ]) {
      const { mesh } = createRandomCharacter(1);
      const collider = createCollider(createShape(mesh, { kind: 'morph', targets: targets(size) }));
      const shrunk = Float64Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], x => 1e-30 * x);
      setPose(collider, { jointMatrices: shrunk, weights: [weight] });
      expect(posedBoxes(arena, collider)).toBeNull();
      setPose(collider, { weights: [0.5] });
      expect(posedBoxes(arena, collider)).not.toBeNull();
    }
  });

  it.each([1e-44, 1e-25, 1e10, 1e26])(
    'contain what fields displace that are %f times as large, by any weights',
    scale => {
      for (let seed = 0; seed < cases(20, 200); seed++) {
        const random = createRandom(seed);
        const { mesh, skin, skeleton, fields } = createRandomCharacter(seed);
        const targets = fields.map(field => field.map(x => scale * x));
        const skinning = { kind: 'linear-blend', skin, skeleton } as const;
        const collider = createCollider(
          createShape(mesh, { kind: 'chain', targets, skinning }, { leafSize: 1 + (seed % 8) }),
        );
        const weights = fields.map(() => (4 * random() - 2) * (seed % 2 ? 1 : 1 / scale));
        const jointMatrices = createRandomPose(random, skeleton, ranges['scaled, sheared and mirrored']);
        setPose(collider, { jointMatrices, weights });
        if (seed % 2 === 0 && scale < 1e-40) expect(posedBoxes(arena, collider)).toBeNull();
        else expect(findCompiledEscape(arena, collider)).toBeLessThanOrEqual(0);
      }
    },
  );
});

const mutants = readChanges`
  refit.ts
    the slack of inner nodes dropped
      - let wider = collider.slack;
      + let wider: f32 = 0;
    extents moved by the joint as it is, not by its magnitudes
      - f32x4.mul(v128.load(m, 64), x)
      + f32x4.mul(v128.load(m), x)
    the remaining weight given to the last joint
      - most = f32x4.pmax(most, highUnder)
      + most = highUnder
    parents shrunk to the last child
      - most = f32x4.pmax(most, v128.load(childBox, 16))
      + most = v128.load(childBox, 16)
    joined nodes not freed of the pose before
      - joinChildren(collider, node, f32x4.splat(-Infinity), f32x4.splat(Infinity))
      + refitFamily(collider, node)
    bends forgotten
      - if (isLittle) wider += ROUNDED_UP * most;
    bends that are looked at closely forgotten
      - if (!isLittle) addBends(collider, record, box, little);
  pose-leaf.ts
    the pad of leaves dropped
      - storeBox(collider.boxes + (<usize>node << 5), f32x4.sub(low, pad), f32x4.add(high, pad))
      + storeBox(collider.boxes + (<usize>node << 5), low, high)
    leaves not made relative to the origin
      - const low = narrow(f64x2.sub(lowXY, originXY), f64x2.sub(lowZ, originZ));
      + const low = narrow(f64x2.sub(lowXY, originXY), lowZ);
  pack-node.ts
    the remaining weight forgotten
      - group.rest -= changetype<Member>(at).lowest;
      + group.rest = 0;
    patches of another group
      - while (groupWord + 2 < box)
      + while (false)
  pack-shape.ts
    joints beyond the fourth forgotten
      - record.joints = mostJoints(source, list, end);
      + record.joints = min<u32>(4, mostJoints(source, list, end));
    as many joints as the last vertex has
      - most = max<u32>(most, wordAt(source.setStarts, set + 1) - wordAt(source.setStarts, set));
      + most = wordAt(source.setStarts, set + 1) - wordAt(source.setStarts, set);
    vertices of a leaf left out
      - const end = listVertices(source, 3 * record.firstSlot, 3 * (record.firstSlot + record.slotCount), list);
      + const end = listVertices(source, 3 * record.firstSlot, 3 * (record.firstSlot + record.slotCount) - 1, list);
  displace.ts
    extents displaced by weights as they are, not by their magnitudes
      - f32x4.splat(abs<f32>(weight))
      + f32x4.splat(weight)
    middles not displaced
      - v128.store64_lane(box, middle, 0);
    extents not displaced
      - v128.store64_lane(box, half, 0, 12);
    one field after another forgotten
      - if (weight == 0) continue;
      + if (weight <= 0) continue;
  bends.ts
    bends of the last sets only
      - most = i32x4.max_u(most, coarseOf(coarseBends, four));
      + most = coarseOf(coarseBends, four);
    bends of the last sets only, where others are looked at closely
      - most = f32x4.pmax(most, v128.and(moved, isLittle));
      + most = v128.and(moved, isLittle);
    bends of two sets of four
      - most = i32x4.max_u(most, v128.shuffle<i32>(most, most, 1, 0, 3, 2));
    nodes looked at closely forgotten
      - const k = first + ctz<i32>(close);
      + const k = sets;
    distances from the reference forgotten where bends are looked at closely
      - const moved = <f32>((posed.bend * reach + posed.bendAbout * mixing + posed.bendRest) * ROUNDED_UP);
      + const moved = <f32>((posed.bendAbout * mixing + posed.bendRest) * ROUNDED_UP);
    what is said of the reference forgotten there
      - const moved = <f32>((posed.bend * reach + posed.bendAbout * mixing + posed.bendRest) * ROUNDED_UP);
      + const moved = <f32>((posed.bend * reach + posed.bendRest) * ROUNDED_UP);
    bends forgotten where they are not
      - return f32x4.add(far, near);
      + return f32x4.mul(f32x4.splat(0), far);
    distances from the reference forgotten there
      - return f32x4.add(far, near);
      + return near;
    what is said of the reference forgotten where they are not
      - return f32x4.add(far, near);
      + return far;
    the residual of turns forgotten
      - <f32>(residual + narrow)
      + <f32>narrow
  coarse-bends.ts
    bends of the last edge only
      - deviation = f32x4.add(deviation, 
      + deviation = f32x4.mul(f32x4.splat(1), 
    images apart at the last edge only
      - apart = f32x4.add(apart, 
      + apart = f32x4.mul(f32x4.splat(1), 
    half of what variances tell
      - times(2.6667, variance)
      + times(1.3333, variance)
    edges above the fourth of four joints forgotten
      - const m = min<usize>(j + 3, last);
      + const m = j;
    mismatches of edges forgotten
      - v128.shuffle<i32>(upper, lower, 1, 3, 5, 7)
      + f32x4.splat(0)
  turns.ts
    turns of the first two joints only
      - last = turns + ((n * (n - 1)) >> 1) * offsetof<Turn>()
      + last = turns + offsetof<Turn>()
    turns by quaternions that are not of length 1
      - f32x4.mul(quaternion, f32x4.splat(root))
      + quaternion
    turns of the second joint only
      - f32x4.add(v128.load(m, 16), v128.load(p, 16))
      + f32x4.add(v128.load(p, 16), v128.load(p, 16))
  pack-bends.ts
    mixing taken for less than it is
      - return <f32>(max<f64>(0, 2 * (1 - squares)) * (1 + 1e-6) + 1e-9);
      + return <f32>(max<f64>(0, 1 - squares));
  pack-splits.ts
    vertices split by half as much
      - max<f64>(0, below * (1 - below))
      + max<f64>(0, 0.25 * below * (1 - below))
    how far the last vertex reaches
      - store<f32>(at, max<f32>(load<f32>(at), x));
      + store<f32>(at, x);
    shares of the last edge
      - share = max<f64>(share, 
      + share = max<f64>(0, 
    vertices below joined nodes forgotten
      - else if (record == 0) addChildren(source, shape, node);
      + else if (record == 0) return;
  pack-fours.ts
    chords of the wrong edge
      - edge * <u32>offsetof<PosedEdge>()
      + 0
    edges of the first set taken for those of four
      - e < count ? wordAt(source.pathStarts, first + k) + e : NO_EDGE
      + e < count ? wordAt(source.pathStarts, first) + e : NO_EDGE
  joint-sets.ts
    quaternions on any side
      - const side = f64x2.splat(quaternionProduct(q, first) < 0 ? -1 : 1);
      + const side = f64x2.splat(1);
  quaternions.ts
    joints taken for rotations that are so only nearly
      - return 5 * distortion + 1e-14;
      + return 0;
`;

describe('the check of compiled boxes', () => {
  it.each(mutants)('catches: %s', async (_, change) => {
    const changed = await createChangedArena(change);
    const escapes = (collider: Collider): boolean =>
      takesPose(changed, collider) && !(findCompiledEscape(changed, collider) <= 0);
    const poses = Object.values(ranges).flatMap(range => Array.from({ length: 40 }, (_, seed) => ({ range, seed })));
    const isCaught = poses.some(
      ({ range, seed }) =>
        compiledNames.some(name => escapes(poseCharacter(name, seed, range, {}))) ||
        blendedNames.some(name =>
          [createBentSheet, createSheetOfSets, poseNearly, createPatches].some(make => escapes(make(name, seed))),
        ),
    );
    expect(isCaught).toBe(true);
  });
});

const mutantsOfVertices = readChanges`
  quaternions.ts
    the first of two joints never rigid
      - v128.store64_lane(m, distortion, 0, DISTORTION);
      + store<f64>(m, Infinity, DISTORTION);
    the second of two taken to be as far from a rotation as the first
      - v128.store64_lane(p, distortion, 1, DISTORTION);
      + v128.store64_lane(p, distortion, 0, DISTORTION);
    reflections taken for rotations
      - distortion = v128.bitselect(distortion, f64x2.splat(Infinity), f64x2.gt(determinant, f64x2.splat(0)));
    joints of any kind taken for rotations
      - let distortion = f64x2.add(across, product(m1, yy, m9, m2, m6, zz));
      + let distortion = f64x2.splat(0);
    turns by more than a right angle taken for others
      - const isY = f64x2.gt(yy, zz);
      + const isY = f64x2.gt(yy, yy);
    the second of two joints forgotten
      - const q = out + ((p - m) >> 2);
      + const q = out;
  joint-sets.ts
    images of the centre under the first joint
      - const m = rowsOf(collider.columns, set.members, k++);
      + const m = rowsOf(collider.columns, set.members, 0);
`;

describe('the check of compiled vertices', () => {
  it.each(mutantsOfVertices)('catches: %s', async (_, change) => {
    const changed = await createChangedArena(change);
    const isCaught = Array.from({ length: 60 }, (_, seed) => seed).some(seed =>
      blendedNames.some(name =>
        [poseMirrored, poseRoughly].some(pose => {
          const collider = pose(name, seed);
          return takesPose(changed, collider) && !posesAlike(changed, collider);
        }),
      ),
    );
    expect(isCaught).toBe(true);
  });
});

const mutantsOfEpochs = readChanges`
  refit.ts
    boxes that nodes share left in the pose before
      - if (changetype<PosedSharedBox>(posed).epoch == epoch) {
      + if (changetype<PosedSharedBox>(posed).epoch > 0) {
`;

describe('the check of one pose after the other', () => {
  it.each(mutantsOfEpochs)('catches: %s', async (_, change) => {
    const changed = await createChangedArena(change);
    const isCaught = Array.from({ length: 60 }, (_, seed) => seed).some(seed =>
      escapesLater(changed, 'linear-blend', seed),
    );
    expect(isCaught).toBe(true);
  });
});
