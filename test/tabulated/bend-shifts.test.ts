import { describe, expect, it } from 'vitest';
import { deformLinearVertex } from '../../src/deform/linear-blend.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createMechanism, type Kinematics } from '../../src/tabulated/index.ts';
import type * as bendShifts from '../../src/tabulated/motion/bend-shifts.ts';
import { createPosePair } from '../../src/tabulated/motion/kinematics.ts';
import type { Movement } from '../../src/tabulated/motion/mechanism.ts';
import type * as posedPoints from '../../src/tabulated/motion/posed-points.ts';
import { type Change, createLoader, readChanges } from '../support/load-changed.ts';

type Engine = typeof bendShifts & typeof posedPoints;
const kinds = ['spherical-blend', 'dual-quaternion-blend'] as const;

function loadEngine(change?: Change): Engine {
  const load = createLoader(change);
  const files = ['tabulated/motion/bend-shifts.ts', 'tabulated/motion/posed-points.ts'];
  return Object.assign({}, ...files.map(file => load(file))) as Engine;
}

const draw = (random: Random, size: number): [number, number, number] =>
  [0, 1, 2].map(() => size * (2 * random() - 1)) as [number, number, number];

/** Two or three joints with a hinge each, some that slide too, about a common point or about points of their own. */
function createSubject(random: Random) {
  const joints = random() < 0.5 ? 2 : 3;
  const isLoose = random() < 0.5;
  const names = ['turn', 'way'];
  const freedoms = names.map(name => ({ name, low: -1.2, high: 1.2, samples: 2 }));
  const point = draw(random, 0.5);
  const movements = Array.from({ length: joints }, (): Movement[] => {
    const axis = draw(random, 1);
    const own = isLoose ? draw(random, 0.5) : point;
    const hinge = { kind: 'hinge', freedom: 'turn', point: own, axis, ratio: 2 * random() - 1 } as const;
    const slide = { kind: 'slide', freedom: 'way', direction: draw(random, 0.5) } as const;
    return isLoose && random() < 0.6 ? [slide, hinge] : random() < 0.2 ? [] : [hinge];
  });
  const kinematics = createMechanism(freedoms, { a: { joints: movements } });
  const count = 6;
  const reach = random() < 0.3 ? 0 : random();
  const rest = Float64Array.from({ length: 3 * count }, (_, k) => point[k % 3] + reach * (2 * random() - 1));
  const weights = Float64Array.from({ length: joints * count }, () => 0.2 + random());
  for (let v = 0; v < count; v++) {
    const own = weights.subarray(joints * v, joints * (v + 1));
    const sum = own.reduce((total, weight) => total + weight, 0);
    for (let k = 0; k < joints; k++) own[k] = v === 0 ? 1 / joints : own[k] / sum;
  }
  const skin = {
    jointCount: joints,
    influences: joints,
    joints: Uint16Array.from(weights, (_, k) => k % joints),
    weights,
  };
  const parents = Int32Array.from({ length: joints }, (_, k) => (k === 0 ? -1 : 0));
  const positions = Float64Array.from({ length: 3 * joints }, (_, k) => point[k % 3]);
  return { kinematics, rest, skin, skeleton: { parents, positions } };
}

/** By how much points leave linear blending farther, or less far, than in the middle of a cell, less what is allowed: at most 0. */
function findExcess(engine: Engine, kind: (typeof kinds)[number], seeds: number): { excess: number; finite: number } {
  let [excess, finite] = [-Infinity, 0];
  for (let seed = 0; seed < seeds; seed++) {
    const random = createRandom(seed);
    const { kinematics, rest, skin, skeleton } = createSubject(random);
    const points = engine.createPosedPoints(rest, { kind, skin, skeleton }, 'test');
    const poses = createPosePair(kinematics);
    const middle = Float64Array.of(2 * random() - 1, 2 * random() - 1);
    const size = 0.6 * random() ** 2;
    const halfSteps = Float64Array.of(random() < 0.2 ? 0 : size, random() < 0.2 ? 0 : size);
    const bendsAt = (values: Float64Array): Float64Array => {
      kinematics.write(values, poses);
      engine.posePoints(points, poses.a);
      const linear = new Float64Array(rest.length);
      for (let v = 0; v < rest.length / 3; v++) {
        deformLinearVertex(points.deformer.sets, rest, points.posed.joints, v, linear);
      }
      return points.positions.map((x, k) => x - linear[k]);
    };
    const bends = bendsAt(middle);
    const shifts = boundAll(engine, points, kinematics, middle, halfSteps);
    for (let k = 0; k < 12; k++) {
      const share = (): number => (k < 6 ? Math.sign(random() - 0.5) : 2 * random() - 1);
      const moved = bendsAt(middle.map((value, f) => value + share() * halfSteps[f]));
      for (let v = 0; v < shifts.length; v++) {
        if (shifts[v] === Infinity) continue;
        finite++;
        const way = Math.hypot(...[0, 1, 2].map(axis => moved[3 * v + axis] - bends[3 * v + axis]));
        excess = Math.max(excess, way - shifts[v]);
      }
    }
  }
  return { excess, finite };
}

/** What the cell allows beyond linear blending, for each point, which are in the pose in its middle. */
function boundAll(
  engine: Engine,
  points: posedPoints.PosedPoints,
  { bound }: Kinematics,
  values: Float64Array,
  halfSteps: Float64Array,
): Float64Array {
  const count = points.rest.length / 3;
  const ways = new Float64Array(points.deformer.sets.jointCount * count);
  for (let joint = 0; joint < points.deformer.sets.jointCount; joint++) {
    const own = ways.subarray(joint * count, (joint + 1) * count);
    bound!.boundJoint('a', joint, values, halfSteps, points.rest, own);
  }
  const shifts = new Float64Array(count);
  engine.addBendShifts(points, { bound: bound!, side: 'a', values, halfSteps }, ways, shifts);
  return shifts;
}

describe.each(kinds)('how far %s leaves linear blending within a cell of motion', kind => {
  it('is no more than the bound, at corners of the cell and within', () => {
    const { excess, finite } = findExcess(loadEngine(), kind, 400);
    expect(excess).toBeLessThanOrEqual(0);
    expect(finite).toBeGreaterThan(15_000);
  });
});

describe('how far blends leave linear blending within a cell › the check itself', () => {
  // That the turn of the mean is needed shows where poses are known: test/deform/blend-motion.test.ts.
  const mutants = readChanges`
  tabulated/motion/bend-shifts.ts
    how far joints carry the point apart left out
      - range.apart = Math.max(range.apart, apart);
    ways left out
      - change + (steps ? steps[set] : 0)
      + (steps ? steps[set] : 0)
    the ways of one joint only
      - ways[members[i] * points + v] + ways[members[j] * points + v]
      + ways[members[i] * points + v]
    quaternions do not turn
      - range.chordChange = Math.max(range.chordChange, change);
    turns a third as large
      - return squared < 8 ? Math.sqrt(2 - 2 * cosine + 1e-15)
      + return squared < 8 ? 0.33 * Math.sqrt(2 - 2 * cosine + 1e-15)
    the centre does not move
      - Math.SQRT2 * (apart + Math.hypot(...used.map(joint => ways[joint][set])))
      + 0 * apart
`;

  it.each(mutants)('catches: %s', (_name, change) => {
    const engine = loadEngine(change);
    expect(kinds.some(kind => !(findExcess(engine, kind, 400).excess <= 0))).toBe(true);
  });
});
