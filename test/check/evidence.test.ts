import { describe, expect, it } from 'vitest';
import { createRays, findOpen, leaveOpenHere, type Obstacle } from '../../src/check/evidence/rays.ts';
import { lookAtCurve } from '../../src/check/evidence/seen.ts';
import { checkSubject } from '../../src/check/index.ts';
import { traceCurve } from '../../src/check/measure/curve.ts';
import { type Snapshot, snapshotAt } from '../../src/check/measure/snapshot.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { poseBody } from '../../src/check/scan/body-motion.ts';
import { joinObservations, observeClip } from '../../src/check/scan/observe-clip.ts';
import { createScanWindow, gatherNear, searchStep } from '../../src/check/scan/search-step.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createBoxSubject } from './box-subject.ts';

type Place = [number, number, number];

function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** Bodies none of which is seen through. */
function hiding(bodies: readonly Snapshot[]): Obstacle[] {
  return bodies.map(body => ({ body, seenThrough: null }));
}

/** Boxes where they rest, and the pairs of triangles of the first two that touch. */
function stage(sizes: Place[], places: Place[], turns: number[] = []) {
  const subject = createBoxSubject(sizes, 1, () => places.map((at, b) => ({ at, turn: turns[b] ?? 0 })));
  const plan = planCheck(subject, { rest: false });
  const scan = createScanWindow(plan, 1, false);
  scan.motions.forEach((motion, b) => {
    poseBody(motion, 0, subject.rest[b]);
  });
  gatherNear(scan, 1);
  const pair = [...searchStep(scan, { from: 0, to: 0 }).values()].find(
    ({ bodyA, bodyB }) => bodyA === 0 && bodyB === 1,
  );
  return { plan, bodies: scan.motions.map(motion => snapshotAt(motion, 0)), touching: pair?.touching ?? [] };
}

describe('the curve in which two surfaces cross', () => {
  it('is the outline of a bar that sticks in a box', () => {
    const { bodies, touching } = stage([[2, 2, 2], [3, 0.4, 0.3]], [[0, 0, 0], [1.6, 0.03, 0.02]]); // biome-ignore format: two boxes
    const { length, ends, lengths } = traceCurve(bodies[0], bodies[1], touching);
    expect(length).toBeCloseTo(2 * (0.4 + 0.3), 12);
    expect(lengths.reduce((sum, own) => sum + own, 0)).toBeCloseTo(length, 12);
    for (let k = 0; k < ends.length; k += 3) expect(ends[k]).toBeCloseTo(1, 12); // in the face it goes in by
  });

  it('lies in both triangles of every segment, whatever way they cross', () => {
    const random = createRandom(5);
    let segments = 0;
    for (let n = 0; n < 60; n++) {
      const at = (): Place => [between(random, -0.6, 0.6), between(random, -0.6, 0.6), between(random, -0.6, 0.6)];
      const { bodies, touching } = stage([[1, 1, 1], [0.7, 0.9, 0.5]], [at(), at()], [between(random, 0, 3), between(random, 0, 3)]); // biome-ignore format: two boxes
      const { ends, slots } = traceCurve(bodies[0], bodies[1], touching);
      segments += slots.length / 2;
      for (let s = 0; s < slots.length / 2; s++) {
        for (const o of [6 * s, 6 * s + 3]) {
          const point = ends.subarray(o, o + 3);
          expect(distanceTo(bodies[0], slots[2 * s], point)).toBeLessThan(1e-9);
          expect(distanceTo(bodies[1], slots[2 * s + 1], point)).toBeLessThan(1e-9);
        }
      }
    }
    expect(segments).toBeGreaterThan(500);
  });

  it('is nothing where triangles lie in one plane, or do not touch', () => {
    const { bodies, touching } = stage([[1, 1, 1], [1, 1, 1]], [[0, 0, 0], [1, 0, 0]]); // biome-ignore format: side by side
    expect(touching.length).toBeGreaterThan(0);
    expect(traceCurve(bodies[0], bodies[1], touching).length).toBeLessThan(1e-9 + 4 * 1); // their common outline at most
    expect(traceCurve(bodies[0], bodies[1], []).length).toBe(0);
  });
});

