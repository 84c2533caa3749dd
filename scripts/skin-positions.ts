import type { Model } from '../models/index.ts';

/** Linear blend skinning, plainly: only for pictures. */
export function skinPositions(model: Model, matrices: Float64Array): Float64Array {
  const { positions } = model.mesh;
  const { influences, joints, weights } = model.skin;
  const out = new Float64Array(positions.length);
  for (let v = 0; v < positions.length / 3; v++) {
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    for (let k = 0; k < influences; k++) {
      const weight = weights[v * influences + k];
      if (weight === 0) continue;
      const m = 12 * joints[v * influences + k];
      for (let row = 0; row < 3; row++) {
        const o = m + 4 * row;
        out[3 * v + row] += weight * (matrices[o] * x + matrices[o + 1] * y + matrices[o + 2] * z + matrices[o + 3]);
      }
    }
  }
  return out;
}
