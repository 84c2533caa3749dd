import type { VertexToSkin } from './deformer.ts';
import { poseDualQuaternionSet, turnByDualQuaternion } from './dual-quaternion-blend.ts';
import { deformLinearVertex } from './linear-blend.ts';
import { IS_RIGID, SET_HEADER, SET_JOINT } from './posed-joints.ts';
import { poseSphericalSet, turnAboutCenter } from './spherical-blend.ts';

/**
 * Skins one vertex by the blended numbers of its joints. Vertices of one joint, and sets with a joint that is not rigid,
 * are skinned linearly.
 */
export const deformBlendedVertex: (isSpherical: boolean, ...vertex: VertexToSkin) => void = (
  isSpherical,
  deformer,
  rest,
  posed,
  v,
  out,
) => {
  const { starts, weights, setOfVertex, weightStarts } = deformer.sets;
  const set = setOfVertex[v];
  const n = starts[set + 1] - starts[set];
  if (n > 1) {
    const { sets, points: blend } = posed;
    const block = isSpherical ? poseSphericalSet(deformer, posed, set) : poseDualQuaternionSet(deformer, posed, set);
    if (sets[block + IS_RIGID] !== 0) {
      blendJoints(sets, block + SET_HEADER, n, weights, weightStarts[v], blend);
      if (isSpherical) turnAboutCenter(sets, block, blend, rest, v, out);
      else turnByDualQuaternion(sets, block, blend, rest, v, out);
      return;
    }
  }
  deformLinearVertex(deformer.sets, rest, posed.joints, v, out);
};

/** The mean of the numbers of `n` joints from `o` on, by the weights from `w` on. */
function blendJoints(
  sets: Float64Array,
  o: number,
  n: number,
  weights: Float64Array,
  w: number,
  out: Float64Array,
): void {
  let qx = 0;
  let qy = 0;
  let qz = 0;
  let qw = 0;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  let dw = 0;
  for (let k = 0; k < n; k++, o += SET_JOINT) {
    const weight = weights[w + k];
    qx += weight * sets[o];
    qy += weight * sets[o + 1];
    qz += weight * sets[o + 2];
    qw += weight * sets[o + 3];
    dx += weight * sets[o + 4];
    dy += weight * sets[o + 5];
    dz += weight * sets[o + 6];
    dw += weight * sets[o + 7];
  }
  out[0] = qx;
  out[1] = qy;
  out[2] = qz;
  out[3] = qw;
  out[4] = dx;
  out[5] = dy;
  out[6] = dz;
  out[7] = dw;
}

/** Moves vertex `v` at rest by the blended numbers of a joint-set, which begins at `block` in `sets`. */
export type TurnVertex = (
  sets: Float64Array,
  block: number,
  blend: Float64Array,
  rest: Float64Array,
  v: number,
  out: Float64Array,
) => void;
