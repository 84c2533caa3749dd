import type { Skin } from '../src/mesh/skin.ts';

const INFLUENCES = 4;
/** Weights below this are dropped: nobody sees them, and every joint of a vertex costs time later. */
const SMALLEST = 0.01;

export function createSkin(
  vertices: number,
  jointCount: number,
): Skin & { joints: Uint16Array; weights: Float32Array } {
  return {
    jointCount,
    influences: INFLUENCES,
    joints: new Uint16Array(vertices * INFLUENCES),
    weights: new Float32Array(vertices * INFLUENCES),
  };
}

const order = new Int32Array(INFLUENCES + 1);

/** Gives vertex `v` the four largest of the values in `raw` (one per joint, >= 0, in any scale) as weights. */
export function packWeights(raw: Float64Array, skin: ReturnType<typeof createSkin>, v: number): void {
  takeLargest(raw);
  writeWeights(raw, skin.joints, skin.weights, v * INFLUENCES);
}

/** The indices of the five largest values, largest first; of equal ones the lowest index first. */
function takeLargest(values: Float64Array): void {
  let count = 0;
  order.fill(-1);
  for (let j = 0; j < values.length; j++) {
    let at = count;
    if (count < order.length) count++;
    while (at > 0 && values[order[at - 1]] < values[j]) {
      if (at < order.length) order[at] = order[at - 1];
      at--;
    }
    if (at < order.length) order[at] = j;
  }
}

const shares = new Float64Array(INFLUENCES);

/**
 * The fifth largest is taken off the other four, so that weights do not jump where the set of the largest changes (but not
 * when all five are equal, which would leave nothing). The largest gets what the others, rounded, leave of 1.
 */
function writeWeights(raw: Float64Array, joints: Uint16Array, weights: Float32Array, o: number): void {
  const fifth = order[INFLUENCES] < 0 ? 0 : raw[order[INFLUENCES]];
  const floor = fifth < raw[order[0]] ? fifth : 0;
  let sum = 0;
  for (let k = 0; k < INFLUENCES; k++) {
    shares[k] = order[k] < 0 ? 0 : raw[order[k]] - floor;
    sum += shares[k];
  }
  let kept = 0;
  for (let k = 0; k < INFLUENCES; k++) {
    if (shares[k] < SMALLEST * sum) shares[k] = 0;
    kept += shares[k];
  }
  let rest = 1;
  for (let k = INFLUENCES - 1; k >= 0; k--) {
    if (shares[k] === 0) continue;
    joints[o + k] = order[k];
    weights[o + k] = k === 0 ? rest : shares[k] / kept;
    rest -= weights[o + k];
  }
}
