import { describe, expect, it } from 'vitest';
import { type Collider, posedPositions, setPlacement, touches } from '../../src/index.ts';
import { setIdentity } from '../../src/math/matrix34.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { NEAREST_SIZE, SQUARED, triangleDistance } from '../../src/query/elementary/triangle-distance.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import {
  findNearestPairByBruteForce,
  findNearestPointByBruteForce,
  findPairsWithinByBruteForce,
} from '../../src/query/probe/brute-force-queries.ts';
import { createNearestPair, findNearestPair, findPairsWithin } from '../../src/query/probe/nearest-pair.ts';
import { createNearestPoint, findNearestPoint } from '../../src/query/probe/nearest-point.ts';
import { findInCapsule, touchesCapsule } from '../../src/query/probe/overlap.ts';
import { createStats } from '../../src/query/stats.ts';
import { poseCharacter, rangeNames, volumeChoices } from '../support/pose-character.ts';
import { deformerNames } from '../support/random-character.ts';
import { sortPairs } from '../support/sort-pairs.ts';

/** Runs `check` on a character of every kind of tree in every kind of pose. */
function forPosed(name: (typeof deformerNames)[number], check: (collider: Collider) => void): void {
  for (const range of rangeNames) {
    volumeChoices.forEach((options, choice) => {
      check(poseCharacter(name, 10 + choice, range, options));
    });
  }
}

/** A point on a corner of the posed surface, or some way off it. */
function makePoint(random: Random, positions: Float64Array): Float64Array {
  const v = 3 * Math.floor((random() * positions.length) / 3);
  const off = random() < 0.2 ? 0 : 10 ** (4 * random() - 2);
  return positions.slice(v, v + 3).map(x => x + off * (random() - 0.5));
}

describe('findNearestPoint', () => {
  it.each(deformerNames)('%s: is what brute force finds, to the last bit, in every kind of pose and tree', name => {
    const random = createRandom(1);
    forPosed(name, collider => {
      const positions = posedPositions(collider);
      for (let k = 0; k < 8; k++) {
        const point = makePoint(random, positions);
        const expected = findNearestPointByBruteForce(collider, point);
        const found = expected?.distance ?? 0;
        for (const compiled of [true, false]) {
          expect(findNearestPoint(collider, point, { compiled })).toEqual(expected);
          const options = { maxDistance: found, compiled };
          expect(findNearestPoint(collider, point, options)).toEqual(expected); // just far enough
          options.maxDistance = found * (1 - 1e-15);
          if (found > 0) expect(findNearestPoint(collider, point, options)).toBeNull();
        }
      }
    });
  });

  it('fills the target it is given, and looks at a part of the mesh only', () => {
    const collider = poseCharacter('linear-blend', 5, 'moderate', { leafSize: 1 });
    const target = createNearestPoint();
    const stats = createStats();
    const point = posedPositions(collider).slice(0, 3);
    expect(findNearestPoint(collider, point, { into: target, stats })).toBe(target);
    expect(target.distance).toBe(0);
    expect(stats.triangleTests).toBeLessThan(collider.shape.mesh.triangles.length / 3); // compiled leaves have up to 24
    const plain = createStats();
    findNearestPoint(collider, point, { stats: plain, compiled: false });
    expect(plain.triangleTests).toBeLessThan(40);
  });
});

