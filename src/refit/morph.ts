import type { PosedJoints } from '../deform/posed-joints.ts';
import { keySlack } from '../deform/posed-weights.ts';
import { keepBox, placeSphere } from './place-volume.ts';
import type { RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';

/**
 * Move the volume of a node of a morphing (or rigid) mesh, by blending volumes of the shapes it is blended from
 * ([Larsson2003]). Read no vertex; nodes may come in any order. Cost: one volume per target that moves the node, two
 * between key shapes.
 */
export const refitMorphSphere: RefitRule = (records, _deformer, posed, node, scratch, out) => {
  blendVolumes(records, posed, node, 1, scratch);
  placeSphere(posed, scratch, out, 4 * node);
};

export const refitMorphBox: RefitRule = (records, _deformer, posed, node, scratch, out) => {
  blendVolumes(records, posed, node, 3, scratch);
  keepBox(posed, scratch, out, 6 * node);
};

/** Blends volumes in the record of a node, which have so many numbers, or extents. */
type Blend<Answer = void> = (
  ...of: [records: RefitRecords, posed: PosedJoints, node: number, size: number, out: Float64Array]
) => Answer;

/**
 * Blends a volume of (centre, `extents` extents: a sphere's radius or a box's three half extents) in the frame of the
 * mesh. A vertex is a sum of shapes or displacements times weights; if each of these lies within e_i of c_i, the sum lies
 * within sum |w_i| e_i of sum w_i c_i: for any weights, negative ones and those above 1 too. Three such sums:
 * - between two key shapes: those two, nothing else (the tightest);
 * - weights >= 0 with a sum <= 1: base and targets as whole shapes, which may shrink as they blend;
 * - any weights: the base and the displacements. Tighter there, as whole shapes would be added and taken away again.
 */
const blendVolumes: Blend = (records, posed, node, extents, out) => {
  const { words, values } = records;
  const { weights } = posed;
  const size = 3 + extents;
  let at = blendKeys(records, posed, node, size, out);
  if (at < 0) {
    const slack = keySlack(posed);
    for (let k = 3; k < size; k++) out[k] += slack;
    return;
  }
  const count = words[at++];
  const stride = 1 + 2 * size;
  const targets = at + size;
  const { isConvex } = posed;
  let rest = 1;
  if (isConvex) for (let t = 0, o = targets; t < count; t++, o += stride) rest -= weights[words[o]];
  let x = rest * values[at];
  let y = rest * values[at + 1];
  let z = rest * values[at + 2];
  let ex = rest * values[at + 3];
  let ey = size === 6 ? rest * values[at + 4] : 0;
  let ez = size === 6 ? rest * values[at + 5] : 0;
  for (let t = 0, o = targets; t < count; t++, o += stride) {
    const weight = weights[words[o]];
    const magnitude = Math.abs(weight);
    const v = isConvex ? o + 1 + size : o + 1; // the whole shape, or its displacements
    x += weight * values[v];
    y += weight * values[v + 1];
    z += weight * values[v + 2];
    ex += magnitude * values[v + 3];
    if (size === 4) continue;
    ey += magnitude * values[v + 4];
    ez += magnitude * values[v + 5];
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = ex;
  if (size === 4) return;
  out[4] = ey;
  out[5] = ez;
};

/**
 * Between two key shapes: blends the volumes of those two, of `size` numbers each, but for their slack, and returns -1. Else the
 * place in the record of what is behind the key shapes.
 */
export const blendKeys: Blend<number> = ({ words, values, starts }, { key, share }, node, size, out) => {
  let at = starts[node];
  const keys = words[at] < 0 ? -words[at++] : 0;
  if (keys === 0 || key < 0) return at + size * keys;
  const first = at + size * key;
  for (let k = 0; k < size; k++) out[k] = (1 - share) * values[first + k] + share * values[first + size + k];
  return -1;
};
