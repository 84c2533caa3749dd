import type { Skeleton } from '../../src/index.ts';
import { multiply, setRotationAbout } from '../../src/math/matrix34.ts';
import { quaternionAbout } from '../../src/math/quaternion.ts';
import { type Random, randomDirection } from '../../src/math/random.ts';

export interface PoseRange {
  /** The largest turn of a joint against its parent, in radians. */
  turn: number;
  /** How far joints move besides turning. */
  shift: number;
  /** Joints scaled, sheared and mirrored. */
  isAffine: boolean;
}

/** Joint matrices: turned about rest positions, parents first; shifted; if asked, each spoilt by an affine map. */
export function createRandomPose(random: Random, skeleton: Skeleton, range: PoseRange): Float64Array {
  const { parents, positions } = skeleton;
  const matrices = new Float64Array(12 * parents.length);
  const axis = new Float64Array(3);
  const turn = new Float64Array(4);
  const local = new Float64Array(12);
  for (let j = 0; j < parents.length; j++) {
    randomDirection(random, axis, 0);
    quaternionAbout(axis[0], axis[1], axis[2], range.turn * (2 * random() - 1), turn, 0);
    const [x, y, z] = positions.subarray(3 * j, 3 * j + 3);
    setRotationAbout(local, 0, turn[0], turn[1], turn[2], turn[3], x, y, z);
    for (const k of [3, 7, 11]) local[k] += range.shift * (random() - 0.5);
    if (range.isAffine) for (const k of [0, 1, 2, 4, 5, 6, 8, 9, 10]) local[k] *= 3 * random() - 1;
    if (parents[j] < 0) matrices.set(local, 12 * j);
    else multiply(matrices, 12 * parents[j], local, 0, matrices, 12 * j);
  }
  return matrices;
}

/**
 * Weights as hostile as morphs allow, -2 to 3, or convex, or on the way between two neighbouring shapes, or one target
 * alone; for modes, amplitudes that may be large.
 */
export function createRandomWeights(random: Random, count: number): Float64Array {
  const weights = new Float64Array(count);
  const style = random();
  if (count === 0) return weights;
  if (style < 0.4) return weights.map(() => 5 * random() - 2);
  if (style < 0.6) {
    let left = 1;
    return weights.map(() => {
      const weight = left * random();
      left -= weight;
      return weight;
    });
  }
  const first = Math.floor(random() * (count + 1)); // 0: the base
  const share = random() < 0.2 ? Math.round(random()) : random();
  if (first > 0) weights[first - 1] = 1 - share;
  if (first < count) weights[first] = share;
  return weights;
}
