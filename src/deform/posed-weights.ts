import { addUp, LARGEST } from '../math/rounding.ts';
import type { Deformer } from './deformer.ts';
import { displacedReach, fullReach } from './displacements.ts';

/** The weights of a deformer's displacement fields in the current pose, and what bounds want to know about them. */
export interface PosedWeights {
  weights: Float64Array;
  /** Where displaced vertices stand before the joints move them; as fresh as the vertex itself. */
  displaced: Float64Array;
  /** At most this far from the origin are rest positions, displaced ones included; and with every field in full. */
  reach: number;
  fullReach: number;
  /** All weights >= 0 and their sum <= 1: the mesh is a mean of base and targets. */
  isConvex: boolean;
  /**
   * For morphs with volumes in between: the mesh is the mean of key shapes `key` and `key + 1`, with `share` of the
   * latter; -1 if it is not on the way from one shape to the next.
   */
  key: number;
  share: number;
  /** The length of the vector of weights, and of the way it has gone so far: at least the true ones. */
  amplitude: number;
  travelled: number;
}

export function createPosedWeights(deformer: Deformer): PosedWeights {
  const { count } = deformer.displacements;
  return {
    weights: new Float64Array(count),
    displaced: new Float64Array(count > 0 ? 3 * deformer.sets.setOfVertex.length : 0),
    reach: deformer.reach,
    fullReach: fullReach(deformer),
    isConvex: true,
    key: deformer.inBetweens < 0 ? -1 : 0,
    share: 0,
    amplitude: 0,
    travelled: 0,
  };
}

/** Takes over weights and measures them. Returns whether they can be computed with; if not, nothing has changed. */
export function poseWeights(deformer: Deformer, posed: PosedWeights, weights: Float64Array): boolean {
  const { weights: before } = posed;
  let sum = 0;
  let least = 0;
  let squared = 0;
  let step = 0;
  for (let m = 0; m < before.length; m++) {
    const weight = weights[m];
    if (!(Math.abs(weight) < LARGEST)) return false;
    sum += weight;
    if (weight < least) least = weight;
    squared += weight * weight;
    step += (weight - before[m]) * (weight - before[m]);
  }
  before.set(weights);
  posed.reach = displacedReach(deformer.displacements, weights, deformer.reach);
  posed.isConvex = least >= 0 && sum <= 1;
  posed.amplitude = Math.sqrt(squared) * (1 + 1e-14);
  posed.travelled = addUp(posed.travelled, Math.sqrt(step) * (1 + 1e-14));
  if (deformer.inBetweens >= 0) findKey(deformer.inBetweens, posed);
  return true;
}

/**
 * The share that the mesh may have of any shape besides the two it lies between. Weights like 0.3 and 0.7 do not sum to 1
 * to the last bit; `keySlack` covers what that leaves over.
 */
const ROUNDED_AWAY = 2 ** -50;

/** What may be left out when only the two shapes nearest on the way are blended. */
export function keySlack(posed: PosedWeights): number {
  return 4 * ROUNDED_AWAY * posed.fullReach * posed.weights.length;
}

/** Looks for at most two consecutive shapes (base, target 0, target 1 ...) that share all the weight. */
function findKey(inBetweens: number, posed: PosedWeights): void {
  const { weights } = posed;
  let rest = 1;
  for (let m = 0; m < weights.length; m++) rest -= weights[m];
  posed.key = -1;
  if (!posed.isConvex && !(rest >= -ROUNDED_AWAY)) return;
  let first = -1;
  let last = -1;
  for (let shape = 0; shape <= weights.length; shape++) {
    const weight = shape === 0 ? rest : weights[shape - 1];
    if (weight < -ROUNDED_AWAY) return;
    if (weight <= ROUNDED_AWAY) continue;
    if (first < 0) first = shape;
    last = shape;
  }
  if (first < 0 || last - first > 1) return;
  const along = last === first ? 0 : Math.min(1, weights[last - 1]) * (inBetweens + 1);
  const whole = Math.min(inBetweens, Math.floor(along));
  const start = first * (inBetweens + 1);
  const isEnd = first === weights.length; // the last shape has no way beyond it
  posed.key = isEnd ? start - 1 : start + whole;
  posed.share = isEnd ? 1 : along - whole;
}
