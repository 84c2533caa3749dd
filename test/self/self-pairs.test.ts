import { describe, expect, it } from 'vitest';
import { createCollider, createShape } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { neighboursCross } from '../../src/query/elementary/neighbours-cross.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { createStats } from '../../src/query/stats.ts';
import { findSelfPairsByBruteForce } from '../../src/self/brute-force.ts';
import { findSelfPairs, touchesSelf } from '../../src/self/find-self-pairs.ts';
import { createBall } from '../support/closed-meshes.ts';
import { poseCharacter, rangeNames } from '../support/pose-character.ts';
import { deformerNames } from '../support/random-character.ts';

const ranges = rangeNames;

function sorted(pairs: Uint32Array): string[] {
  const list: string[] = [];
  for (let k = 0; k < pairs.length; k += 2) {
    list.push(`${Math.min(pairs[k], pairs[k + 1])} ${Math.max(pairs[k], pairs[k + 1])}`);
  }
  return list.sort();
}

describe('pairs of a collider with itself', () => {
  it.each(deformerNames)('%s: are those of brute force, each once, in any pose and with any volumes', name => {
    let found = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const volumes = (['box', 'sphere', 'dop'] as const)[seed % 3];
      const range = ranges[seed % ranges.length];
      const collider = poseCharacter(name, seed, range, { volumes, leafSize: 1 + (seed % 8) });
      const truth = sorted(findSelfPairsByBruteForce(collider));
      expect(new Set(truth).size).toBe(truth.length);
      for (const compiled of [true, false]) {
        expect(sorted(findSelfPairs(collider, { compiled }))).toEqual(truth);
        expect(touchesSelf(collider, { compiled })).toBe(truth.length > 0);
      }
      found += truth.length;
    }
    if (name !== 'rigid') expect(found).toBeGreaterThan(20);
  });

  it('are none of a ball, whose neighbours only share what neighbours share', () => {
    const collider = createCollider(createShape(createBall(8, 12), { kind: 'rigid' }));
    const stats = createStats();
    expect(findSelfPairs(collider, { stats })).toHaveLength(0);
    expect(stats.triangleTests).toBeLessThan(300); // neighbours are ruled out by their fans
  });
});

describe('neighbours', () => {
  const v = [0, 0, 0];
  it.each([
    ['apart but for their vertex', false, [v, [2, 0, 0], [0, 2, 0]], [v, [-2, 0, 1], [0, -2, 1]]],
    ['pierced by the other', true, [v, [2, 0, 0], [0, 2, 0]], [v, [2, 2, 1], [2, 2, -1]]],
    ['in one plane, overlapping', true, [v, [2, 0, 0], [0, 2, 0]], [v, [3, 1, 0], [1, 3, 0]]],
    ['in one plane, side by side', false, [v, [2, 0, 0], [0, 2, 0]], [v, [-2, 0, 0], [0, -2, 0]]],
    ['in one plane, sides on one line from the vertex', true, [v, [2, 0, 0], [0, 2, 0]], [v, [3, 0, 0], [0, -2, 0]]],
    ['at an edge, folded by an angle', false, [v, [2, 0, 0], [0, 2, 0]], [v, [2, 0, 0], [0, 2, 1]]],
    ['at an edge, in one plane', false, [v, [2, 0, 0], [0, 2, 0]], [v, [2, 0, 0], [0, -2, 0]]],
    ['at an edge, folded flat onto each other', true, [v, [2, 0, 0], [0, 2, 0]], [v, [2, 0, 0], [1, 1, 0]]],
    ['twice the same', true, [v, [2, 0, 0], [0, 2, 0]], [v, [2, 0, 0], [0, 2, 0]]],
    ['at an edge, one without area within it', false, [v, [2, 0, 0], [1, 0, 0]], [v, [2, 0, 0], [0, 2, 0]]],
    ['with a NaN', true, [v, [2, Number.NaN, 0], [0, 2, 0]], [v, [-2, 0, 1], [0, -2, 1]]],
  ])('%s: %s', (_, expected, one, other) => {
    const points: number[][] = [];
    const ids = [...one, ...other].map(point => {
      const known = points.findIndex(p => p.every((x, axis) => Object.is(x, point[axis])));
      return known >= 0 ? known : points.push(point) - 1;
    });
    const positions = Float64Array.from(points.flat());
    for (const [i, j, k] of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 1, 0],
    ]) {
      const [a, b, c, d, e, f] = [ids[i], ids[j], ids[k], ids[3 + k], ids[3 + i], ids[3 + j]];
      expect(neighboursCross(positions, a, b, c, d, e, f)).toBe(expected);
      expect(neighboursCross(positions, d, e, f, a, b, c)).toBe(expected);
    }
  });

  it('with one common vertex cross exactly if they touch after that corner of one is cut off', () => {
    const random = createRandom(7);
    let crossing = 0;
    for (let i = 0; i < 20_000; i++) {
      // v a b c d, and v moved a little towards the middle of a b: exact, as all are multiples of 2^-20.
      const positions = Float64Array.from({ length: 18 }, () => Math.round(1024 * random()));
      for (let axis = 0; axis < 3; axis++) {
        const [at, a, b] = [positions[axis], positions[3 + axis], positions[6 + axis]];
        positions[15 + axis] = at + ((a + b) / 2 - at) * 2 ** -19;
      }
      const truth = trianglesTouch(positions, 15, 3, 6, positions, 0, 9, 12);
      expect(neighboursCross(positions, 0, 1, 2, 0, 3, 4)).toBe(truth);
      if (truth) crossing++;
    }
    expect(crossing).toBeGreaterThan(2000);
  });
});
