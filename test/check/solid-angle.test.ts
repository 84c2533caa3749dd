import { describe, expect, it } from 'vitest';
import { type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { type Snapshot, snapshotAt } from '../../src/check/measure/snapshot.ts';
import { measureMoments, windAround } from '../../src/check/measure/solid-angle.ts';
import { countWindings } from '../../src/check/measure/winding.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { createBodyMotion, poseBody } from '../../src/check/scan/body-motion.ts';
import type { Mesh } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createBall } from '../support/closed-meshes.ts';
import { createBoxMesh, createBoxSubject } from './box-subject.ts';

function pose(mesh: Mesh): Snapshot {
  const jointMatrices = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  const weights = new Float64Array(0);
  const subject: CheckSubject = {
    name: '',
    bodies: [{ name: '', mesh, source: { kind: 'rigid' }, jointNames: [''], materialNames: [] }],
    rest: [{ jointMatrices, weights }],
    clips: [],
  };
  const motion = createBodyMotion(planCheck(subject).shapes[0], 1, false);
  poseBody(motion, 0, { jointMatrices, weights });
  return snapshotAt(motion, 0);
}

function randomPoint(random: Random, reach: number): number[] {
  return [0, 1, 2].map(() => reach * (2 * random() - 1));
}

/** The same by the sum over all triangles, in other words than the code: by the angles of a spherical triangle (Girard). */
function windByAngles({ shape, positions: x }: Snapshot, at: number[]): number {
  const { triangles } = shape.mesh;
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const rays = [0, 1, 2].map(n => {
      const ray = at.map((p, axis) => x[3 * triangles[k + n] + axis] - p);
      return ray.map(c => c / Math.hypot(...ray));
    });
    const cross = (p: number[], q: number[]): number[] =>
      [0, 1, 2].map(i => p[(i + 1) % 3] * q[(i + 2) % 3] - p[(i + 2) % 3] * q[(i + 1) % 3]);
    const dot = (p: number[], q: number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let excess = -Math.PI;
    for (let i = 0; i < 3; i++) {
      const [p, q] = [cross(rays[i], rays[(i + 1) % 3]), cross(rays[i], rays[(i + 2) % 3])];
      excess += Math.atan2(Math.hypot(...cross(p, q)), dot(p, q));
    }
    sum += Math.sign(dot(rays[0], cross(rays[1], rays[2]))) * excess;
  }
  return sum / (4 * Math.PI);
}

/** A mesh without some of its triangles. */
function open(mesh: Mesh, isLeft: (middle: number[]) => boolean): Mesh {
  const kept: number[] = [];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const corners = mesh.triangles.subarray(t, t + 3);
    const middle = [0, 1, 2].map(axis => [...corners].reduce((sum, v) => sum + mesh.positions[3 * v + axis] / 3, 0));
    if (isLeft(middle)) kept.push(...corners);
  }
  return { ...mesh, triangles: Uint32Array.from(kept) };
}

