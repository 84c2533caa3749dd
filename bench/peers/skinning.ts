import type { Skin } from '../../src/index.ts';

export type Floats = Float32Array | Float64Array;

/**
 * Linear blend skinning as fast as plain JavaScript has it: typed arrays, scalars, four slots of which those after the first
 * without weight are passed over.
 */
export function skinVertices(rest: Floats, { joints, weights }: Skin, palette: Floats, out: Floats): void {
  for (let o = 0, slot = 0; o < rest.length; o += 3, slot += 4) {
    const x = rest[o];
    const y = rest[o + 1];
    const z = rest[o + 2];
    let weight = weights[slot];
    let m = 12 * joints[slot];
    let px = weight * (palette[m] * x + palette[m + 1] * y + palette[m + 2] * z + palette[m + 3]);
    let py = weight * (palette[m + 4] * x + palette[m + 5] * y + palette[m + 6] * z + palette[m + 7]);
    let pz = weight * (palette[m + 8] * x + palette[m + 9] * y + palette[m + 10] * z + palette[m + 11]);
    for (let k = slot + 1; k < slot + 4; k++) {
      weight = weights[k];
      if (weight === 0) break;
      m = 12 * joints[k];
      px += weight * (palette[m] * x + palette[m + 1] * y + palette[m + 2] * z + palette[m + 3]);
      py += weight * (palette[m + 4] * x + palette[m + 5] * y + palette[m + 6] * z + palette[m + 7]);
      pz += weight * (palette[m + 8] * x + palette[m + 9] * y + palette[m + 10] * z + palette[m + 11]);
    }
    out[o] = px;
    out[o + 1] = py;
    out[o + 2] = pz;
  }
}