/** How far a point is out of the plane of a triangle, or out of the triangle within it: the largest of four heights. */
function distanceTo({ shape, positions }: Snapshot, slot: number, point: ArrayLike<number>): number {
  const corner = (k: number): number[] => {
    const v = shape.mesh.triangles[3 * slot + k];
    return [...positions.subarray(3 * v, 3 * v + 3)];
  };
  const [a, b, c] = [corner(0), corner(1), corner(2)];
  const minus = (p: ArrayLike<number>, q: ArrayLike<number>): number[] => [0, 1, 2].map(k => p[k] - q[k]);
  const cross = (p: number[], q: number[]): number[] =>
    [0, 1, 2].map(k => p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]);
  const dot = (p: number[], q: number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const normal = cross(minus(b, a), minus(c, a));
  const heights = [[a, b], [b, c], [c, a]].map(([p, q]) => {
    const inward = cross(normal, minus(q, p));
    return -dot(inward, minus(point, p)) / Math.hypot(...inward);
  }); // biome-ignore format: edges
  return Math.max(Math.abs(dot(normal, minus(point, a))) / Math.hypot(...normal), ...heights);
}

describe('what is seen of a curve', () => {
  const look = (sizes: Place[], places: Place[]) => {
    const { plan, bodies, touching } = stage(sizes, places);
    return lookAtCurve(
      traceCurve(bodies[0], bodies[1], touching),
      bodies[0],
      bodies[1],
      hiding(bodies),
      plan.height,
      false,
    );
  };

  it('is all of it where a bar sticks in a box: a quarter of all directions is open there', () => {
    const { open, seen, from } = look([[2, 2, 2], [3, 0.4, 0.3]], [[0, 0, 0], [1.6, 0.03, 0.02]]); // biome-ignore format: two boxes
    expect(seen).toBe(1);
    expect(open).toBeGreaterThan(0.18);
    expect(open).toBeLessThan(0.32);
    expect(from![0]).toBeGreaterThan(0); // from where the bar comes out
    expect(Math.hypot(...from!)).toBeCloseTo(1, 5);
  });

  it('is nothing of it within a larger box', () => {
    const { open, seen, from } = look([[2, 2, 2], [3, 0.4, 0.3], [9, 9, 9]], [[0, 0, 0], [1.6, 0.03, 0.02], [0.1, 0.2, 0]]); // biome-ignore format: boxes
    expect({ open, seen, from }).toEqual({ open: 0, seen: 0, from: null });
  });

  it('is what a lid leaves open', () => {
    const free = look([[2, 2, 2], [3, 0.4, 0.3]], [[0, 0, 0], [1.6, 0.03, 0.02]]); // biome-ignore format: two boxes
    const behind = look([[2, 2, 2], [3, 0.4, 0.3], [0.1, 6, 6]], [[0, 0, 0], [1.6, 0.03, 0.02], [1.6, 0, 0]]); // biome-ignore format: boxes
    expect(behind.open).toBeLessThan(free.open / 2);
    expect(behind.open).toBeGreaterThan(0);
  });

  it('a ray is open exactly if no triangle is in its way, whichever is asked with it', () => {
    const random = createRandom(8);
    const { bodies } = stage([[1, 1, 1], [0.7, 0.9, 0.5]], [[0, 0, 0], [1.5, 0, 0]]); // biome-ignore format: two boxes
    const boxes = [[[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]], [[1.15, -0.45, -0.25], [1.85, 0.45, 0.25]]]; // biome-ignore format: both boxes
    const obstacles = hiding(bodies);
    let asked = 0;
    let open = 0;
    for (let n = 0; n < 400; n++) {
      const rays = createRays(1 + (n % 10));
      const stride = rays.from.length / 3;
      const reach = n % 2 === 0 ? 5 : 0.2;
      const middle = Float64Array.from({ length: 3 }, () => between(random, -2, 3));
      for (let k = 0; k < 3; k++) rays.along[k] = between(random, -1, 1);
      for (let k = 0; k < 3 * stride; k++)
        rays.from[k] = middle[Math.floor(k / stride)] + reach * between(random, -0.5, 0.5);
      let own = 0;
      for (let k = 0; k < rays.count; k++) {
        const from = Float64Array.of(rays.from[k], rays.from[stride + k], rays.from[2 * stride + k]);
        if (!boxes.some(([low, high]) => meetsBox(from, rays.along, low, high))) own |= 1 << k;
      }
      expect(findOpen(obstacles, rays)).toBe(own);
      const all = 2 ** rays.count - 1;
      expect(obstacles.reduce((left, obstacle) => leaveOpenHere(obstacle, rays, left), all)).toBe(own);
      asked += rays.count;
      for (let left = own; left !== 0; left &= left - 1) open++;
    }
    expect(open).toBeGreaterThan(asked / 10);
    expect(asked - open).toBeGreaterThan(100);
  });
});

