import { describe, expect, it } from 'vitest';
import { planCheck } from '../../src/check/plan/plan.ts';
import { poseBody } from '../../src/check/scan/body-motion.ts';
import { createScanWindow, gatherNear, type RegionPair, searchStep } from '../../src/check/scan/search-step.ts';
import { DIRECTIONS, findSeparatingDirection } from '../../src/check/scan/stay-apart.ts';
import { createCollider, createShape, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { findSelfPairsByBruteForce } from '../../src/self/brute-force.ts';
import { deformerNames } from '../support/random-character.ts';
import { createBoxSubject } from './box-subject.ts';
import { createRandomSubject } from './random-subject.ts';

type Key = `${number} ${number}`;

/** Pairs of triangles, numbered as in the meshes of the bodies; of one body the lower first. */
function listPairs(pairs: ArrayLike<number>, isSelf: boolean, orders?: [Uint32Array, Uint32Array]): Key[] {
  return Array.from({ length: pairs.length / 2 }, (_, k): Key => {
    const a = orders ? orders[0][pairs[2 * k]] : pairs[2 * k];
    const b = orders ? orders[1][pairs[2 * k + 1]] : pairs[2 * k + 1];
    return isSelf && a > b ? `${b} ${a}` : `${a} ${b}`;
  }).sort();
}

describe('a step', () => {
  it.each(deformerNames)(
    '%s: at its end exactly the pairs that brute force finds, of a body with itself and with others',
    name => {
      let found = 0;
      for (let seed = 1; seed <= 6; seed++) {
        const other = deformerNames[(deformerNames.indexOf(name) + seed) % deformerNames.length];
        const subject = createRandomSubject(seed, [name, other]);
        const plan = planCheck(subject, { rest: false });
        const scan = createScanWindow(plan, subject.poses.length, false);
        subject.poses.forEach((poses, k) => {
          poses.forEach((pose, b) => {
            poseBody(scan.motions[b], k, pose);
          });
        });
        gatherNear(scan, subject.poses.length);
        const colliders = subject.bodies.map(({ mesh, source }) => createCollider(createShape(mesh, source)));
        const steps = [...subject.poses.keys()].flatMap(to => [
          { from: Math.max(0, to - 1), to },
          { from: to, to },
        ]);
        for (const step of steps) {
          subject.poses[step.to].forEach((pose, b) => {
            setPose(colliders[b], pose);
          });
          const regionPairs = [...searchStep(scan, step).values()];
          for (const [a, b] of plan.encounters) {
            const ours = regionPairs
              .filter(({ bodyA, bodyB }) => bodyA === a && bodyB === b)
              .flatMap(({ touching }) => touching);
            const orders: [Uint32Array, Uint32Array] = [plan.shapes[a].order, plan.shapes[b].order];
            const truth =
              a === b ? findSelfPairsByBruteForce(colliders[a]) : findPairsByBruteForce(colliders[a], colliders[b]);
            expect(listPairs(ours, a === b, orders)).toEqual(listPairs(truth, a === b));
            found += truth.length / 2;
          }
        }
      }
      expect(found).toBeGreaterThan(100);
    },
  );

  it('is refused where joints have no names', () => {
    const subject = createRandomSubject(1, ['modal-chain of linear-blend']);
    const bodies = subject.bodies.map(body => ({ ...body, jointNames: body.jointNames.slice(1) }));
    expect(() => planCheck({ ...subject, bodies }, { rest: false })).toThrow(
      /has \d+ joints; name them all in jointNames/,
    );
  });

  it('is refused where a body at rest is larger than a box of float32 can tell', () => {
    const boxAt = (x: number) => createBoxSubject([[1, 1, 1]], 1, () => [{ at: [x, 0, 0] }]);
    expect(() => planCheck(boxAt(1e30), {})).not.toThrow();
    expect(() => planCheck(boxAt(4e38), {})).toThrow(/check: at rest a body reaches beyond 1e38/);
  });

  it('leaves out what follows one joint alone only where it touches as it does at rest', () => {
    let left = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const subject = createRandomSubject(seed, ['linear-blend']);
      const [body] = subject.bodies;
      const { skin } = body.source as { skin: { influences: number; weights: Float32Array; joints: Uint32Array } };
      for (let slot = 0; slot < skin.weights.length; slot++) {
        // Most vertices follow one joint.
        if (Math.floor(slot / skin.influences) % 7 === 0) continue;
        skin.weights[slot] = slot % skin.influences === 0 ? 1 : 0;
        skin.joints[slot] = Math.floor(slot / skin.influences) % 25 < 12 ? 0 : 1;
      }
      const plan = planCheck(subject, { rest: true });
      const collider = createCollider(createShape(body.mesh, body.source));
      const atRest = new Set(listPairs(findSelfPairsByBruteForce(collider), true));
      setPose(collider, subject.rest[0]);
      for (const key of listPairs(findSelfPairsByBruteForce(collider), true)) atRest.add(key);
      const scan = createScanWindow(plan, subject.poses.length, true);
      subject.poses.forEach(([pose], k) => {
        poseBody(scan.motions[0], k, pose);
      });
      gatherNear(scan, subject.poses.length);
      subject.poses.forEach(([pose], to) => {
        setPose(collider, pose);
        const ours = [...searchStep(scan, { from: Math.max(0, to - 1), to }).values()].flatMap(m => m.touching);
        const { order } = plan.shapes[0];
        const reported = new Set(listPairs(ours, true, [order, order]));
        for (const key of listPairs(findSelfPairsByBruteForce(collider), true)) {
          if (reported.has(key)) continue;
          expect(isNearRest(body.mesh.triangles, key, atRest)).toBe(true);
          left++;
        }
      });
    }
    expect(left).toBeGreaterThan(0);
  });

  it('misses no contact between its ends: whatever touches on the way is touching or open', () => {
    let passing = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const subject = createRandomSubject(seed, ['linear-blend', 'rigid']);
      const plan = planCheck(subject, { rest: false });
      const scan = createScanWindow(plan, 3, false);
      subject.poses.slice(0, 3).forEach((poses, k) => {
        poses.forEach((pose, b) => {
          poseBody(scan.motions[b], k, pose);
        });
      });
      gatherNear(scan, 3);
      const step = { from: seed % 2, to: 1 + (seed % 2) };
      const regionPairs = [...searchStep(scan, step).values()];
      for (const [a, b] of plan.encounters) {
        const known = new Set(
          regionPairs
            .filter(({ bodyA, bodyB }) => bodyA === a && bodyB === b)
            .flatMap(({ touching, open }: RegionPair) => listPairs([...touching, ...open], a === b)),
        );
        const [shapeA, shapeB] = [plan.shapes[a], plan.shapes[b]];
        for (let part = 0.1; part < 1; part += 0.2) {
          const at = scan.motions.map(({ window: { positions } }) =>
            positions[step.from].map((x, k) => (1 - part) * x + part * positions[step.to][k]),
          );
          for (const key of touchingNonNeighbours(
            shapeA.mesh.triangles,
            at[a],
            shapeB.mesh.triangles,
            at[b],
            a === b,
          )) {
            expect(known.has(key)).toBe(true);
            passing++;
          }
        }
      }
    }
    expect(passing).toBeGreaterThan(1000);
  });
});

