import type { JointSets } from './joint-sets.ts';

/**
 * Linear blend skinning of one vertex: the weighted mean of its images under its joints. Joints may be any affine maps
 * (scaled, sheared, mirrored). Cost: one matrix-point product per joint.
 */
export function deformLinearVertex(
  sets: JointSets,
  rest: Float64Array,
  joints: Float64Array,
  v: number,
  out: Float64Array,
): void {
  const { starts, joints: jointsOfSets } = sets;
  const x = rest[3 * v];
  const y = rest[3 * v + 1];
  const z = rest[3 * v + 2];
  const set = sets.setOfVertex[v];
  let k = starts[set];
  const end = starts[set + 1];
  let m = jointsOfSets[k] << 4;
  if (end - k === 1) {
    out[3 * v] = joints[m] * x + joints[m + 1] * y + joints[m + 2] * z + joints[m + 3];
    out[3 * v + 1] = joints[m + 4] * x + joints[m + 5] * y + joints[m + 6] * z + joints[m + 7];
    out[3 * v + 2] = joints[m + 8] * x + joints[m + 9] * y + joints[m + 10] * z + joints[m + 11];
    return;
  }
  const { weights } = sets;
  let w = sets.weightStarts[v];
  let px = 0;
  let py = 0;
  let pz = 0;
  for (; k < end; k++) {
    m = jointsOfSets[k] << 4;
    const weight = weights[w++];
    px += weight * (joints[m] * x + joints[m + 1] * y + joints[m + 2] * z + joints[m + 3]);
    py += weight * (joints[m + 4] * x + joints[m + 5] * y + joints[m + 6] * z + joints[m + 7]);
    pz += weight * (joints[m + 8] * x + joints[m + 9] * y + joints[m + 10] * z + joints[m + 11]);
  }
  out[3 * v] = px;
  out[3 * v + 1] = py;
  out[3 * v + 2] = pz;
}
