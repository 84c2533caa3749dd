import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootsInStep, roundDown, signAtRoot } from '../../../src/continuous/elementary/exact/roots.ts';
import {
  createImpact,
  findEdgeEdgeImpactExactly,
  findVertexTriangleImpactExactly,
} from '../../../src/continuous/elementary/index.ts';
import { trianglesTouch } from '../../../src/query/elementary/triangle-triangle.ts';
import { createQuery, type Kind, SEED } from './awkward-queries.ts';

const kinds: Kind[] = ['vertex-triangle', 'edge-edge'];

describe('roots in a step', () => {
  it('are found once each, in order, those at the ends and the double ones included', () => {
    // t (t - 1) (2t - 1)^2 (4t - 1) and a root beyond the step, t - 3
    const factors = [[0n, 1n], [-1n, 1n], [-1n, 2n], [-1n, 2n], [-1n, 4n], [-3n, 1n]]; // biome-ignore format: a product
    expect(rootsInStep(factors.reduce(product)).map(roundDown)).toEqual([0, 0.25, 0.5, 1]);
    expect(rootsInStep([1n, 0n, 1n])).toEqual([]);
  });

  it('round down to the float64 below, and to themselves if they are one', () => {
    for (const [numerator, denominator] of [
      [1, 3],
      [1, 10],
      [2, 3],
      [1, 7],
      [355, 452],
      [1, 1 << 30],
    ]) {
      const [root] = rootsInStep([BigInt(-numerator), BigInt(denominator)]);
      const time = roundDown(root);
      expect(signAtFloat(numerator, denominator, time)).toBeLessThanOrEqual(0);
      expect(signAtFloat(numerator, denominator, nextUp(time))).toBeGreaterThan(0);
    }
    const [half] = rootsInStep([-1n, 0n, 2n]); // the root of 1/2
    expect(roundDown(half)).toBeLessThanOrEqual(Math.SQRT1_2);
    expect(nextUp(roundDown(half))).toBeGreaterThanOrEqual(Math.SQRT1_2);
  });

  it('give the exact sign of other polynomials: 0 where a root is shared, else however near', () => {
    const [root] = rootsInStep([-1n, 0n, 2n]);
    expect(signAtRoot([-2n, 1n, 4n, -2n], root)).toBe(0); // (2t^2 - 1) (2 - t)
    const near = 10n ** 60n;
    const digits = 707106781186547524400844362104849039284835937688474036588339n; // of the root of 1/2, rounded down
    expect(signAtRoot([-digits, near], root)).toBe(1);
    expect(signAtRoot([-digits - 1n, near], root)).toBe(-1);
    expect(signAtRoot([], root)).toBe(0);
  });
});

describe('impacts decided in integers', () => {
  it.each(kinds)('%s: agree with exact triangle tests at sampled times', kind => {
    const coordinates = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 24, maxLength: 24 });
    const property = fc.property(coordinates, points => {
      const { start, end, firstContact } = createQuery('', kind, points);
      for (let k = 0; k <= 16; k++) {
        const at = start.map((x, i) => (16 - k) * x + k * end[i]); // 16 times the size, so that all are integers
        const isTouching =
          kind === 'vertex-triangle'
            ? trianglesTouch(at, 0, 0, 0, at, 3, 6, 9)
            : trianglesTouch(at, 0, 3, 3, at, 6, 9, 9);
        if (isTouching ? k / 16 < firstContact : k / 16 === firstContact) return false;
      }
      return true;
    });
    fc.assert(property, { seed: SEED, numRuns: 1500 });
  });

  it('give the time of a fall onto a resting triangle', () => {
    const still = [0, 0, 0, 9, 0, 0, 0, 9, 0];
    const { firstContact } = createQuery('', 'vertex-triangle', [1, 1, 1, ...still, 1, 1, -2, ...still]);
    expect(signAtFloat(1, 3, firstContact)).toBeLessThanOrEqual(0);
    expect(signAtFloat(1, 3, nextUp(firstContact))).toBeGreaterThan(0);
  });

  it('leave undecided what has a NaN or infinite coordinate', () => {
    const out = createImpact();
    const motion = { start: new Float64Array(12), end: new Float64Array(12).fill(Number.NaN) };
    expect(findVertexTriangleImpactExactly(motion, 0, motion, 3, 6, 9, out)).toBe(true);
    expect([out.state, out.time]).toEqual(['undecided', 0]);
    expect(findEdgeEdgeImpactExactly(motion, 0, 3, motion, 6, 9, out)).toBe(true);
    expect([out.state, out.time]).toEqual(['undecided', 0]);
  });
});

function product(p: bigint[], q: bigint[]): bigint[] {
  const out: bigint[] = new Array(p.length + q.length - 1).fill(0n);
  for (const [i, x] of p.entries()) for (const [j, y] of q.entries()) out[i + j] += x * y;
  return out;
}

/** The sign of x - numerator / denominator, in integers. */
function signAtFloat(numerator: number, denominator: number, x: number): number {
  const difference = BigInt(x * 2 ** 90) * BigInt(denominator) - BigInt(numerator) * 2n ** 90n;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function nextUp(x: number): number {
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0]++;
  return new Float64Array(bits.buffer)[0];
}
