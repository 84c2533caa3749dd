import { describe, expect, it } from 'vitest';
import { createTube } from '../../../models/index.ts';
import { createSweep, findSelfImpacts, sweepTo } from '../../../src/continuous/index.ts';
import { findBoneHeat } from '../../../src/continuous/radial-view/bone-heat.ts';
import { examineComponents } from '../../../src/continuous/radial-view/components.ts';
import { findKeptApart } from '../../../src/continuous/self/follow-joints.ts';
import { planShape } from '../../../src/continuous/self/plan-shape.ts';
import { JOINT_STRIDE } from '../../../src/deform/posed-joints.ts';
import { createShape, type Mesh, type Skin } from '../../../src/index.ts';
import { createRandom } from '../../../src/math/random.ts';
import { createBall } from '../../support/closed-meshes.ts';
import { createLoader } from '../../support/load-changed.ts';

/** A ball in a ball, both turned outward: an eye in a head. The inner one moves with the second joint. */
function createNestedBalls(): { mesh: Mesh; skin: Skin } {
  const outer = createBall(6, 9);
  const vertices = outer.positions.length / 3;
  const positions = Float64Array.from([...outer.positions, ...outer.positions.map(x => 0.5 * x)]);
  const triangles = Uint32Array.from([...outer.triangles, ...outer.triangles.map(v => v + vertices)]);
  const joints = Uint8Array.from({ length: 2 * vertices }, (_, v) => (v < vertices ? 0 : 1));
  const skin = { jointCount: 2, influences: 1, joints, weights: new Float32Array(2 * vertices).fill(1) };
  return { mesh: { positions, triangles }, skin };
}

function moveJoint(joint: number, x: number, joints = 2): Float64Array {
  const matrices = new Float64Array(12 * joints);
  for (let j = 0; j < joints; j++) for (const k of [0, 5, 10]) matrices[12 * j + k] = 1;
  matrices[12 * joint + 3] = x;
  return matrices;
}

describe('a shape taken apart', () => {
  it('nested shells are looked at one by one, and their first contact is found', () => {
    const { mesh, skin } = createNestedBalls();
    const shape = createShape(mesh, { kind: 'linear-blend', skin });
    const sweep = createSweep(shape);
    sweepTo(sweep, { jointMatrices: moveJoint(1, 0) });
    sweepTo(sweep, { jointMatrices: moveJoint(1, 0.3) });
    expect(findSelfImpacts(sweep).time).toBe(Infinity);
    sweepTo(sweep, { jointMatrices: moveJoint(1, 0.7) });
    const found = findSelfImpacts(sweep);
    expect(found.time).toBeGreaterThan(0.2);
    expect(found.time).toBeLessThan(0.6);
    expect(found.impacts[0].joints.toSorted()).toEqual([0, 1]);
    expect(found.coverage.map(({ checkedBy }) => checkedBy)).toEqual(['views', 'views']);
  });

  it('this would notice if both shells were seen from one observer', () => {
    const { mesh, skin } = createNestedBalls();
    const oneJoint = { ...skin, jointCount: 1, joints: new Uint8Array(skin.joints.length) };
    const { planRadialViews } = createLoader({
      file: 'continuous/radial-view/plan.ts',
      from: 'componentOfTriangle[t] * skeleton.parents.length + joints[t]',
      to: 'joints[t]',
    })<typeof import('../../../src/continuous/radial-view/plan.ts')>('continuous/radial-view/plan.ts');
    const shape = createShape(mesh, { kind: 'linear-blend', skin: oneJoint });
    const weights = {
      starts: Uint32Array.from({ length: mesh.positions.length / 3 + 1 }, (_, v) => v),
      joints: new Uint32Array(mesh.positions.length / 3),
      weights: new Float64Array(mesh.positions.length / 3).fill(1),
    };
    const skeleton = { parents: Int32Array.of(-1), positions: new Float64Array(3) };
    expect(planRadialViews(shape.mesh, weights, skeleton).observers).toHaveLength(1);
    expect(planShape(shape, skeleton).radial.observers).toHaveLength(2);
  });

  it('says what is wrong with pieces that are not closed surfaces', () => {
    const ball = createBall(3, 5);
    const flaws = (triangles: ArrayLike<number>, positions = ball.positions): (string | null)[] =>
      examineComponents({ positions, triangles: Uint32Array.from(triangles) }).components.map(({ flaw }) => flaw);
    const all = Array.from(ball.triangles);
    expect(flaws(all)).toEqual([null]);
    expect(flaws(all.slice(3))).toEqual([expect.stringMatching(/open at the edge/)]);
    expect(flaws([all[1], all[0], ...all.slice(2)])).toEqual([expect.stringMatching(/opposite ways/)]);
    expect(flaws([...all, all[0], all[1], all[4]])[0]).toMatch(/share the edge|open/);
    expect(flaws([...all, 3, 3, 4])[1]).toMatch(/twice/);
  });

  it('bone heat gives every vertex of a tube to a bone near it, and spreads where no bone is seen', () => {
    const joints = 5;
    const { mesh, skeleton } = createTube({ rings: 41, sides: 8, joints, length: 8, radius: 0.5 });
    const random = createRandom(1);
    for (const share of [1, 0.3]) {
      const { starts, joints: found, weights } = findBoneHeat(mesh, skeleton, () => random() < share);
      for (let v = 0; v + 1 < starts.length; v++) {
        let best = starts[v];
        for (let k = starts[v]; k < starts[v + 1]; k++) if (weights[k] > weights[best]) best = k;
        const at = skeleton.positions;
        const distances = Array.from({ length: joints }, (_, j) =>
          Math.hypot(...[0, 1, 2].map(axis => mesh.positions[3 * v + axis] - at[3 * j + axis])),
        );
        const order = distances.map((_, j) => j).sort((a, b) => distances[a] - distances[b]);
        expect(order.slice(0, 3)).toContain(found[best]);
      }
    }
  });
});

describe('what follows one joint alone', () => {
  function posed(matrix: number[]): Float64Array {
    const joints = new Float64Array(JOINT_STRIDE);
    joints.set(matrix);
    return joints;
  }
  const turned = (angle: number, scale = 1): Float64Array =>
    posed([
      scale * Math.cos(angle),
      -scale * Math.sin(angle),
      0,
      0,
      scale * Math.sin(angle),
      scale * Math.cos(angle),
      0,
      0,
      0,
      0,
      scale,
      0,
    ]);

  it.each([
    ['rests', turned(0), turned(0), 1],
    ['turns by 119 degrees', turned(0), turned((119 * Math.PI) / 180), 1],
    ['turns by 180 degrees, through a line', turned(0), turned(Math.PI), 0],
    ['grows', turned(0), turned(1, 3), 1],
    ['is turned inside out', turned(0), turned(0, -1), 0],
    ['is flat at first', posed(new Array(12).fill(0)), turned(0), 0],
    ['is mirrored all the time', turned(0, -1), turned(0.5, -1), 1],
    ['is NaN', turned(0), posed(new Array(12).fill(Number.NaN)), 0],
  ])('keeps apart if it %s', (_, start, end, expected) => {
    const out = new Uint8Array(1);
    findKeptApart(start, end, out);
    expect(out[0]).toBe(expected);
  });
});
