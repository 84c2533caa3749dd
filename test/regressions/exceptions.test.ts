import { describe, expect, it } from 'vitest';
import { createStats } from '../../src/debug.ts';
import {
  type Collider,
  castRay,
  createCollider,
  createTracker,
  findNearestPair,
  findPairs,
  findPairsWithin,
  posedPositions,
  type Stats,
  setPlacement,
  setPose,
  trackPairs,
} from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createCharacterShape, poseCharacter } from '../support/pose-character.ts';
import { createRandomCharacter } from '../support/random-character.ts';
import { sortPairs } from '../support/sort-pairs.ts';

/** A corner of the first triangle. */
function cornerOf(collider: Collider, corner: number): Float64Array {
  const v = collider.shape.vertexOrder[collider.shape.mesh.triangles[corner]];
  return posedPositions(collider).subarray(3 * v, 3 * v + 3);
}

describe('an exception in a query leaves nothing behind', () => {
  it('distance answered null after within had been given no second collider', () => {
    const a = poseCharacter('linear-blend', 1, 'moderate', {});
    const b = poseCharacter('rigid', 2, 'moderate', {});
    const before = findNearestPair(a, b);
    expect(before).not.toBeNull();
    expect(() => findPairsWithin(a, undefined as never, 1)).toThrow('findPairsWithin: b is undefined; give a collider');
    expect(findNearestPair(a, b)).toEqual(before);
  });

  it('trackPairs missed pairs after a Stats that throws had broken off an earlier call', () => {
    const random = createRandom(4);
    const character = createRandomCharacter(5, 8);
    const shape = createCharacterShape('linear-blend', character, { leafSize: 1 });
    const [a, b] = [createCollider(shape), createCollider(shape)];
    const front = createTracker(a, b);
    let broken = 0;
    let missed = 0;
    const moveTo = (z: number): void => setPlacement(b, Float64Array.of(1, 0, 0, 0.1, 0, 1, 0, 0.1, 0, 0, 1, z));
    for (let step = 0; step < 100; step++) {
      moveTo(4 + 0.01 * random());
      trackPairs(front, { compiled: false }); // apart: a short front
      moveTo(0.5 * random());
      let left = Math.floor(8 * random());
      const explosive = new Proxy(createStats(), {
        set: (target, key, value) => {
          if (left-- <= 0) throw new Error('exploded');
          return Reflect.set(target, key, value);
        },
      });
      try {
        trackPairs(front, { stats: explosive, compiled: false });
      } catch {
        broken++;
      }
      const found = trackPairs(front, { compiled: false });
      if (sortPairs(found).join() !== sortPairs(findPairs(a, b)).join()) missed++;
    }
    expect(missed).toBe(0);
    expect(broken).toBeGreaterThan(10);
  });

  it('a front is not spoilt by a Stats that is null', () => {
    const a = poseCharacter('linear-blend', 1, 'moderate', {});
    const b = poseCharacter('linear-blend', 3, 'moderate', {});
    const front = createTracker(a, b);
    expect(() => trackPairs(front, { stats: null as unknown as Stats })).toThrow(
      'trackPairs: stats is null; give a record made by',
    );
    expect(sortPairs(trackPairs(front))).toEqual(sortPairs(findPairs(a, b)));
  });

  it('a pose whose weights cannot be read changes nothing, its matrices included', () => {
    const a = poseCharacter('chain of linear-blend', 1, 'moderate', {});
    const before = a.jointMatrices.slice();
    const weights = {
      length: a.weights.length,
      get 0(): number {
        throw new Error('exploded');
      },
    };
    expect(() => setPose(a, { jointMatrices: before.map(x => 2 * x), weights })).toThrow('exploded');
    expect(a.jointMatrices).toEqual(before);
  });

  it('a query asked in the midst of another, by a getter of its argument, disturbs neither', () => {
    const a = poseCharacter('linear-blend', 1, 'moderate', {});
    const [p, q, r] = [0, 1, 2].map(corner => cornerOf(a, corner));
    const direction = [-1, -2, -3];
    const [x, y, z] = [0, 1, 2].map(axis => (p[axis] + q[axis] + r[axis]) / 3 - 2 * direction[axis]);
    const expected = castRay(a, { origin: [x, y, z], direction });
    expect(expected).not.toBeNull();
    let inner: unknown;
    const origin = {
      length: 3,
      0: x,
      1: y,
      get 2(): number {
        inner = castRay(a, { origin: [9, 9, 9], direction: [-1, -1, -1] });
        return z;
      },
    };
    expect(castRay(a, { origin, direction })).toEqual(expected);
    expect(inner).toEqual(castRay(a, { origin: [9, 9, 9], direction: [-1, -1, -1] }));
  });
});
