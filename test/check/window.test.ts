import { describe, expect, it } from 'vitest';
import { createNearest, findNearest } from '../../src/check/measure/nearest.ts';
import { snapshotAt } from '../../src/check/measure/snapshot.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { type BodyMotion, beginSearch, LEAST_GAP, poseBody } from '../../src/check/scan/body-motion.ts';
import { measureDeviation } from '../../src/check/scan/deviation.ts';
import { findFirstContact } from '../../src/check/scan/first-contact.ts';
import { createStackOfTwo, findNearPairsOfTwo } from '../../src/check/scan/near-pairs.ts';
import { joinObservations, observeClip } from '../../src/check/scan/observe-clip.ts';
import { leaveOutSeparated } from '../../src/check/scan/part-window.ts';
import { createScanWindow, type ScanWindow } from '../../src/check/scan/search-step.ts';
import { createRandom } from '../../src/math/random.ts';
import { nearestOfTriangle } from '../../src/query/elementary/point-triangle.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { createPairList, type PairList } from '../../src/query/pairs/pair-list.ts';
import { boxesStayApart, findNearSteps } from '../../src/self/reasons/boxes-over-window.ts';
import { listNearPairs } from '../../src/self/window.ts';
import { createBoxSubject } from './box-subject.ts';
import { createRandomSubject } from './random-subject.ts';

const INSTANTS = 6;

/** Two bodies that go slowly from one random pose to another, up to `part` of the way. */
function createSlowWindow(seed: number, part: number): ScanWindow {
  const subject = createRandomSubject(seed, ['linear-blend', 'rigid']);
  const scan = createScanWindow(planCheck(subject, { rest: false }), INSTANTS, false);
  for (let k = 0; k < INSTANTS; k++) {
    scan.motions.forEach((motion, b) => {
      const [from, to] = [subject.poses[0][b], subject.poses[1][b]];
      const share = (part * k) / (INSTANTS - 1);
      poseBody(motion, k, {
        jointMatrices: from.jointMatrices.map((x, i) => (1 - share) * x + share * to.jointMatrices[i]),
        weights: from.weights,
      });
    });
  }
  for (const motion of scan.motions) beginSearch(motion, INSTANTS);
  return scan;
}

function cornersOf({ shape }: BodyMotion, slot: number): [number, number, number] {
  const { triangles } = shape.mesh;
  return [3 * triangles[3 * slot], 3 * triangles[3 * slot + 1], 3 * triangles[3 * slot + 2]];
}

describe('boxes', () => {
  it('that stay apart are apart at all times of all steps, and may change the axis', () => {
    const random = createRandom(3);
    let apart = 0;
    let turning = 0;
    for (let round = 0; round < 8_000; round++) {
      const draw = (): Float32Array => {
        const boxes = new Float32Array(6 * INSTANTS);
        const step = [0, 1, 2].map(() => random() - 0.5);
        for (let axis = 0; axis < 3; axis++) {
          for (let k = 0; k < INSTANTS; k++) {
            const low = 3 * random() ** 2 + step[axis] * k;
            boxes[INSTANTS * axis + k] = low;
            boxes[INSTANTS * (axis + 3) + k] = low + 0.5 * random();
          }
        }
        return boxes;
      };
      const [p, q] = [draw(), draw()];
      const first = round % 3;
      const last = first + (round % (INSTANTS - first));
      if (!boxesStayApart(p, 0, q, 0, INSTANTS, first, last)) continue;
      apart++;
      const isApartBy = (axis: number, time: number): boolean => {
        const k = Math.min(Math.floor(time), last === first ? last : last - 1);
        const at = (boxes: Float32Array, side: number): number => {
          const o = INSTANTS * (axis + side) + k;
          return time === k ? boxes[o] : boxes[o] + (time - k) * (boxes[o + 1] - boxes[o]);
        };
        return at(p, 0) > at(q, 3) || at(q, 0) > at(p, 3);
      };
      const times = Array.from({ length: 4 * (last - first) + 1 }, (_, k) => first + k / 4);
      expect(times.filter(time => ![0, 1, 2].some(axis => isApartBy(axis, time)))).toEqual([]);
      if (![0, 1, 2].some(axis => times.every(time => isApartBy(axis, time)))) turning++;
    }
    expect(apart).toBeGreaterThan(500);
    expect(turning).toBeGreaterThan(50);
  });
});

