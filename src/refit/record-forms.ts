import { encloseMinimally } from '../bounds/miniball.ts';
import { type Deformer, isChain } from '../deform/deformer.ts';
import type { JointSets } from '../deform/joint-sets.ts';
import { LARGEST_UNION } from '../deform/posed-joints.ts';
import { mixing } from '../deform/spherical-bend.ts';
import { roundDownToFloat32, roundUpToFloat32 } from '../math/rounding.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { BOX_PATCH, DISTANCE_PATCH, SPHERE_PATCH } from './chain.ts';
import { type GroupBounds, joinBoxesOfGroups } from './group-bounds.ts';
import type { JointUnions } from './joint-unions.ts';
import { internUnion } from './joint-unions.ts';
import type { NodeGroups } from './node-groups.ts';
import {
  BOX_GROUP_HEADER,
  createNoSharedBoxes,
  createRecords,
  GROUP_HEADER,
  groupKey,
  type RefitRecords,
} from './records.ts';

/** The record of a single node being tried out, with room for as many groups as there are sets or joints. */
export interface Trial {
  records: RefitRecords;
  length: number;
  /** For chains, else null: the vertices behind each volume and each distance of the record, which morph targets may change. */
  spans: Span[] | null;
  /** What is known of the groups of the node: the same for all forms that are tried. */
  bounds: GroupBounds;
  /** What bounds groups that are moved linearly: spheres (1 extent) or boxes (3). */
  extents: ExtentCount;
  /** Room for a sphere and for the corners of a box while writing; where the rule writes, and what it needs while doing so. */
  sphere: Float64Array;
  box: Float64Array;
  volume: Float64Array;
  scratch: Float64Array;
}

export type ExtentCount = 1 | 3;

export interface Span {
  at: number;
  size: typeof SPHERE_PATCH | typeof BOX_PATCH | typeof DISTANCE_PATCH;
  vertices: Uint32Array;
}

export function createTrial(deformer: Deformer, unions: JointUnions, extents: ExtentCount, bounds: GroupBounds): Trial {
  const { sets } = deformer;
  const setCount = sets.starts.length - 1;
  const most = Math.max(setCount, sets.jointCount);
  const words = new Int32Array(
    3 + 2 * setCount + 2 * (most * BOX_GROUP_HEADER + sets.starts[setCount]) + LARGEST_UNION,
  );
  return {
    records: createRecords(words, new Uint32Array(1), most, unions.starts, unions.joints, 0, createNoSharedBoxes(), 0),
    length: 0,
    spans: isChain(deformer) ? [] : null,
    bounds,
    extents,
    sphere: new Float64Array(4),
    box: new Float64Array(6),
    volume: new Float64Array(6),
    scratch: new Float64Array(7 * most),
  };
}

/**
 * Form 1 and 2: a group per joint-set, with spheres about `common` or, if null, each group's own smallest sphere. With 3
 * extents each group has its own box.
 */
export function writeSetForm(
  trial: Trial,
  groups: NodeGroups,
  mesh: Mesh,
  sets: JointSets,
  common: Float64Array | null,
  extents: ExtentCount,
): void {
  if (trial.spans) trial.spans = [];
  trial.records.words[0] = groups.count;
  let at = 1;
  for (let g = 0; g < groups.count; g++) at = writeSetGroup(trial, at, groups, g, mesh, sets, common, extents);
  trial.length = at;
}

function writeSetGroup(
  trial: Trial,
  at: number,
  groups: NodeGroups,
  g: number,
  mesh: Mesh,
  sets: JointSets,
  common: Float64Array | null,
  extents: ExtentCount,
): number {
  const set = groups.sets[g];
  const n = sets.starts[set + 1] - sets.starts[set];
  const from = groups.starts[g];
  const to = groups.starts[g + 1];
  let next: number;
  const key = groupKey(sets, set);
  if (extents === 3) next = writeBoxHead(trial, at, n, key, trial.bounds.boxes, 6 * set);
  else {
    if (common !== null) trial.sphere.set(common);
    else encloseMinimally(mesh.positions, groups.vertices, from, to, trial.sphere, 0);
    next = writeSphereHead(trial, at, n, key, mesh, groups.vertices.subarray(from, to));
  }
  trial.spans?.push({ at: at + 2, size: sizeOf(extents), vertices: groups.vertices.slice(from, to) });
  if (n === 1) return next;
  const { lowest } = trial.bounds;
  for (let k = sets.starts[set]; k < sets.starts[set + 1]; k++) {
    trial.records.values[next++] = roundDownToFloat32(lowest[k]);
  }
  return next;
}

