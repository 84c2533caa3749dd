import { describe, expect, it } from 'vitest';
import { boxDistance, boxGap, boxSpheres, encloseBoxes } from '../../src/bounds/box.ts';
import { DOP_DIRECTIONS, DOP_LENGTHS, dopGap, dopSpheres, encloseDops } from '../../src/bounds/dop.ts';
import { sphereDistance, sphereGap } from '../../src/bounds/sphere.ts';
import { createRandom, type Random, randomDirection } from '../../src/math/random.ts';
import { relationMutants } from '../support/relation-mutants.ts';
import {
  dot,
  drawBox,
  drawEighth,
  drawFrame,
  drawTouching,
  gapOf,
  place,
  relateBoxes,
} from '../support/touching-boxes.ts';

/** What is between two boxes along each axis, exactly for eighths: 0 where they share a coordinate. */
function spacesBetween(a: Float64Array, b: Float64Array): number[] {
  return [0, 1, 2].map(k => Math.max(0, a[k] - a[3 + k] - (b[k] + b[3 + k]), b[k] - b[3 + k] - (a[k] + a[3 + k])));
}

const NANS = [0, 1, 2, 3, 4, 5];

describe('boxes', () => {
  it('boxGap is above 0 exactly if they do not touch, and then no more than their distance', () => {
    const random = createRandom(1);
    let apart = 0;
    for (let k = 0; k < 4000; k++) {
      const [a, b] = [drawBox(random), drawBox(random)];
      const spaces = spacesBetween(a, b);
      const gap = boxGap(a, 0, b, 0);
      expect(gap > 0).toBe(spaces.some(space => space > 0));
      if (gap > 0) {
        expect(spaces).toContain(gap);
        apart++;
      }
      expect(boxGap(b, 0, a, 0)).toBe(gap);
    }
    expect(apart).toBeGreaterThan(1500);
    expect(apart).toBeLessThan(3600);
  });

  it('boxDistance is the distance, but for rounding never more', () => {
    const random = createRandom(2);
    for (let k = 0; k < 4000; k++) {
      const [a, b] = [drawBox(random), drawBox(random)];
      const squared = spacesBetween(a, b).reduce((sum, space) => sum + space * space, 0); // exact
      const distance = boxDistance(a, 0, b, 0);
      expect(distance * distance).toBeLessThanOrEqual(squared);
      expect(distance).toBeGreaterThanOrEqual(Math.sqrt(squared) * (1 - 1e-13));
    }
  });

  it('boxDistance is no more than the distance of any two points', () => {
    const random = createRandom(3);
    for (let k = 0; k < 2000; k++) {
      const [a, b] = [drawBox(random), drawBox(random)];
      const distance = boxDistance(a, 0, b, 0);
      for (let sample = 0; sample < 10; sample++) {
        const pointOf = (box: Float64Array): number[] => [0, 1, 2].map(i => box[i] + box[3 + i] * (2 * random() - 1));
        const [p, q] = [pointOf(a), pointOf(b)];
        expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeGreaterThanOrEqual(distance);
      }
    }
  });

  it('reads from where it is told', () => {
    const boxes = Float64Array.of(9, 9, 0, 0, 0, 1, 1, 1, 5, 0, 0, 1, 1, 1);
    expect(boxGap(boxes, 2, boxes, 8)).toBe(3);
    expect(boxDistance(boxes, 2, boxes, 8)).toBeCloseTo(3, 12);
  });

  it('NaN never parts them: along its own axis, or at all if every number is NaN', () => {
    const far = Float64Array.of(100, 0, 0, 1, 1, 1);
    const near = Float64Array.of(0, 0, 0, 1, 1, 1);
    expect(boxGap(near, 0, far, 0)).toBeGreaterThan(0);
    for (const k of [0, 3]) {
      const spoilt = near.map((x, i) => (i === k ? NaN : x));
      for (const [a, b] of [
        [spoilt, far],
        [far, spoilt],
      ]) {
        expect(boxGap(a, 0, b, 0) > 0).toBe(false);
        expect(boxDistance(a, 0, b, 0) > 0).toBe(false);
      }
    }
    const none = new Float64Array(6).fill(NaN);
    expect(boxGap(none, 0, far, 0) > 0).toBe(false);
    expect(boxDistance(far, 0, none, 0) > 0).toBe(false);
  });

  it('the box of spheres is as tight as can be, wider by the slack', () => {
    const random = createRandom(4);
    for (let k = 0; k < 500; k++) {
      const count = 1 + Math.floor(5 * random());
      const spheres = Float64Array.from({ length: 4 * count }, (_, i) =>
        i % 4 < 3 ? drawEighth(random) : Math.abs(drawEighth(random)),
      );
      const box = new Float64Array(6);
      boxSpheres(spheres, count, 0.25, box, 0);
      for (let axis = 0; axis < 3; axis++) {
        const ends = Array.from({ length: count }, (_, i) => [spheres[4 * i + axis], spheres[4 * i + 3]]);
        expect(box[axis] - box[3 + axis]).toBe(Math.min(...ends.map(([x, r]) => x - r)) - 0.25);
        expect(box[axis] + box[3 + axis]).toBe(Math.max(...ends.map(([x, r]) => x + r)) + 0.25);
      }
    }
  });

  it('the box of boxes is as tight as can be', () => {
    const random = createRandom(5);
    for (let k = 0; k < 500; k++) {
      const boxes = Array.from({ length: 1 + Math.floor(5 * random()) }, () => drawBox(random));
      const out = new Float64Array(8);
      encloseBoxes(Float64Array.from([7, ...boxes.flatMap(box => [...box])]), 1, boxes.length, out, 2);
      for (let axis = 0; axis < 3; axis++) {
        expect(out[2 + axis] - out[5 + axis]).toBe(Math.min(...boxes.map(box => box[axis] - box[3 + axis])));
        expect(out[2 + axis] + out[5 + axis]).toBe(Math.max(...boxes.map(box => box[axis] + box[3 + axis])));
      }
    }
  });

  it.each(NANS)('a NaN in number %d of any part makes a box that nothing is apart from', k => {
    const far = Float64Array.of(100, 100, 100, 1, 1, 1);
    for (const part of [0, 1, 2]) {
      const boxes = new Float64Array(18).fill(1);
      boxes[6 * part + k] = NaN;
      const out = new Float64Array(6);
      encloseBoxes(boxes, 0, 3, out, 0);
      expect(boxGap(out, 0, far, 0) > 0).toBe(false);
      if (k > 3) continue;
      const spheres = new Float64Array(12).fill(1);
      spheres[4 * part + k] = NaN;
      boxSpheres(spheres, 3, 0, out, 0);
      expect(boxGap(out, 0, far, 0) > 0).toBe(false);
    }
  });
});