describe('findNearSteps', () => {
  it('tells of each step whether boxes stay apart in it', () => {
    const random = createRandom(5);
    let mixed = 0;
    for (let round = 0; round < 4000; round++) {
      const count = 1 + (round % INSTANTS);
      const [p, q] = [0, 1].map(() => {
        const step = [0, 1, 2].map(() => random() - 0.5);
        return Float32Array.from({ length: 6 * INSTANTS }, (_, n) => {
          const [side, k] = [Math.floor(n / INSTANTS), n % INSTANTS];
          return 1.5 * random() + step[side % 3] * k + (side > 2 ? 1.5 : 0);
        });
      });
      const near = findNearSteps(p, 0, q, 0, INSTANTS, count);
      const steps = Array.from({ length: Math.max(1, count - 1) }, (_, k) => k);
      const isNear = steps.map(k => !boxesStayApart(p, 0, q, 0, INSTANTS, k, Math.min(k + 1, count - 1)));
      expect(steps.map(k => (near & (1 << k)) !== 0)).toEqual(isNear);
      expect(near >> steps.length).toBe(0);
      expect(near === 0).toBe(boxesStayApart(p, 0, q, 0, INSTANTS, 0, count - 1));
      if (isNear.includes(true) && isNear.includes(false)) mixed++;
    }
    expect(mixed).toBeGreaterThan(500);
  });
});

describe('what is near over several steps', () => {
  it('has all that touches on the way, and leaves out most of what does not', () => {
    let touching = 0;
    let before = 0;
    let after = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { motions } = createSlowWindow(seed, 0.15);
      for (const [a, b] of [
        [0, 0],
        [0, 1],
      ]) {
        const near = createPairList();
        if (a === b) listNearPairs(motions[a].window, near);
        else findNearPairsOfTwo(motions[a], motions[b], createStackOfTwo(motions[a], motions[b]), near);
        const boxed = new Set(listKeys(near.data, near.length));
        leaveOutSeparated(motions[a], motions[b], near, stepsOf(motions[a], motions[b], near));
        const left = new Set(listKeys(near.data, near.length));
        before += boxed.size;
        after += left.size;
        for (let k = 0; k + 1 < INSTANTS; k++) {
          const [p, q] = [motions[a], motions[b]].map(({ window: { positions } }) =>
            positions[k].map((x, i) => 0.5 * (x + positions[k + 1][i])),
          );
          for (const key of boxed) {
            const [one, other] = key.split(' ').map(Number);
            const [a0, a1, a2] = cornersOf(motions[a], one);
            const [b0, b1, b2] = cornersOf(motions[b], other);
            if (!trianglesTouch(p, a0, a1, a2, q, b0, b1, b2)) continue;
            expect(left.has(key)).toBe(true);
            touching++;
          }
        }
      }
    }
    expect(touching).toBeGreaterThan(500);
    expect(after).toBeLessThan(0.7 * before);
  });

  it('left out is only what the tests of first contact call free in every step', () => {
    let leftOut = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const { motions } = createSlowWindow(seed, 0.2);
      const near = createPairList();
      listNearPairs(motions[0].window, near);
      const boxed = listKeys(near.data, near.length);
      leaveOutSeparated(motions[0], motions[0], near, stepsOf(motions[0], motions[0], near));
      const left = new Set(listKeys(near.data, near.length));
      for (const key of boxed.filter(pair => !left.has(pair)).slice(0, 300)) {
        const [p, q] = key.split(' ').map(slot => cornersOf(motions[0], Number(slot)));
        leftOut++;
        for (let k = 0; k + 1 < INSTANTS; k++) {
          const motion = { start: motions[0].window.positions[k], end: motions[0].window.positions[k + 1] };
          expect(findFirstContact(motion, p, motion, q, true)).toBe(Infinity);
        }
      }
    }
    expect(leftOut).toBeGreaterThan(300);
  });

  it('triangles as near as that, however thin, are told free by the tests of first contact', () => {
    const random = createRandom(8);
    for (let round = 0; round < 4000; round++) {
      const d = [random() - 0.5, random() - 0.5, random() - 0.5];
      const length = Math.hypot(...d);
      const far = round % 2 ? 1000 : 0;
      // Corners at `gap` or beyond on one side of a plane, and on it or beyond on the other.
      const draw = (gap: number): Float64Array => {
        const thin = round % 4 === 0 ? 1e-3 : 1;
        const x = Float64Array.from({ length: 18 }, (_, k) => (random() - 0.5) * (k > 5 ? thin : 1));
        for (let v = 0; v < 6; v++) {
          const height = [0, 1, 2].reduce((sum, axis) => sum + (d[axis] / length) * x[3 * v + axis], 0);
          const beyond = random() < 0.5 ? 0 : 0.1 * random();
          const wanted = v < 3 ? gap + beyond : -beyond;
          for (let axis = 0; axis < 3; axis++) x[3 * v + axis] += ((wanted - height) * d[axis]) / length + far;
        }
        return x;
      };
      const motion = { start: draw(LEAST_GAP), end: draw(LEAST_GAP) }; // nothing moves by more than 1.2
      expect(findFirstContact(motion, [0, 3, 6], motion, [9, 12, 15], false)).toBe(Infinity);
    }
  });
});

