import { expect } from 'vitest';
import type { Skin } from '../../src/mesh/skin.ts';

/** At most four weights per vertex, that sum to 1, none of them negligible. */
export function expectFourWeights({ weights, influences }: Skin): void {
  expect(influences).toBe(4);
  let error = 0;
  let least = 1;
  for (let v = 0; v < weights.length; v += 4) {
    const used = [...weights.subarray(v, v + 4)].filter(w => w !== 0);
    error = Math.max(error, Math.abs(used.reduce((sum, w) => sum + w, 0) - 1));
    least = Math.min(least, ...used);
  }
  expect(error).toBeLessThan(1e-6);
  expect(least).toBeGreaterThan(0.009);
}