describe('spheres', () => {
  const drawSphere = (random: Random): Float64Array =>
    Float64Array.of(drawEighth(random), drawEighth(random), drawEighth(random), Math.abs(drawEighth(random)));

  it('sphereGap and sphereDistance agree with exact arithmetic on who touches', () => {
    const random = createRandom(6);
    let touching = 0;
    for (let k = 0; k < 4000; k++) {
      const [a, b] = [drawSphere(random), drawSphere(random)];
      const squared = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2; // exact for eighths
      const extent = a[3] + b[3];
      expect(sphereGap(a, 0, b, 0) > 0).toBe(squared > extent * extent);
      const distance = sphereDistance(a, 0, b, 0);
      expect(distance).toBeLessThanOrEqual(Math.sqrt(squared) - extent);
      expect(distance).toBeGreaterThanOrEqual(Math.sqrt(squared) * (1 - 1e-13) - extent);
      if (squared === extent * extent) touching++;
    }
    expect(touching).toBeGreaterThan(3); // exactly
  });

  it('a NaN anywhere never parts them', () => {
    for (let k = 0; k < 4; k++) {
      const spoilt = Float64Array.of(0, 0, 0, 1).map((x, i) => (i === k ? NaN : x));
      const far = Float64Array.of(100, 0, 0, 1);
      expect(sphereGap(spoilt, 0, far, 0) > 0).toBe(false);
      expect(sphereDistance(far, 0, spoilt, 0) > 0).toBe(false);
    }
  });
});

