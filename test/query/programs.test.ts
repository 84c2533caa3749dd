import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  castRay,
  createTracker,
  findPairs,
  findPairsWithin,
  type Stats,
  setPlacement,
  setPose,
  touches,
  trackPairs,
  trackTouch,
} from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { cases } from '../support/cases.ts';
import {
  type Actor,
  createActor,
  createCasts,
  createFresh,
  drawNumbers,
  move,
  questions,
} from '../support/query-programs.ts';
import { sortPairs } from '../support/sort-pairs.ts';

/** A record that throws when it is read or written for the n-th time. */
function explodeAfter<T extends object>(record: T, times: number): T {
  let left = times;
  const touch = (): void => {
    if (left-- <= 0) throw new Error('exploded');
  };
  return new Proxy(record, {
    get: (target, key) => {
      touch();
      return Reflect.get(target, key);
    },
    set: (target, key, value) => {
      touch();
      return Reflect.set(target, key, value);
    },
  });
}

const explosiveStats = (random: Random): Stats =>
  explodeAfter(
    { volumeTests: 0, refits: 0, vertices: 0, leafPairs: 0, triangleTests: 0 },
    1 + Math.floor(12 * random()),
  );

/** Calls that are refused, or break off somewhere. */
const failures: ((random: Random, a: Actor, b: Actor) => void)[] = [
  (_, { collider }) => findPairsWithin(collider, undefined as never, 1),
  (_, { collider }) => findPairs(collider, {} as never),
  (_, { collider }) => setPose(collider, { jointMatrices: collider.jointMatrices.map(() => NaN) }),
  (_, { collider }) => setPose(collider, { jointMatrices: collider.jointMatrices.map(x => 1e60 * x), weights: [NaN] }),
  (_, { collider }) => setPlacement(collider, new Float64Array(12)),
  (random, { collider }, b) => findPairs(collider, b.collider, { stats: explosiveStats(random) }),
  (random, { collider }, b) => findPairsWithin(collider, b.collider, 1, { stats: explosiveStats(random) }),
  (random, { collider }, b) => touches(explodeAfter(collider, Math.floor(60 * random())), b.collider),
  (random, { collider }, b) => findPairs(collider, explodeAfter(b.collider, Math.floor(60 * random()))),
  (random, { collider }) => {
    const origin = explodeAfter([0, 0, 5], Math.floor(12 * random()));
    castRay(collider, { origin, direction: [0, 0, -1] });
  },
];

const names = Object.keys(questions);

/** Runs a random program; returns the first question that is answered otherwise than by fresh objects. */
function findDifference(random: Random, actors: Actor[]): string | undefined {
  const front = createTracker(actors[0].collider, actors[1].collider);
  for (let step = 0; step < 12; step++) {
    const a = actors[Math.floor(actors.length * random())];
    const b = actors[Math.floor(actors.length * random())];
    const style = random();
    if (style < 0.35) move(random, a);
    else if (style < 0.55) {
      const expected = sortPairs(findPairs(createFresh(actors[0]), createFresh(actors[1])));
      if (random() < 0.3) {
        try {
          const broken = random() < 0.5 ? explodeAfter(front, Math.floor(40 * random())) : front;
          if (random() < 0.5) trackPairs(broken, { stats: explosiveStats(random) });
          else trackTouch(broken, { stats: explosiveStats(random) });
        } catch {}
      }
      if (random() < 0.5 && trackTouch(front) !== expected.length > 0) return 'trackTouch';
      if (random() < 0.7 && !isDeepStrictEqual(sortPairs(trackPairs(front)), expected)) return 'trackPairs';
    } else {
      const name = names[Math.floor(names.length * random())];
      const numbers = drawNumbers(random);
      const fresh = createFresh(a);
      const expected = questions[name](fresh, a === b ? fresh : createFresh(b), numbers);
      if (random() < 0.3) {
        try {
          failures[Math.floor(failures.length * random())](random, a, b);
        } catch {}
      }
      const answer = questions[name](a.collider, b.collider, numbers);
      if (!isDeepStrictEqual(answer, expected))
        return `${name} of ${a.cast.name} (${a.cast.shape.volumeKind}) and ${b.cast.name} (${b.cast.shape.volumeKind})`;
    }
  }
  return undefined;
}

const PROGRAMS = cases(300, 8000);

describe('after any program of poses, places, refused and broken calls and questions', () => {
  it.each([0, 1, 2, 3, 4])(
    `every answer is that of objects that were never asked before: ${PROGRAMS} programs, seed %i`,
    seed => {
      const random = createRandom(1000 + seed);
      const casts = createCasts(random);
      for (let program = 0; program < PROGRAMS; program++) {
        const actors = Array.from({ length: 3 }, () => createActor(casts[Math.floor(casts.length * random())]));
        expect(findDifference(random, actors), `program ${program}`).toBeUndefined();
      }
    },
  );
});