describe('distance and within', () => {
  const mixes = deformerNames.map((name, k) => [name, deformerNames[(k + 3) % deformerNames.length]] as const);
  it.each(mixes)('%s and %s: are what brute force finds, apart, near and touching', (nameA, nameB) => {
    const random = createRandom(2);
    let apart = 0;
    let touching = 0;
    for (let seed = 0; seed < 8; seed++) {
      const a = poseCharacter(nameA, seed, seed % 3 === 0 ? 'scaled, sheared and mirrored' : 'moderate', {
        ...volumeChoices[seed % 3],
        leafSize: 3,
      });
      const b = poseCharacter(nameB, seed + 50, 'moderate', volumeChoices[(seed + (seed >> 1)) % 5]);
      bringNear(random, a, b);
      const expected = findNearestPairByBruteForce(a, b);
      const found = findNearestPair(a, b);
      expect(found?.distance).toBe(expected.distance);
      expect(expected.distance === 0).toBe(touches(a, b));
      if (expected.distance > 0) {
        expect(found).toEqual(expected);
        expect(findNearestPair(a, b, { maxDistance: expected.distance })).toEqual(expected);
        expect(findNearestPair(a, b, { maxDistance: expected.distance * (1 - 1e-15) })).toBeNull();
        apart++;
      } else {
        const gap = found && Math.hypot(...found.pointA.map((x, k) => x - found.pointB[k]));
        expect(gap).toBeLessThan(1e-9);
        expect(sortPairs(findPairsByBruteForce(a, b))).toContain(
          sortPairs(Uint32Array.of(found?.triangleA ?? 0, found?.triangleB ?? 0))[0],
        );
        touching++;
      }
      expect(sortPairs(findPairsWithin(a, b, 0))).toEqual(sortPairs(findPairsByBruteForce(a, b)));
      for (const maxDistance of [expected.distance, expected.distance + 0.02, expected.distance + 0.3]) {
        expect(sortPairs(findPairsWithin(a, b, maxDistance))).toEqual(
          sortPairs(findPairsWithinByBruteForce(a, b, maxDistance)),
        );
      }
    }
    expect(apart).toBeGreaterThan(1);
    expect(touching).toBeGreaterThan(0);
  });

  it('far from the origin and far from each other too', () => {
    for (let seed = 0; seed < 20; seed++) {
      const name = deformerNames[seed % deformerNames.length];
      const a = poseCharacter(name, seed, 'very far from the origin', volumeChoices[seed % 5]);
      const b = poseCharacter(name, seed + 1, 'spread to 180 degrees and beyond', volumeChoices[(seed + 1) % 5]);
      expect(findNearestPair(a, b)).toEqual(findNearestPairByBruteForce(a, b));
    }
  });

  it('fill the target they are given, and look at a part of the meshes only', () => {
    const a = poseCharacter('linear-blend', 5, 'moderate', { leafSize: 1 });
    const b = poseCharacter('linear-blend', 6, 'moderate', { leafSize: 1 });
    bringNear(createRandom(8), a, b);
    const target = createNearestPair();
    const stats = createStats();
    expect(findNearestPair(a, b, { into: target, stats })).toBe(target);
    expect(stats.triangleTests).toBeLessThan(1000); // of 9604
  });
});

/** Sheets begin up to 100 from the origin; brings them to within about their size of each other. */
function bringNear(random: Random, a: Collider, b: Collider): void {
  for (const collider of [a, b]) {
    setPlacement(collider, null);
    const positions = posedPositions(collider);
    const placement = new Float64Array(12);
    setIdentity(placement, 0);
    const v = 3 * Math.floor((random() * positions.length) / 3);
    for (let axis = 0; axis < 3; axis++) placement[4 * axis + 3] = 5 * random() - positions[v + axis];
    setPlacement(collider, placement);
  }
}

describe('spheres and capsules', () => {
  it.each(deformerNames)('%s: overlap the triangles they are near enough to, and no others', name => {
    const random = createRandom(3);
    let some = 0;
    let none = 0;
    forPosed(name, collider => {
      const positions = posedPositions(collider);
      const { mesh, triangleOrder, vertexOrder } = collider.shape;
      for (let k = 0; k < 3; k++) {
        const from = makePoint(random, positions);
        const to = random() < 0.2 ? from.slice() : makePoint(random, positions);
        const ends = Float64Array.of(...from, ...to);
        const distances = new Float64Array(triangleOrder.length);
        const nearest = new Float64Array(NEAREST_SIZE);
        const reach = (a: number, b: number): void => {
          for (let slot = 0; slot < triangleOrder.length; slot++) {
            const [p, q, r] = mesh.triangles.subarray(3 * slot, 3 * slot + 3).map(v => 3 * vertexOrder[v]);
            triangleDistance(ends, a, b, b, positions, p, q, r, nearest);
            distances[triangleOrder[slot]] = Math.sqrt(nearest[SQUARED]);
          }
        };
        const expected = (radius: number): number[] => [...distances.keys()].filter(t => distances[t] <= radius);
        reach(0, 3);
        for (const radius of [0, distances[0], 2 * random()]) {
          for (const compiled of [true, false]) {
            expect([...findInCapsule(collider, from, to, radius, { compiled })]).toEqual(expected(radius));
            expect(touchesCapsule(collider, from, to, radius, { compiled })).toBe(expected(radius).length > 0);
          }
          if (expected(radius).length > 0) some++;
          else none++;
        }
        reach(0, 0);
        for (const radius of [distances[1], random()]) {
          for (const compiled of [true, false]) {
            expect([...findInCapsule(collider, from, from, radius, { compiled })]).toEqual(expected(radius));
            expect(touchesCapsule(collider, from, from, radius, { compiled })).toBe(expected(radius).length > 0);
          }
        }
      }
    });
    expect(some).toBeGreaterThan(30);
    expect(none).toBeGreaterThan(10);
  });
});