/**
 * Begins a form that bounds the node linearly, with `count` groups to follow. Where quaternions are blended, the record then
 * says first how far each of the node's sets can bend away from that. Returns where the groups go.
 */
function beginLinearForm(trial: Trial, count: number, groups: NodeGroups, mesh: Mesh, deformer: Deformer): number {
  const { words, values } = trial.records;
  if (trial.spans) trial.spans = [];
  words[0] = count;
  if (deformer.skinning === 'linear-blend') return 1;
  const { sets } = deformer;
  words[0] = -count;
  let corrections = 0;
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    if (sets.starts[set + 1] - sets.starts[set] === 1) continue;
    words[2 + 2 * corrections] = set;
    values[3 + 2 * corrections] = mixedReach(groups, g, mesh, deformer);
    trial.spans?.push({
      at: 3 + 2 * corrections,
      size: DISTANCE_PATCH,
      vertices: groups.vertices.slice(groups.starts[g], groups.starts[g + 1]),
    });
    corrections++;
  }
  words[1] = corrections;
  return 2 + 2 * corrections;
}

/** The same, bounded linearly; for blended quaternions with boxes. */
export function writeLinearSetForm(trial: Trial, groups: NodeGroups, mesh: Mesh, deformer: Deformer): void {
  let at = beginLinearForm(trial, groups.count, groups, mesh, deformer);
  for (let g = 0; g < groups.count; g++) at = writeSetGroup(trial, at, groups, g, mesh, deformer.sets, null, 3);
  trial.length = at;
}

/**
 * Form 3: one group for every joint, around all vertices it moves. A linearly blended vertex is a mix of its images under
 * its joints, so it lies in any sphere that holds all of them.
 */
export function writeJointForm(trial: Trial, groups: NodeGroups, mesh: Mesh, deformer: Deformer): void {
  const { joints, jointCount, jointBoxes } = trial.bounds;
  let at = beginLinearForm(trial, jointCount, groups, mesh, deformer);
  for (let j = 0; j < jointCount; j++) {
    const joint = joints[j];
    const head = at;
    if (trial.extents === 3) at = writeBoxHead(trial, at, 1, joint, jointBoxes, 6 * joint);
    if (trial.extents === 3 && trial.spans === null) continue;
    const vertices = listMovedBy(joint, groups, deformer.sets);
    if (trial.extents === 1) {
      encloseMinimally(mesh.positions, vertices, 0, vertices.length, trial.sphere, 0);
      at = writeSphereHead(trial, at, 1, joint, mesh, vertices);
    }
    trial.spans?.push({ at: head + 2, size: sizeOf(trial.extents), vertices });
  }
  trial.length = at;
}

/** The vertices of the groups that follow a joint. */
function listMovedBy(joint: number, groups: NodeGroups, sets: JointSets): Uint32Array {
  const moved: number[] = [];
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    for (let k = sets.starts[set]; k < sets.starts[set + 1]; k++) {
      if (sets.joints[k] !== joint) continue;
      for (let i = groups.starts[g]; i < groups.starts[g + 1]; i++) moved.push(groups.vertices[i]);
    }
  }
  return Uint32Array.from(moved);
}

/**
 * Form 4: all groups as one that follows the union of their joints, a joint it lacks having weight 0.
 * Returns false if the union is too large.
 */
