import { describe, expect, it } from 'vitest';
import { commonMath } from '../../scripts/compare/common-math.ts';
import { createRandom } from '../../src/math/random.ts';

const random = createRandom(11);
const many = (draw: () => number[]): number[][] => Array.from({ length: 2000 }, draw);
const between = (low: number, high: number): number => low + (high - low) * random();

/** Arguments of each function. */
const drawn: Record<keyof typeof commonMath, () => number[]> = {
  sin: () => [between(-50, 50)],
  cos: () => [between(-50, 50)],
  tan: () => [between(-1.5, 1.5)],
  atan: () => [between(-9, 9) ** 3],
  atan2: () => [between(-2, 2), between(-2, 2)],
  asin: () => [between(-1, 1)],
  acos: () => [between(-1, 1)],
  exp: () => [between(-30, 30)],
  log: () => [between(0, 10) ** 5],
  log2: () => [between(0, 10) ** 5],
  log10: () => [between(0, 10) ** 5],
  pow: () => [between(0, 10), between(-4, 4)],
  hypot: () => [between(-9, 9), between(-9, 9), between(-9, 9)],
  cbrt: () => [between(-9, 9)],
};

describe('functions that are the same in every engine', () => {
  it.each(Object.keys(drawn) as (keyof typeof commonMath)[])('%s is what Math says, but for roundings', name => {
    const [ours, theirs] = [commonMath[name], Math[name]] as ((...of: number[]) => number)[];
    for (const of of many(drawn[name])) {
      const expected = theirs(...of);
      expect(Math.abs(ours(...of) - expected)).toBeLessThanOrEqual(4e-14 * Math.max(1, Math.abs(expected)));
    }
  });

  it('knows powers of two, and the ends', () => {
    for (let k = -40; k <= 40; k++) expect(commonMath.log2(2 ** k)).toBe(k);
    expect([commonMath.log(0), commonMath.exp(-800), commonMath.exp(800)]).toEqual([-Infinity, 0, Infinity]);
    expect([commonMath.acos(-1), commonMath.acos(1), commonMath.asin(1)]).toEqual([Math.PI, 0, Math.PI / 2]);
    expect([commonMath.atan2(0, -1), commonMath.atan2(-0, -1), commonMath.atan2(0, 1)]).toEqual([Math.PI, -Math.PI, 0]);
    expect(commonMath.sin(NaN)).toBeNaN();
  });
});
