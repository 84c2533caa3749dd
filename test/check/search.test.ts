import { describe, expect, it } from 'vitest';
import { createBodyMotion, setHalf } from '../../src/check/body-motion.ts';
import { planCheck } from '../../src/check/index.ts';
import { createStage, type Meeting, searchStep } from '../../src/check/search-step.ts';
import { trianglesStayApart } from '../../src/check/stay-apart.ts';
import {
  createCollider,
  createShape,
  findPairsByBruteForce,
  findSelfPairsByBruteForce,
  setPose,
} from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { deformerNames } from '../support/random-character.ts';
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

describe('one step', () => {
  it.each(deformerNames)(
    '%s: at its end exactly the pairs that brute force finds, of a body with itself and with others',
    name => {
      let found = 0;
      for (let seed = 1; seed <= 6; seed++) {
        const other = deformerNames[(deformerNames.indexOf(name) + seed) % deformerNames.length];
        const subject = createRandomSubject(seed, [name, other]);
        const plan = planCheck(subject, { rest: false });
        const stage = createStage(
          plan,
          plan.shapes.map(shape => createBodyMotion(shape, false)),
        );
        const colliders = subject.bodies.map(({ mesh, source }) => createCollider(createShape(mesh, source)));
        subject.poses.forEach((poses, k) => {
          const end = k % 2 === 0 ? 0 : 1;
          poses.forEach((pose, b) => {
            setHalf(stage.motions[b], end, pose);
            if (k === 0) setHalf(stage.motions[b], 1, pose);
            setPose(colliders[b], pose);
          });
          const meetings = [...searchStep(stage, end).values()];
          for (const [a, b] of plan.encounters) {
            const ours = meetings
              .filter(({ bodyA, bodyB }) => bodyA === a && bodyB === b)
              .flatMap(({ touching }) => touching);
            const orders: [Uint32Array, Uint32Array] = [plan.shapes[a].order, plan.shapes[b].order];
            const truth =
              a === b ? findSelfPairsByBruteForce(colliders[a]) : findPairsByBruteForce(colliders[a], colliders[b]);
            expect(listPairs(ours, a === b, orders)).toEqual(listPairs(truth, a === b));
            found += truth.length / 2;
          }
        });
      }
      expect(found).toBeGreaterThan(100);
    },
  );

  it('leaves out what follows one joint alone only where it touches as it does at rest', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const subject = createRandomSubject(seed, ['linear-blend']);
      const [body] = subject.bodies;
      const { skin } = body.source as { skin: { influences: number; weights: Float32Array; joints: Uint32Array } };
      for (let slot = 0; slot < skin.weights.length; slot++) {
        // Most vertices follow one joint.
        if (Math.floor(slot / skin.influences) % 4 === 0) continue;
        skin.weights[slot] = slot % skin.influences === 0 ? 1 : 0;
        skin.joints[slot] = Math.floor(slot / skin.influences) % 25 < 12 ? 0 : 1;
      }
      const plan = planCheck(subject, { rest: true });
      const collider = createCollider(createShape(body.mesh, body.source));
      const motion = createBodyMotion(plan.shapes[0], true);
      const stage = createStage(plan, [motion]);
      setPose(collider, { jointMatrices: createCollider(collider.shape).jointMatrices });
      const atRest = new Set(listPairs(findSelfPairsByBruteForce(collider), true));
      setPose(collider, subject.rest[0]);
      for (const key of listPairs(findSelfPairsByBruteForce(collider), true)) atRest.add(key);
      subject.poses.forEach((poses, k) => {
        const end = k % 2 === 0 ? 0 : 1;
        setHalf(motion, end, poses[0]);
        if (k === 0) setHalf(motion, 1, poses[0]);
        setPose(collider, poses[0]);
        const ours = [...searchStep(stage, end).values()].flatMap(({ touching }) => touching);
        const { order } = plan.shapes[0];
        const truth = listPairs(findSelfPairsByBruteForce(collider), true);
        const missing = truth.filter(key => !listPairs(ours, true, [order, order]).includes(key));
        for (const key of missing) expect(isNearRest(body.mesh.triangles, key, atRest)).toBe(true);
      });
    }
  });

  it('misses no contact between its ends: whatever touches on the way is touching or open', () => {
    let passing = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const subject = createRandomSubject(seed, ['linear-blend', 'rigid']);
      const plan = planCheck(subject, { rest: false });
      const stage = createStage(
        plan,
        plan.shapes.map(shape => createBodyMotion(shape, false)),
      );
      subject.poses.slice(0, 2).forEach((poses, half) => {
        poses.forEach((pose, b) => {
          setHalf(stage.motions[b], half as 0 | 1, pose);
        });
      });
      const meetings = [...searchStep(stage, 1).values()];
      for (const [a, b] of plan.encounters) {
        const known = new Set(
          meetings
            .filter(({ bodyA, bodyB }) => bodyA === a && bodyB === b)
            .flatMap(({ touching, open }: Meeting) => listPairs([...touching, ...open], a === b)),
        );
        for (let part = 0.1; part < 1; part += 0.2) {
          const at = stage.motions.map(({ positions: [p, q] }) => p.map((x, k) => (1 - part) * x + part * q[k]));
          for (const key of touchingStrangers(
            plan.shapes[a].mesh.triangles,
            at[a],
            plan.shapes[b].mesh.triangles,
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
function touchingStrangers(p: Uint32Array, x: Float64Array, q: Uint32Array, y: Float64Array, isSelf: boolean): Key[] {
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

describe('trianglesStayApart', () => {
  it('is never said of triangles that touch at any time of the step, and is said of most that do not', () => {
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
      const reach = Math.max(...start.map(Math.abs), ...end.map(Math.abs));
      let touches = false;
      for (let part = 0; part <= 1 && !touches; part += 0.0625) {
        const x = start.map((s, k) => (1 - part) * s + part * end[k]);
        touches = trianglesTouch(x, 0, 3, 6, x, 9, 12, 15);
      }
      const isApart = trianglesStayApart(motion, 0, 3, 6, motion, 9, 12, 15, reach);
      if (touches) expect(isApart).toBe(false);
      else free++;
      if (isApart) apart++;
    }
    expect(apart).toBeGreaterThan(0.75 * free);
  });

  it('is not said of triangles that share a point, however they are rounded', () => {
    const random = createRandom(6);
    for (let round = 0; round < 5000; round++) {
      const x = Float64Array.from({ length: 18 }, () => 100 + random());
      for (let axis = 0; axis < 3; axis++) x[9 + axis] = x[axis];
      const y = x.map(value => value + random() * 1e-3);
      for (let axis = 0; axis < 3; axis++) y[9 + axis] = y[axis];
      expect(trianglesStayApart({ start: x, end: y }, 0, 3, 6, { start: x, end: y }, 9, 12, 15, 110)).toBe(false);
    }
  });
});