/** Whether a ray meets the surface of a box, from without or within. */
function meetsBox(from: Float64Array, along: Float64Array, low: number[], high: number[]): boolean {
  let [near, far] = [-Infinity, Infinity];
  for (let k = 0; k < 3; k++) {
    const [p, q] = [(low[k] - from[k]) / along[k], (high[k] - from[k]) / along[k]];
    near = Math.max(near, Math.min(p, q));
    far = Math.min(far, Math.max(p, q));
  }
  return near <= far && far > 0;
}

describe('evidence in a report', () => {
  const subject = createBoxSubject([[2, 2, 2], [3, 0.4, 0.3]], 2, time => [{ at: [0, 0, 0] }, { at: [3.1 - 0.9 * Math.sin((Math.PI * time) / 2), 0.03, 0.02] }]); // biome-ignore format: two boxes

  it('tells how long the curve is, that it is seen, and from how far the parts came', () => {
    const [finding] = checkSubject(subject).clips[0].findings;
    expect(finding.curve.length.model).toBeCloseTo(1.4, 5);
    expect(finding.curve.seen).toBe(1);
    expect(finding.gap.model).toBeCloseTo(0.6, 5);
  });

  it('is of the worst contact only, however the clip is cut', () => {
    const plan = planCheck(subject);
    const [clip] = subject.clips;
    const whole = observeClip(plan, clip);
    expect(whole.contacts.filter(({ measured }) => measured?.evidence)).toHaveLength(1);
    for (const cut of [20, 30, 35]) {
      const parts = [observeClip(plan, clip, 0, cut), observeClip(plan, clip, cut)];
      expect(JSON.stringify(joinObservations(parts, 1 / plan.options.fps))).toBe(JSON.stringify(whole));
    }
  });

  it('is in units of the scene, whatever unit a mesh was made in', () => {
    const scaled = (scale: number) => ({
      ...subject,
      bodies: subject.bodies.map(body => ({
        ...body,
        mesh: { ...body.mesh, positions: body.mesh.positions.map(x => x / scale) },
      })),
      rest: subject.rest.map(({ jointMatrices, weights }) => ({
        jointMatrices: stretch(jointMatrices, scale),
        weights,
      })),
      clips: subject.clips.map(clip => ({
        ...clip,
        poseAt: (time: number, out: Parameters<typeof clip.poseAt>[1]) => {
          clip.poseAt(time, out);
          for (const pose of out) pose.jointMatrices.set(stretch(pose.jointMatrices, scale));
        },
      })),
    });
    const [plain] = checkSubject(subject).issues;
    for (const scale of [128, 1 / 128]) {
      const [issue] = checkSubject(scaled(scale)).issues;
      expect(issue).toEqual(plain);
    }
  });
});

function stretch(matrix: Float64Array, scale: number): Float64Array {
  return matrix.map((x, k) => (k % 4 === 3 ? x : x * scale));
}

describe('the way out', () => {
  it('never leads further in, where no surfaces cross either', () => {
    // A bar in a box whose end just looks out: a fiftieth of the way in, or all of it out.
    const at = (time: number): Place => [3 - 2.38 * time, 0.03, 0.02];
    const subject = createBoxSubject([[2, 2, 2], [0.8, 0.1, 0.1]], 1, time => [{ at: [0, 0, 0] }, { at: at(time) }]); // biome-ignore format: two boxes
    const [{ findings }] = checkSubject(subject).clips;
    expect(findings).toHaveLength(1);
    const [{ depth, separation }] = findings;
    expect(depth.percent).toBeGreaterThan(15);
    expect(separation?.percent ?? Infinity).toBeGreaterThanOrEqual(depth.percent);
  });
});
