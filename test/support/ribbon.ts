import type { Mesh } from '../../src/index.ts';

/** Two triangles over four vertices. */
export function createRibbon(): Mesh {
  return {
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  };
}
