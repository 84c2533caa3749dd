import { describe, expect, it } from 'vitest';
import { poseCapture } from '../../papers/wong-2013/bench/self-methods.ts';
import { createCapturedMan } from '../../papers/wong-2013/scenes/captured-man.ts';
import { fitJoints, listSegments } from '../../papers/wong-2013/scenes/fit-skeleton.ts';
import { createCollider, posedPositions, setPose } from '../../src/index.ts';
import { quaternionAbout } from '../../src/math/quaternion.ts';
import { createRandom } from '../../src/math/random.ts';
import { countCandidates } from './count-candidates.ts';

describe('a skeleton that is fitted to a captured sequence', () => {
  it('finds the motion of each segment, where it is rigid', () => {
    const random = createRandom(1987);
    const thin = [1, 0.01, 0.02]; // as a finger is: turned about its length it looks nearly the same
    const positions = Float64Array.from({ length: 60 }, (_, k) => (random() - 0.5) * (k < 27 ? thin[k % 3] : 1));
    const frame = positions.slice();
    const segments = [Array.from({ length: 9 }, (_, v) => v), Array.from({ length: 11 }, (_, v) => 9 + v)];
    const truth = [turnAbout([0.6, 0, 0.8], 2.8, [1, 2, 3]), turnAbout([0, 1, 0], -0.7, [-4, 0, 2])];
    segments.forEach((segment, s) => {
      for (const v of segment) frame.set(move(truth[s], positions.subarray(3 * v, 3 * v + 3)), 3 * v);
    });
    const joints = new Float64Array(24);
    fitJoints({ positions, triangles: new Uint32Array(0) }, frame, segments, joints);
    truth.flat().forEach((entry, k) => {
      expect(joints[k]).toBeCloseTo(entry, 9);
    });
  });

  const capture = createCapturedMan({ triangles: 2000 });
  const clip = poseCapture(capture);

  it('gives every joint vertices, and does not give where they are: skinning is off by millimetres', () => {
    expect(Math.min(...listSegments(capture.model.skin).map(({ length }) => length))).toBeGreaterThan(3);
    const collider = createCollider(clip.shape);
    setPose(collider, { jointMatrices: capture.poses[60] });
    const [skinned, caught] = [posedPositions(collider), capture.frames[60]];
    const distances = Array.from({ length: skinned.length / 3 }, (_, v) =>
      Math.hypot(...[0, 1, 2].map(axis => skinned[3 * v + axis] - caught[3 * v + axis])),
    );
    const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
    expect(mean).toBeGreaterThan(0.003);
    expect(mean).toBeLessThan(0.02);
  });

  it('is enough for views: the first contacts are those of Base, with fewer candidates', () => {
    const [ours, published, , base] = countCandidates(clip, 12);
    expect(published).toBeLessThan(0.3 * base);
    expect(ours).toBeLessThan(0.1 * base);
  });
});

function turnAbout([x, y, z]: number[], angle: number, to: number[]): number[] {
  const q = new Float64Array(4);
  quaternionAbout(x, y, z, angle, q, 0);
  const turn = (v: number[]): number[] => {
    const t = cross([q[0], q[1], q[2]], v).map(d => 2 * d);
    const u = cross([q[0], q[1], q[2]], t);
    return v.map((d, axis) => d + q[3] * t[axis] + u[axis]);
  };
  const columns = [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])];
  return [0, 1, 2].flatMap(row => [...columns.map(column => column[row]), to[row]]);
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function move(m: number[], point: Float64Array): number[] {
  return [0, 4, 8].map(row => m[row] * point[0] + m[row + 1] * point[1] + m[row + 2] * point[2] + m[row + 3]);
}