describe('how much of a surface one sees around', () => {
  it('is what all triangles make together, to two hundredths, closed or open', () => {
    const random = createRandom(3);
    for (const mesh of [createBall(12, 24), open(createBall(12, 24), ([, y]) => y < 0.5)]) {
      const body = pose(mesh);
      const moments = measureMoments(body);
      for (let n = 0; n < 300; n++) {
        const at = randomPoint(random, 1.6);
        expect(Math.abs(windAround(body, moments, at, -1) - windByAngles(body, at))).toBeLessThan(0.02);
      }
    }
  });

  it('counts whole turns, and does not depend on the unit', () => {
    const random = createRandom(5);
    for (const scale of [1, 2 ** 112, 2 ** -112]) {
      const ball = createBall(4, 6);
      const shells = [1, 0.8, 0.6, 0.4, 0.2].map(size => ball.positions.map(x => scale * size * x));
      const mesh = {
        positions: Float64Array.from(shells.flatMap(positions => [...positions])),
        triangles: Uint32Array.from(
          shells.flatMap((_, n) => [...ball.triangles].map(v => v + (n * ball.positions.length) / 3)),
        ),
      };
      const body = pose(mesh);
      const moments = measureMoments(body).map((x, k) => (k % 7 === 6 ? 1e9 * scale : x)); // nothing counts as far away
      for (let n = 0; n < 100; n++) {
        const at = randomPoint(random, 1.2 * scale);
        expect(windAround(body, moments, at, -1)).toBeCloseTo(windByAngles(body, at), 6);
      }
      expect(windAround(body, moments, [0, 0, 0], -1)).toBeCloseTo(5, 9);
    }
  });

  it('is told by rays of closed pieces, and by angles of the others', () => {
    const random = createRandom(6);
    const pieces = [createBall(6, 9), open(createBall(8, 12), ([, y]) => y < 0.4), createBall(7, 10)];
    const shifts = [[0, 0, 0], [0.9, 0.2, 0.1], [0.3, -0.7, 0.4]]; // biome-ignore format: one place each
    const firsts = pieces.map((_, n) => pieces.slice(0, n).reduce((sum, { positions }) => sum + positions.length, 0));
    const mesh = {
      positions: Float64Array.from(
        pieces.flatMap(({ positions }, n) => [...positions].map((x, k) => x + shifts[n][k % 3])),
      ),
      triangles: Uint32Array.from(pieces.flatMap(({ triangles }, n) => [...triangles].map(v => v + firsts[n] / 3))),
    };
    const body = pose(mesh);
    const areClosed = body.shape.order.map(t =>
      3 * mesh.triangles[3 * t] >= firsts[1] && 3 * mesh.triangles[3 * t] < firsts[2] ? 0 : 1,
    );
    const marks = Uint8Array.from(areClosed);
    const moments = measureMoments(body, marks);
    for (let n = 0; n < 500; n++) {
      const at = randomPoint(random, 1.6);
      const windings =
        countWindings(body, n % 3, n % 2 === 0, at, -1, marks) + windAround(body, moments, at, -1, marks);
      expect(Math.abs(windings - windByAngles(body, at))).toBeLessThan(0.02);
    }
    expect(marks.includes(0) && marks.includes(1)).toBe(true);
    // On a closed piece a ray has no answer, as on one of two sheets in one place: unless the sheet is left out.
    const { triangles } = body.shape.mesh;
    const slot = marks.indexOf(1);
    const corners = triangles.subarray(3 * slot, 3 * slot + 3);
    const middle = [0, 1, 2].map(k => corners.reduce((sum, v) => sum + body.positions[3 * v + k] / 3, 0));
    expect(countWindings(body, 0, true, middle, -1, marks)).toBeNaN();
    expect(countWindings(body, 0, true, middle, slot, marks)).not.toBeNaN();
  });

  it('is as often as a closed one winds around, where no wall is near', () => {
    const random = createRandom(4);
    const body = pose(createBall(10, 16));
    const moments = measureMoments(body);
    for (let n = 0; n < 500; n++) {
      const at = randomPoint(random, 1.4);
      if (Math.abs(Math.hypot(...at) - 1) < 0.05) continue;
      expect(windAround(body, moments, at, -1)).toBeCloseTo(countWindings(body, 0, true, at, -1), 1);
    }
  });
});

describe('depth in an open surface', () => {
  /** A rod goes a unit deep into a box that lacks the wall on its far side, or has all. */
  const push = (isOpen: boolean): CheckSubject => {
    const subject = createBoxSubject([[4, 4, 4], [4, 0.5, 0.5]], 1, time => [{ at: [0, 0, 0] }, { at: [5 - 2 * Math.sin(Math.PI * time), 0.1, 0.2] }]); // biome-ignore format: two boxes
    const box = createBoxMesh(4, 4, 4);
    const mesh = isOpen ? open(box, ([x]) => x > -1.9) : box;
    return { ...subject, bodies: [{ ...subject.bodies[0], mesh }, subject.bodies[1]] };
  };

  it('is that in a closed one, and says how sure it is', () => {
    const [closed] = checkSubject(push(false)).clips[0].findings;
    const [opened] = checkSubject(push(true)).clips[0].findings;
    expect([closed.depthBy, closed.sureness]).toEqual(['vertices', 1]);
    expect(opened.depthBy).toBe('vertices');
    expect(opened.depth).toEqual(closed.depth);
    expect(opened.sureness).toBeGreaterThan(0.5);
    expect(opened.sureness).toBeLessThan(1);
  });

  it('is nothing for what has come out of a hole again', () => {
    // An open tube around a rod that touches its wall: the rod is in it, its ends are not.
    const subject = createBoxSubject([[2, 1, 1], [9, 0.2, 0.2]], 1, time => [{ at: [0, 0, 0] }, { at: [0, 0.2 + 0.25 * Math.sin(Math.PI * time), 0.013] }]); // biome-ignore format: two boxes
    const mesh = open(createBoxMesh(2, 1, 1), ([x]) => Math.abs(x) < 0.9);
    const [finding] = checkSubject(
      { ...subject, bodies: [{ ...subject.bodies[0], mesh }, subject.bodies[1]] },
      { rest: false },
    ).clips[0].findings;
    expect(finding.depthBy).toBe('triangles'); // no vertex of the rod is inside: its corners are beyond both ends
    expect(finding.depth.model).toBeLessThan(0.3);
  });
});
