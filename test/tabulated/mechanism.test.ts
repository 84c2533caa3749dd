import { describe, expect, it } from 'vitest';
import { createRandom, randomDirection } from '../../src/math/random.ts';
import { createMechanism, type Kinematics, type Movement } from '../../src/tabulated/index.ts';
import { createPosePair } from '../../src/tabulated/motion/kinematics.ts';
import { createBallJoint } from '../../src/tabulated/motion/mechanism.ts';
import { drawValues, smallScenes } from './small-scenes.ts';

const rest = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

function map(m: Float64Array, o: number, [x, y, z]: readonly number[]): number[] {
  return [0, 4, 8].map(row => m[o + row] * x + m[o + row + 1] * y + m[o + row + 2] * z + m[o + row + 3]);
}

function write(kinematics: Kinematics, ...values: number[]): Float64Array {
  const poses = createPosePair(kinematics);
  kinematics.write(Float64Array.from(values), poses);
  return poses.a.jointMatrices;
}

function freedom(name: string): { name: string; low: number; high: number; samples: number } {
  return { name, low: -1, high: 1, samples: 2 };
}

function expectPoint(point: number[], expected: number[]): void {
  point.forEach((x, k) => {
    expect(x).toBeCloseTo(expected[k], 12);
  });
}

describe('createMechanism', () => {
  it('turns about hinges, moves along slides, the outermost last', () => {
    const hinge: Movement = { kind: 'hinge', freedom: 'turn', point: [1, 0, 0], axis: [0, 0, 2] };
    const slide: Movement = { kind: 'slide', freedom: 'move', direction: [0, 3, 0] };
    const freedoms = [freedom('turn'), freedom('move')];
    const turnLast = createMechanism(freedoms, { a: { joints: [[hinge, slide]] } });
    const moveLast = createMechanism(freedoms, { a: { joints: [[slide, hinge]] } });
    expectPoint(map(write(turnLast, Math.PI / 2, 0.5), 0, [2, 0, 0]), [-0.5, 1, 0]);
    expectPoint(map(write(moveLast, Math.PI / 2, 0.5), 0, [2, 0, 0]), [1, 2.5, 0]);
    expect(write(turnLast, 0, 0)).toEqual(rest);
  });

  it('turns hinges by their ratio, and a ball joint about x first, then y, then z', () => {
    const geared: Movement = { kind: 'hinge', freedom: 'x', point: [0, 0, 0], axis: [0, 0, 1], ratio: -2 };
    const gear = createMechanism([freedom('x')], { a: { joints: [[geared]] } });
    expectPoint(map(write(gear, Math.PI / 4), 0, [1, 0, 0]), [0, -1, 0]);
    const ball = createMechanism([freedom('x'), freedom('y'), freedom('z')], {
      a: { joints: [createBallJoint([0, 0, 1], ['x', 'y', 'z'])] },
    });
    expectPoint(map(write(ball, Math.PI / 2, Math.PI / 2, 0), 0, [0, 1, 1]), [1, 0, 1]);
    expectPoint(map(write(ball, 0, 0, Math.PI / 2), 0, [1, 0, 5]), [0, 1, 5]);
  });

  it('drives weights linearly and lets a side without joints rest', () => {
    const kinematics = createMechanism([freedom('pull')], {
      b: { weights: [{ freedom: 'pull' }, { freedom: 'pull', start: 0.25, ratio: -0.5 }] },
    });
    const poses = createPosePair(kinematics);
    kinematics.write(Float64Array.of(0.5), poses);
    expect(Array.from(poses.b.weights)).toEqual([0.5, 0]);
    expect(poses.a.jointMatrices).toEqual(rest);
    expect(poses.b.jointMatrices).toEqual(rest);
  });
});

/** What rounding may add to the way between two posed points some units from the origin; a search counts it as slack. */
const ROUNDING = 1e-14;

/** The greatest share of its bound that a random point went on a random way within random half steps. */
function measureWays(kinematics: Kinematics, scale: number, count: number): number {
  const random = createRandom(7);
  const poses = [createPosePair(kinematics), createPosePair(kinematics)];
  const point = new Float64Array(3);
  const bound = new Float64Array(1);
  let most = 0;
  for (let k = 0; k < count; k++) {
    const values = drawValues(random, kinematics);
    const size = 0.5 ** (8 * random());
    const halfSteps = Float64Array.from(kinematics.freedoms, () => scale * size * random());
    const moved = values.map(
      (value, f) => value + halfSteps[f] * (random() < 0.5 ? Math.sign(random() - 0.5) : 2 * random() - 1),
    );
    randomDirection(random, point, 0);
    kinematics.write(values, poses[0]);
    kinematics.write(moved, poses[1]);
    for (const side of ['a', 'b'] as const) {
      for (let joint = 0; joint < kinematics.sizes[side].joints; joint++) {
        kinematics.bound?.boundJoint(side, joint, values, halfSteps, point, bound);
        const [from, to] = poses.map(pose => map(pose[side].jointMatrices, 12 * joint, Array.from(point)));
        const way = Math.hypot(...from.map((x, axis) => x - to[axis]));
        most = Math.max(most, (way - ROUNDING) / bound[0]);
      }
    }
  }
  return most;
}

describe('the bound of a mechanism', () => {
  it.each(smallScenes)('holds for any point and any change within the half steps: $name', ({ kinematics }) => {
    const most = measureWays(kinematics, 0.5, 4000);
    expect(most).toBeLessThanOrEqual(1);
    expect(most).toBeGreaterThan(kinematics.sizes.a.weights > 1 ? 0.5 : 0.9);
  });

  it('holds for turns beyond half a circle', () => {
    expect(measureWays(smallScenes[1].kinematics, 8, 4000)).toBeLessThanOrEqual(1);
  });

  it('the check itself finds out a bound that leaves out the outermost hinge', () => {
    const hinges = (count: number): Kinematics => {
      const freedoms = ['p', 'q', 'r'].map(freedom);
      return createMechanism(freedoms, {
        a: { joints: [createBallJoint([0.2, 0, 0], ['p', 'q', 'r']).slice(3 - count)] },
      });
    };
    const lacking = { ...hinges(3), bound: hinges(2).bound };
    expect(measureWays(lacking, 0.5, 1000)).toBeGreaterThan(1);
  });

  it('bounds weights by their ratio', () => {
    const { bound } = createMechanism([freedom('pull')], { b: { weights: [{ freedom: 'pull', ratio: -3 }] } });
    const out = new Float64Array(1);
    bound?.boundWeights('b', Float64Array.of(0), Float64Array.of(0.1), out);
    expect(out[0]).toBeGreaterThanOrEqual(0.3);
    expect(out[0]).toBeCloseTo(0.3, 9);
  });
});