function stepsOf(a: BodyMotion, b: BodyMotion, { data, length }: PairList): Uint32Array {
  return Uint32Array.from({ length: length / 2 }, (_, k) =>
    findNearSteps(
      a.window.boxes.ofTriangles,
      6 * INSTANTS * data[2 * k],
      b.window.boxes.ofTriangles,
      6 * INSTANTS * data[2 * k + 1],
      INSTANTS,
      INSTANTS,
    ),
  );
}

function listKeys(data: ArrayLike<number>, length: number): string[] {
  return Array.from({ length: length / 2 }, (_, k) => `${data[2 * k]} ${data[2 * k + 1]}`);
}

describe('a clip of several windows', () => {
  it('is seen alike in one go and cut at every sample, wherever in a window something begins', () => {
    for (let frame = 8; frame <= 20; frame++) {
      // The second box is in the first for half a frame before and after this one.
      const subject = createBoxSubject(
        [
          [1, 1, 1],
          [0.5, 2, 0.5],
        ],
        1,
        time => [{ at: [0, 0, 0] }, { at: [3 * Math.abs(30 * time - frame), 0.1, 0.2] }],
      );
      const plan = planCheck(subject, { rest: false });
      const [clip] = subject.clips;
      const whole = observeClip(plan, clip);
      const parts = Array.from({ length: 30 }, (_, k) => observeClip(plan, clip, k, k + 1));
      expect(joinObservations(parts, 1 / plan.options.fps)).toEqual(whole);
      expect(whole.contacts.map(({ time }) => Math.round(30 * time))).toContain(frame);
      expect(whole.changes.map(({ kind }) => kind)).toEqual(['begin', 'end']);
    }
  });
});

describe('measureDeviation', () => {
  it('is that of the vertex farthest off, and where that is not asked for no less', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const subject = createRandomSubject(seed, ['linear-blend']);
      const plan = planCheck(subject, { rest: false });
      const { motions } = createScanWindow(plan, 3, false);
      const [start, middle, end] = subject.poses;
      [start, middle, end].forEach(([pose], k) => {
        poseBody(motions[0], k, pose);
      });
      const [p, q, r] = motions[0].window.positions;
      let farthest = 0;
      for (let v = 0; v < p.length; v += 3) {
        farthest = Math.max(farthest, Math.hypot(...[v, v + 1, v + 2].map(k => q[k] - 0.5 * (p[k] + r[k]))));
      }
      const measure = (enough: number) => measureDeviation(plan.shapes, start, middle, end, enough);
      expect(measure(0)).toBeCloseTo(farthest, 9);
      expect(measure(Infinity)).toBeGreaterThanOrEqual(farthest - 1e-9);
      expect(measure(0.5 * measure(Infinity))).toBeGreaterThanOrEqual(farthest - 1e-9);
    }
  });
});

describe('findNearest', () => {
  it('finds what trying all triangles finds, whatever the hint, and the lowest of equally near ones', () => {
    const random = createRandom(4);
    const out = createNearest();
    for (let seed = 1; seed <= 6; seed++) {
      const [motion] = createSlowWindow(seed, 1).motions;
      const { mesh, regions } = motion.shape;
      const slots = mesh.triangles.length / 3;
      const x = motion.window.positions[2];
      const snapshot = snapshotAt(motion, 2);
      for (let round = 0; round < 40; round++) {
        // Vertices have many triangles equally near.
        const v = 3 * Math.floor((random() * x.length) / 3);
        const point = [0, 1, 2].map(axis => x[v + axis] + (round % 2 ? random() - 0.5 : 0));
        const but = round % 3 === 0 ? -1 : regions.regionOfTriangle[Math.floor(random() * slots)];
        let best = -1;
        let squared = Infinity;
        const there = new Float64Array(4);
        for (let slot = 0; slot < slots; slot++) {
          if (regions.regionOfTriangle[slot] === but) continue;
          const [a, b, c] = cornersOf(motion, slot);
          nearestOfTriangle(Float64Array.from(point), 0, x, a, b, c, there, 0);
          if (there[3] < squared) [best, squared] = [slot, there[3]];
        }
        for (const hint of [-1, best, Math.floor(random() * slots)]) {
          findNearest(snapshot, but, point[0], point[1], point[2], out, hint);
          expect([out.slot, out.squared]).toEqual([best, squared]);
          findNearest(snapshot, but, point[0], point[1], point[2], out, hint, 2 * squared);
          expect(out.squared <= 2 * squared).toBe(true);
        }
      }
    }
  });
});