describe.each([3, 4, 6, 8, 9])('k-DOPs of %d slabs', slabs => {
  const directions = Array.from({ length: slabs }, (_, s) => DOP_DIRECTIONS.subarray(3 * s, 3 * s + 3));

  /** The k-DOP of some points of eighths, exactly. */
  function enclosePoints(points: readonly number[][]): Float64Array {
    return Float64Array.from(
      directions.flatMap(direction => {
        const products = points.map(point => dot(point, direction));
        return [Math.min(...products), Math.max(...products)];
      }),
    );
  }

  const drawPoints = (random: Random, count: number, spread: number): number[][] => {
    const center = [drawEighth(random), drawEighth(random), drawEighth(random)];
    return Array.from({ length: count }, () => center.map(x => x + spread * drawEighth(random)));
  };

  it('dopGap is above 0 exactly if a direction parts them, and no more than that', () => {
    const random = createRandom(7);
    let apart = 0;
    for (let k = 0; k < 2000; k++) {
      const [p, q] = [drawPoints(random, 4, 0.5), drawPoints(random, 4, 0.5)];
      const [a, b] = [enclosePoints(p), enclosePoints(q)];
      const spaces = directions.map((_, s) => Math.max(b[2 * s] - a[2 * s + 1], a[2 * s] - b[2 * s + 1]));
      const gap = dopGap(slabs, a, 0, b, 0);
      expect(gap > 0).toBe(spaces.some(space => space > 0));
      expect(gap).toBeLessThanOrEqual(Math.max(...spaces));
      expect(dopGap(slabs, b, 0, a, 0)).toBe(gap);
      if (gap > 0) apart++;
      const distances = p.flatMap(([x, y, z]) => q.map(other => Math.hypot(x - other[0], y - other[1], z - other[2])));
      expect(gap * Math.SQRT1_2).toBeLessThanOrEqual(Math.min(...distances) * (1 + 1e-15));
    }
    expect(apart).toBeGreaterThan(500);
    expect(apart).toBeLessThan(1950);
  });

  it('the k-DOP of spheres, wider by a slack, just holds every point that near to them', () => {
    const random = createRandom(8);
    const out = new Float64Array(2 * slabs);
    const away = new Float64Array(3);
    for (let k = 0; k < 300; k++) {
      const spheres = Float64Array.from({ length: 8 }, (_, i) => (i % 4 < 3 ? drawEighth(random) : random()));
      const slack = random();
      dopSpheres(slabs, spheres, 2, slack, out, 0);
      for (let s = 0; s < slabs; s++) {
        // The farthest points lie straight along the direction.
        let [low, high] = [Infinity, -Infinity];
        for (const o of [0, 4]) {
          const middle = dot(spheres.subarray(o), directions[s]);
          const extent = (spheres[o + 3] + slack) * Math.hypot(...directions[s]);
          low = Math.min(low, middle - extent);
          high = Math.max(high, middle + extent);
        }
        expect(out[2 * s]).toBeCloseTo(low, 12);
        expect(out[2 * s + 1]).toBeCloseTo(high, 12);
        randomDirection(random, away, 0);
        const point = [0, 1, 2].map(axis => spheres[axis] + (spheres[3] + slack) * (1 - 1e-14) * away[axis]);
        expect(dot(point, directions[s])).toBeLessThanOrEqual(out[2 * s + 1]);
        expect(dot(point, directions[s])).toBeGreaterThanOrEqual(out[2 * s]);
      }
    }
  });

  it('the k-DOP of k-DOPs is as tight as can be', () => {
    const random = createRandom(9);
    const out = new Float64Array(2 * slabs);
    for (let k = 0; k < 200; k++) {
      const lists = Array.from({ length: 1 + Math.floor(4 * random()) }, () => drawPoints(random, 3, 0.5));
      const parts = Float64Array.from(lists.flatMap(points => [...enclosePoints(points)]));
      encloseDops(slabs, parts, 0, lists.length, out, 0);
      expect(out).toEqual(enclosePoints(lists.flat()));
    }
  });

  it('NaN never parts them: one that comes in is spread to every slab, or to its own', () => {
    const far = enclosePoints([[100, 99, 98]]);
    const out = new Float64Array(2 * slabs);
    for (let k = 0; k < 8; k++) {
      dopSpheres(
        slabs,
        new Float64Array(8).fill(1).map((x, i) => (i === k ? NaN : x)),
        2,
        0,
        out,
        0,
      );
      expect(dopGap(slabs, out, 0, far, 0) > 0).toBe(false);
      expect(dopGap(slabs, far, 0, out, 0) > 0).toBe(false);
    }
    const near = enclosePoints([[0, 0, 0]]);
    for (let k = 0; k < 4 * slabs; k++) {
      const parts = Float64Array.from([...near, ...near]);
      parts[k] = NaN;
      encloseDops(slabs, parts, 0, 2, out, 0);
      const s = Math.floor((k % (2 * slabs)) / 2);
      for (const side of [-100, 100]) {
        const apartThereOnly = near.slice();
        apartThereOnly.set([side, side], 2 * s);
        expect(dopGap(slabs, out, 0, apartThereOnly, 0) > 0).toBe(false);
        expect(dopGap(slabs, apartThereOnly, 0, out, 0) > 0).toBe(false);
      }
    }
  });

  it('knows how long its directions are, and has no two alike', () => {
    for (let s = 0; s < slabs; s++) {
      expect(DOP_LENGTHS[s]).toBeGreaterThanOrEqual(Math.hypot(...directions[s]));
      expect(DOP_LENGTHS[s]).toBeLessThan(Math.hypot(...directions[s]) * (1 + 1e-14));
      for (let t = 0; t < s; t++) {
        expect(Math.abs(dot(directions[s], directions[t]))).toBeLessThan(DOP_LENGTHS[s] * DOP_LENGTHS[t] * 0.9);
      }
    }
  });
});

