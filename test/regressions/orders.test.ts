import { describe, expect, it } from 'vitest';
import { type Collider, createCollider, findPairs, findPairsWithin, type Shape, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { posedVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { createActor, createCasts, createFresh, drawNumbers, move, questions } from '../support/query-programs.ts';

/** Every number, string and array of a record, by its path; arrays are copied. */
function copyFields(record: object, path = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    if (ArrayBuffer.isView(value)) fields.set(path + key, (value as Float64Array).slice());
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, copy] of copyFields(value, `${path}${key}.`)) fields.set(inner, copy);
    } else fields.set(path + key, value);
  }
  return fields;
}

/** Makes every assignment to a field of a record, or of one within it, throw. */
function freeze(record: object): void {
  Object.freeze(record);
  for (const value of Object.values(record)) {
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) freeze(value);
  }
}

describe('shapes', () => {
  it('are never written to: poses and every query on every deformer leave all their fields as they were', () => {
    for (let seed = 0; seed < 3; seed++) {
      const random = createRandom(seed);
      const casts = createCasts(random);
      const before = casts.map(({ shape }) => copyFields(shape));
      for (const { shape } of casts) freeze(shape);
      const actors = casts.flatMap(cast => [createActor(cast), createActor(cast)]);
      for (let round = 0; round < 20; round++) {
        for (const actor of actors) {
          move(random, actor);
          const other = actors[Math.floor(actors.length * random())];
          for (const ask of Object.values(questions)) ask(actor.collider, other.collider, drawNumbers(random));
          posedVolumes(actor.collider);
        }
      }
      expect(casts.map(({ shape }) => copyFields(shape))).toEqual(before);
    }
  });

  it('may be asked through two instances in turn, displaced records included', () => {
    const chains = createCasts(createRandom(8)).filter(({ name }) => name.startsWith('chain'));
    for (const { shape } of chains) {
      const records = (collider: Collider): Shape['records'] | null => collider.records.displaced;
      const [a, b] = [createCollider(shape), createCollider(shape)];
      posedVolumes(a);
      posedVolumes(b);
      expect(records(a)).not.toBeNull();
      expect(records(a)!.words).not.toBe(records(b)!.words);
    }
  });
});

describe('equal calls give equal orders, whatever was asked before', () => {
  const casts = createCasts(createRandom(3));
  it.each(casts.map((cast, k) => [cast.name, k] as const))('%s', (_, k) => {
    const random = createRandom(40 + k);
    let longest = 0;
    for (let program = 0; program < 40; program++) {
      const actors = [createActor(casts[k]), createActor(casts[k])];
      for (let step = 0; step < 6; step++) {
        for (const actor of actors) {
          move(random, actor);
          const { weights } = actor.collider; // small steps, of which modal volumes remember something
          const near = weights.map(weight => weight + 0.01 * (random() - 0.5));
          setPose(actor.collider, { weights: near });
          actor.pose = { ...actor.pose, weights: near };
          if (random() < 0.5) posedVolumes(actor.collider);
        }
        const [a, b] = actors;
        const fresh = actors.map(createFresh);
        const pairs = findPairs(a.collider, b.collider);
        expect(pairs).toEqual(findPairs(fresh[0], fresh[1]));
        expect(findPairsWithin(a.collider, b.collider, 0.2)).toEqual(findPairsWithin(fresh[0], fresh[1], 0.2));
        longest = Math.max(longest, pairs.length);
      }
    }
    expect(longest).toBeGreaterThan(8);
  });
});
