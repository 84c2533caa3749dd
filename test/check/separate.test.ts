import { describe, expect, it } from 'vitest';
import { findSeparation } from '../../src/check/measure/separate.ts';
import { snapshotAt } from '../../src/check/measure/snapshot.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { poseBody } from '../../src/check/scan/body-motion.ts';
import { createScanWindow, gatherNear, searchStep } from '../../src/check/scan/search-step.ts';
import { createCollider, createShape, touches } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createBoxMesh, createBoxSubject } from './box-subject.ts';

type Vector = [number, number, number];

interface Box {
  size: Vector;
  at: Vector;
  turn: number;
}

function separate(boxes: [Box, Box], hint: Vector): Vector {
  const subject = createBoxSubject(
    boxes.map(({ size }) => size),
    1,
    () => boxes,
  );
  const plan = planCheck(subject, { rest: false });
  const scan = createScanWindow(plan, 1, false);
  scan.motions.forEach((motion, b) => {
    poseBody(motion, 0, subject.rest[b]);
  });
  const [a, b] = scan.motions.map(motion => snapshotAt(motion, 0));
  const entangled = { plan, bodyA: 0, bodyB: 1, regionA: 0, regionB: 1, a, b };
  gatherNear(scan, 1);
  const touching = [...searchStep(scan, { from: 0, to: 0 }).values()].flatMap(pair => pair.touching);
  const way = findSeparation(entangled, touching, hint)!;
  // What is known to touch changes no answer but by rounding.
  findSeparation(entangled, [], hint)!.forEach((x, k) => {
    expect(x).toBeCloseTo(way[k], 12);
  });
  return way;
}

function isTouching(boxes: [Box, Box], by: Vector): boolean {
  const [one, other] = boxes.map(({ size, at, turn }, k) => {
    const { positions, triangles } = createBoxMesh(...size);
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const [dx, dy, dz] = at.map((x, axis) => (k === 0 ? x + by[axis] : x));
    const placed = new Float64Array(positions.length);
    for (let o = 0; o < positions.length; o += 3) {
      const [x, y, z] = positions.subarray(o, o + 3);
      placed.set([c * x + s * z + dx, y + dy, c * z - s * x + dz], o);
    }
    return createCollider(createShape({ positions: placed, triangles }, { kind: 'rigid' }));
  });
  return touches(one, other);
}

/** The least way out of two convex boxes that are turned about the vertical: along the normal of a face of one of them, as edges only add the vertical. */
function leastWay([p, q]: [Box, Box]): number {
  const axesOf = ({ turn }: Box): Vector[] => [
    [Math.cos(turn), 0, -Math.sin(turn)],
    [0, 1, 0],
    [Math.sin(turn), 0, Math.cos(turn)],
  ];
  const dot = (u: Vector, v: Vector): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const halfOf = (box: Box, axis: Vector): number =>
    axesOf(box).reduce((sum, own, k) => sum + (box.size[k] / 2) * Math.abs(dot(own, axis)), 0);
  const ways = [...axesOf(p), ...axesOf(q)].map(
    axis => halfOf(p, axis) + halfOf(q, axis) - Math.abs(dot(axis, p.at) - dot(axis, q.at)),
  );
  return Math.min(...ways);
}

describe('the way out', () => {
  it('of random boxes leads out, no longer than it must, and is never shorter than can be', () => {
    const random = createRandom(3);
    const between = (low: number, high: number): number => low + (high - low) * random();
    const size = (): Vector => [between(0.3, 1), between(0.3, 1), between(0.3, 1)];
    let asked = 0;
    let excess = 0;
    for (let n = 0; n < 200; n++) {
      const boxes: [Box, Box] = [
        { size: size(), at: [0, 0, 0], turn: between(0, 3) },
        { size: size(), at: [between(-0.8, 0.8), between(-0.8, 0.8), between(-0.8, 0.8)], turn: between(0, 3) },
      ];
      if (!isTouching(boxes, [0, 0, 0])) continue;
      const by = separate(boxes, [between(-1, 1), between(-1, 1), between(-1, 1)]);
      const length = Math.hypot(...by);
      asked++;
      expect(isTouching(boxes, by)).toBe(false);
      expect(isTouching(boxes, by.map(x => 0.999 * x) as Vector)).toBe(true);
      const least = leastWay(boxes);
      expect(length).toBeGreaterThan(least);
      excess += length / least - 1;
    }
    expect(asked).toBeGreaterThan(60);
    expect(excess / asked).toBeLessThan(0.1);
  });

  it('is the shortest where the hint is', () => {
    const boxes: [Box, Box] = [
      { size: [1, 1, 1], at: [0, 0, 0], turn: 0.3 },
      { size: [1, 1, 1], at: [0.9 * Math.cos(0.3), 0.1, -0.9 * Math.sin(0.3)], turn: 0.3 },
    ];
    const hint: Vector = [Math.cos(0.3), 0, -Math.sin(0.3)];
    expect(Math.hypot(...separate(boxes, hint))).toBeCloseTo(0.1, 6);
  });
});
