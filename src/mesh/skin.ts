import { sayValue } from '../math/say-value.ts';

/**
 * Which joints move which vertex, as glTF stores it: `influences` for every vertex, influence `k` of vertex `v` at
 * `[v * influences + k]`. Any number is fine; unused ones have weight 0 (their joint index is ignored).
 * The weights of a vertex are >= 0 and sum to 1.
 */
export interface Skin {
  jointCount: number;
  influences: number;
  joints: Uint8Array | Uint16Array | Uint32Array;
  weights: Float32Array | Float64Array;
}

/** Refuses what is no skin at all; whether its numbers fit a mesh is another question. */
export function checkSkin(skin: Skin, caller: string): void {
  if (typeof skin?.joints?.length !== 'number' || typeof skin.weights?.length !== 'number') {
    throw new Error(`${caller}: the skin is ${sayValue(skin)}; give { jointCount, influences, joints, weights }.`);
  }
}