/** Whether a pair touches at rest or is next to such a pair. */
function isNearRest(triangles: Uint32Array, key: Key, atRest: Set<string>): boolean {
  const [a, b] = key.split(' ').map(Number);
  const touch = (one: number, other: number): boolean =>
    [0, 1, 2].some(k => triangles.subarray(3 * other, 3 * other + 3).includes(triangles[3 * one + k]));
  return [...atRest].some(rest => {
    const [p, q] = rest.split(' ').map(Number);
    return (touch(a, p) && touch(b, q)) || (touch(a, q) && touch(b, p));
  });
}

/** Touching pairs without a common vertex. */
function touchingNonNeighbours(
  p: Uint32Array,
  x: Float64Array,
  q: Uint32Array,
  y: Float64Array,
  isSelf: boolean,
): Key[] {
  const keys: Key[] = [];
  for (let i = 0; 3 * i < p.length; i++) {
    for (let j = isSelf ? i + 1 : 0; 3 * j < q.length; j++) {
      const a = p.subarray(3 * i, 3 * i + 3);
      const b = q.subarray(3 * j, 3 * j + 3);
      if (isSelf && a.some(v => b.includes(v))) continue;
      if (trianglesTouch(x, 3 * a[0], 3 * a[1], 3 * a[2], y, 3 * b[0], 3 * b[1], 3 * b[2])) keys.push(`${i} ${j}`);
    }
  }
  return keys;
}

describe('findSeparatingDirection', () => {
  it('tells of no triangles that touch at any time of the step, and of most that do not', () => {
    const random = createRandom(5);
    let apart = 0;
    let free = 0;
    for (let round = 0; round < 20_000; round++) {
      const size = 10 ** (4 * random() - 2);
      const offset = random() < 0.3 ? 1000 * random() : 0;
      const draw = (shift: number): Float64Array =>
        Float64Array.from({ length: 18 }, (_, k) => offset + size * (random() - 0.5) + (k < 9 ? shift : 0));
      const start = draw(size * random());
      const end = random() < 0.2 ? start : draw(size * random());
      const motion = { start, end };
      const magnitude = Math.max(...start.map(Math.abs), ...end.map(Math.abs));
      let touches = false;
      for (let part = 0; part <= 1 && !touches; part += 0.0625) {
        const x = start.map((s, k) => (1 - part) * s + part * end[k]);
        touches = trianglesTouch(x, 0, 3, 6, x, 9, 12, 15);
      }
      const isApart = findSeparatingDirection(motion, 0, 3, 6, motion, 9, 12, 15, magnitude, round % DIRECTIONS) >= 0;
      if (touches) expect(isApart).toBe(false);
      else free++;
      if (isApart) apart++;
    }
    expect(apart).toBeGreaterThan(0.75 * free);
  });

  it('tells of none that share a point, however they are rounded', () => {
    const random = createRandom(6);
    for (let round = 0; round < 5000; round++) {
      const x = Float64Array.from({ length: 18 }, () => 100 + random());
      for (let axis = 0; axis < 3; axis++) x[9 + axis] = x[axis];
      const y = x.map(value => value + random() * 1e-3);
      for (let axis = 0; axis < 3; axis++) y[9 + axis] = y[axis];
      const motion = { start: x, end: y };
      expect(findSeparatingDirection(motion, 0, 3, 6, motion, 9, 12, 15, 110, round % DIRECTIONS)).toBe(-1);
    }
  });
});