describe('boxes in frames of their own', () => {
  it.each([0, 10, 1e6])('touching ones are never apart, whatever their frames, up to %d from the origin', offset => {
    const random = createRandom(10);
    let touching = 0;
    for (let k = 0; k < 3000; k++) {
      const gap = gapOf(drawTouching(random, offset));
      expect(gap > 0).toBe(false);
      if (gap > -1e-7) touching++;
    }
    expect(touching).toBeGreaterThan(500); // in the eyes of the test too: it has no room to spare
  });

  it('says no more than the distance, in units of the world, if it says that they are apart', () => {
    const random = createRandom(11);
    let apart = 0;
    const corners = Array.from({ length: 8 }, (_, c) => [c & 1, c & 2, c & 4].map(bit => (bit ? 1 : -1)));
    const cornersOf = (frame: Float64Array | null, box: Float64Array): number[][] =>
      corners.map(signs =>
        place(
          frame,
          signs.map((sign, axis) => box[axis] + sign * box[3 + axis]),
        ),
      );
    for (let k = 0; k < 2000; k++) {
      const [frameA, frameB] = [drawFrame(random, 30), drawFrame(random, 30)];
      const boxes = relateBoxes(frameA, drawBox(random), frameB, drawBox(random));
      const gap = gapOf(boxes);
      if (!(gap > 0)) continue;
      apart++;
      const [listA, listB] = [cornersOf(frameA, boxes.boxA), cornersOf(frameB, boxes.boxB)];
      const distances = listA.flatMap(p => listB.map(q => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])));
      expect(gap * boxes.relation.shrink).toBeLessThanOrEqual(Math.min(...distances));
    }
    expect(apart).toBeGreaterThan(1000);
  });

  it('parts boxes as far apart as a tenth across a face of either', () => {
    const random = createRandom(12);
    for (let k = 0; k < 2000; k++) {
      const frame = drawFrame(random, 10);
      const [boxA, boxB] = [drawBox(random), drawBox(random)];
      const axis = Math.floor(3 * random());
      boxB[axis] = boxA[axis] + boxA[3 + axis] + boxB[3 + axis] + 0.1;
      const boxes = relateBoxes(frame, boxA, frame, boxB); // the same frame: every axis is a face of both
      if (Number.isNaN(boxes.relation.slackA)) continue; // nearly flat
      expect(gapOf(boxes)).toBeGreaterThan(0.09);
    }
  });

  it('both in the world: the same as boxes without frames, but for the slack', () => {
    const random = createRandom(13);
    for (let k = 0; k < 2000; k++) {
      const boxes = relateBoxes(null, drawBox(random), null, drawBox(random));
      const most = Math.max(...spacesBetween(boxes.boxA, boxes.boxB));
      const gap = gapOf(boxes);
      expect(gap > 0).toBe(most > 0);
      if (most > 0) expect(gap).toBeCloseTo(most, 10);
    }
  });

  it('nothing is apart in a frame that flattens, or nearly does, or where a number is NaN', () => {
    const flat = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    const nearlyFlat = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1e-9, 0);
    const lost = Float64Array.of(1, 0, 0, NaN, 0, 1, 0, NaN, 0, 0, 1, NaN);
    const good = Float64Array.of(0, -1, 0, 50, 1, 0, 0, 50, 0, 0, 1, 50);
    const [near, far] = [Float64Array.of(0, 0, 0, 1, 1, 1), Float64Array.of(70, 80, 90, 1, 1, 1)];
    expect(gapOf(relateBoxes(good, near, null, far))).toBeGreaterThan(0);
    for (const bad of [flat, nearlyFlat, lost]) {
      for (const other of [good, null, bad]) {
        const boxes = relateBoxes(bad, near, other, far);
        expect(gapOf(boxes) > 0).toBe(false);
        expect(gapOf(boxes) * boxes.relation.shrink > 0).toBe(false);
      }
    }
    expect(gapOf(relateBoxes(good, near, lost, far)) > 0).toBe(false);
    expect(gapOf(relateBoxes(null, near, lost, far)) > 0).toBe(false);
    const none = new Float64Array(6).fill(NaN);
    expect(gapOf(relateBoxes(good, none, null, far)) > 0).toBe(false);
    expect(gapOf(relateBoxes(good, near, null, none)) > 0).toBe(false);
  });

  it.each(Object.keys(relationMutants))('the check itself catches %s', name => {
    const random = createRandom(10);
    let caught = 0;
    for (let k = 0; k < 1000; k++) {
      const boxes = drawTouching(random, 10);
      relationMutants[name](boxes.relation);
      if (gapOf(boxes) > 0) caught++;
    }
    expect(caught).toBeGreaterThan(0);
  });
});