export function writeUnionForm(
  trial: Trial,
  groups: NodeGroups,
  mesh: Mesh,
  deformer: Deformer,
  common: Float64Array,
  unions: JointUnions,
): boolean {
  const { joints, jointCount, jointLowest, groupsOfJoint } = trial.bounds;
  if (jointCount > LARGEST_UNION) return false;
  const { values } = trial.records;
  const head = beginLinearForm(trial, 1, groups, mesh, deformer);
  const union = internUnion(unions, joints, jointCount);
  const all = groups.all.subarray(0, groups.starts[groups.count]);
  let at: number;
  if (trial.extents === 3) {
    joinBoxesOfGroups(trial.bounds, trial.box);
    at = writeBoxHead(trial, head, jointCount, union, trial.box, 0);
  } else {
    trial.sphere.set(common);
    at = writeSphereHead(trial, head, jointCount, union, mesh, all);
  }
  trial.spans?.push({ at: head + 2, size: sizeOf(trial.extents), vertices: all.slice() });
  trial.records.memberStarts = unions.starts; // the tables may have grown
  trial.records.members = unions.joints;
  for (let j = 0; j < jointCount; j++) {
    const isInAll = groupsOfJoint[joints[j]] === groups.count;
    values[at++] = isInAll ? roundDownToFloat32(jointLowest[joints[j]]) : 0;
  }
  trial.length = at;
  return true;
}

/** The largest distance of a vertex of group `g` from its set's reference point, times its mixing (spherical-bend.ts). */
function mixedReach(groups: NodeGroups, g: number, mesh: Mesh, deformer: Deformer): number {
  const { sets, references } = deformer;
  const set = groups.sets[g];
  const n = sets.starts[set + 1] - sets.starts[set];
  const [x, y, z] = references.subarray(3 * set, 3 * set + 3);
  let most = 0;
  for (let i = groups.starts[g]; i < groups.starts[g + 1]; i++) {
    const v = groups.vertices[i];
    const [dx, dy, dz] = [mesh.positions[3 * v] - x, mesh.positions[3 * v + 1] - y, mesh.positions[3 * v + 2] - z];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    most = Math.max(most, mixing(sets.weights, sets.weightStarts[v], n) * distance);
  }
  return roundUpToFloat32(most * (1 + 2e-15));
}

/** Puts the record of `other` behind that of `trial`. */
export function appendForm(trial: Trial, other: Trial): void {
  trial.records.words.set(other.records.words.subarray(0, other.length), trial.length);
  for (const span of other.spans ?? []) trial.spans?.push({ ...span, at: span.at + trial.length });
  trial.length += other.length;
}

function sizeOf(extents: ExtentCount): Span['size'] {
  return extents === 1 ? SPHERE_PATCH : BOX_PATCH;
}

/** Writes the head of a group, its sphere about the centre of `trial.sphere`; returns where its weights begin. */
function writeSphereHead(trial: Trial, at: number, n: number, key: number, mesh: Mesh, vertices: Uint32Array): number {
  const { words, values } = trial.records;
  words[at] = n;
  words[at + 1] = key;
  for (let axis = 0; axis < 3; axis++) values[at + 2 + axis] = trial.sphere[axis];
  values[at + 5] = radiusAbout(mesh.positions, vertices, values[at + 2], values[at + 3], values[at + 4]);
  return at + GROUP_HEADER;
}

/** Writes the head of a group whose box has its low and its high corner at `b`: its middle, and half extents about that. */
function writeBoxHead(trial: Trial, at: number, n: number, key: number, corners: Float64Array, b: number): number {
  const { words, values } = trial.records;
  words[at] = n;
  words[at + 1] = key;
  for (let axis = 0; axis < 3; axis++) {
    const low = corners[b + axis];
    const high = corners[b + 3 + axis];
    values[at + 2 + axis] = 0.5 * (low + high);
    const middle = values[at + 2 + axis];
    values[at + 5 + axis] = roundUpToFloat32(Math.max(high - middle, middle - low) * (1 + 2e-15));
  }
  return at + BOX_GROUP_HEADER;
}

/** The float32 radius about (x, y, z) that holds all listed points, the rounding of the distances included. */
function radiusAbout(positions: Float64Array, vertices: Uint32Array, x: number, y: number, z: number): number {
  let squared = 0;
  for (let k = 0; k < vertices.length; k++) {
    const v = 3 * vertices[k];
    squared = Math.max(squared, (positions[v] - x) ** 2 + (positions[v + 1] - y) ** 2 + (positions[v + 2] - z) ** 2);
  }
  return roundUpToFloat32(Math.sqrt(squared) * (1 + 2e-15));
}
