import { DOP_LENGTHS } from '../bounds/dop.ts';
import { poseCoarseBends } from '../deform/coarse-bend.ts';
import type { Deformer } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { poseBend } from '../deform/spherical-bend.ts';
import { finishSphere, joinBoxes, joinDops } from './finish-volume.ts';
import { boundLinearBox, boundLinearDop, boundLinearGroup } from './linear-blend.ts';
import { BOX_GROUP_HEADER, GROUP_HEADER, MOST_SETS, type RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';
import { boundSphericalBox, boundSphericalDop, boundSphericalGroup } from './spherical-group.ts';

/**
 * Move the volume of a node under spherical blend skinning. Read no vertex; nodes may come in any order. Valid for all
 * weights >= 0 that sum to 1 and any joint rotations; sets with a joint that is not rigid are bounded linearly, as they
 * are skinned. No trigonometry.
 */
export const refitSphericalBlendSphere: RefitRule = (records, deformer, posed, node, scratch, out) => {
  const bending = boundGroups(records, deformer, posed, node, 1, scratch, out, 4 * node);
  if (bending < 0) finishSphere(scratch, -bending, posed.slack, out, 4 * node);
  else out[4 * node + 3] += bending;
};

export const refitSphericalBlendBox: RefitRule = (records, deformer, posed, node, scratch, out) => {
  const bending = boundGroups(records, deformer, posed, node, 3, scratch, out, 6 * node);
  if (bending < 0) joinBoxes(scratch, -bending, posed.slack, out, 6 * node);
  else for (let k = 6 * node + 3; k < 6 * node + 6; k++) out[k] += bending;
};

export const refitSphericalBlendDop: RefitRule = (records, deformer, posed, node, scratch, out) => {
  const { slabs } = records;
  const o = 2 * slabs * node;
  const bending = boundGroups(records, deformer, posed, node, DOP, scratch, out, o);
  if (bending < 0) joinDops(slabs, scratch, -bending, posed.slack, out, o);
  else growDop(slabs, out, o, bending);
};

/** What groups are bounded by: the extents of spheres and boxes, or k-DOPs. */
const DOP = 0;
type Form = 1 | 3 | typeof DOP;

function growDop(slabs: number, out: Float64Array, o: number, by: number): void {
  for (let s = 0; s < slabs; s++) {
    out[o + 2 * s] -= by * DOP_LENGTHS[s];
    out[o + 2 * s + 1] += by * DOP_LENGTHS[s];
  }
}

/**
 * Bounds the groups of a node by such volumes, into `scratch`. Either linearly: then what encloses
 * them is written to `joined`, and returned is how far (>= 0) the vertices can be from where linear blending would put
 * them; or set by set: then returned is minus the number of sets.
 */
function boundGroups(
  records: RefitRecords,
  deformer: Deformer,
  posed: PosedJoints,
  node: number,
  form: Form,
  scratch: Float64Array,
  joined: Float64Array,
  j: number,
): number {
  const { words, values, slabs } = records;
  const width = form === DOP ? 2 * slabs : 3 + form;
  let at = records.starts[node];
  if (words[at] < 0) {
    const groups = -words[at];
    const corrections = at + 2;
    const end = corrections + 2 * words[at + 1];
    at = end;
    if (form === 1) for (let o = 0; o < 4 * groups; o += 4) at = boundLinearGroup(records, at, posed, scratch, o);
    else if (form === 3) for (let o = 0; o < 6 * groups; o += 6) at = boundLinearBox(records, at, posed, scratch, o);
    else for (let o = 0; o < width * groups; o += width) at = boundLinearDop(records, at, posed, scratch, o);
    let size = join(scratch, groups, form, slabs, posed.slack, joined, j);

    poseCoarseBends(deformer, posed);
    const { bends, coarseBends } = posed;
    const little = LITTLE_BENDING * size;
    const hasSets = end - corrections <= 2 * MOST_SETS;
    let bending = 0;
    let sharpest = 0;
    let poison = 0;
    let isLocal = false;
    for (let c = corrections; c < end; c += 2) {
      const set = words[c];
      let moved = coarseBends[2 * set] * values[c + 1] + coarseBends[2 * set + 1];
      if (!(moved <= little)) {
        poseBend(deformer, posed, set);
        moved = bends[2 * set] * values[c + 1] + bends[2 * set + 1];
        poison += 0 * moved; // NaN if any of them is
        if (bends[2 * set] > sharpest) sharpest = bends[2 * set];
        if (!hasSets && moved > little) {
          if (!isLocal) scratch.fill(0, scratch.length - groups);
          isLocal = true;
          bendJoints(records, end, form === 1 ? GROUP_HEADER : BOX_GROUP_HEADER, groups, set, moved, scratch);
          continue;
        }
      }
      if (moved > bending) bending = moved;
    }
    if (isLocal) {
      for (let g = 0; g < groups; g++) {
        const moved = scratch[scratch.length - groups + g];
        if (form === DOP) growDop(slabs, scratch, width * g, moved);
        else for (let k = width * g + 3; k < width * g + width; k++) scratch[k] += moved;
      }
      size = join(scratch, groups, form, slabs, posed.slack, joined, j);
    }
    const isTight = !(hasSets && sharpest > SHARP && bending > MOST_BENDING * (size + bending));
    if (isTight) return bending + poison;
  }
  const groups = words[at++];
  if (form === 1) {
    for (let o = 0; o < 4 * groups; o += 4) at = boundSphericalGroup(records, at, deformer, posed, scratch, o);
  } else if (form === 3) {
    for (let o = 0; o < 6 * groups; o += 6) at = boundSphericalBox(records, at, deformer, posed, scratch, o);
  } else
    for (let o = 0; o < width * groups; o += width) at = boundSphericalDop(records, at, deformer, posed, scratch, o);
  return -groups;
}

/** Encloses the volumes of groups and returns about the radius of the result. */
function join(
  scratch: Float64Array,
  groups: number,
  form: Form,
  slabs: number,
  slack: number,
  joined: Float64Array,
  j: number,
): number {
  if (form === 1) {
    finishSphere(scratch, groups, slack, joined, j);
    return joined[j + 3];
  }
  if (form === DOP) {
    joinDops(slabs, scratch, groups, slack, joined, j);
    return 0.3 * (joined[j + 1] - joined[j] + joined[j + 3] - joined[j + 2] + joined[j + 5] - joined[j + 4]);
  }
  joinBoxes(scratch, groups, slack, joined, j);
  return 0.6 * (joined[j + 3] + joined[j + 4] + joined[j + 5]);
}

/**
 * Where joints are bent against each other by more than about 83 degrees (a bend of 0.3) and that makes up more than
 * this share of a node's radius, its joint-sets are bounded one by one: slower, but tight at any angle.
 */
const SHARP = 0.3;
const MOST_BENDING = 0.06;

/** Bends that add less than this share of a radius are not looked at more closely. */
const LITTLE_BENDING = 0.03;

/**
 * A vertex of a set lies in the hull of the volumes of the set's joints, moved by the bend: so it is enough to enlarge those. Notes by how much at the end of `scratch`. For records with a group per joint, which begin at `at`.
 */
function bendJoints(
  records: RefitRecords,
  at: number,
  ownHeader: number,
  groups: number,
  set: number,
  moved: number,
  scratch: Float64Array,
): void {
  const { words, members, memberStarts, shared } = records;
  const isShared = words[at] === 0;
  const header = isShared ? 2 : ownHeader;
  for (let k = memberStarts[set]; k < memberStarts[set + 1]; k++) {
    let g = 0;
    for (; g < groups; g++) {
      const mover = words[at + header * g + 1];
      if ((isShared ? shared.joints[mover] : mover) === members[k]) break;
    }
    const o = scratch.length - groups + g;
    if (moved > scratch[o]) scratch[o] = moved;
  }
}
