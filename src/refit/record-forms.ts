import { encloseMinimally } from '../bounds/miniball.ts';
import type { Deformer } from '../deform/deformer.ts';
import type { JointSets } from '../deform/joint-sets.ts';
import { LARGEST_UNION } from '../deform/posed-joints.ts';
import { mixing } from '../deform/spherical-bend.ts';
import { roundDownToFloat32, roundUpToFloat32 } from '../math/rounding.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { BOX_PATCH, DISTANCE_PATCH, SPHERE_PATCH } from './chain.ts';
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
  /** For chains: the vertices behind each sphere and each distance of the record, which morph targets may change. */
  spans: Span[];
  /** What bounds groups that are moved linearly: spheres (1 extent) or boxes (3). */
  extents: ExtentCount;
  /** Room for a sphere while writing; where the rule writes, and what it needs while doing so. */
  sphere: Float64Array;
  volume: Float64Array;
  scratch: Float64Array;
}

export type ExtentCount = 1 | 3;

export interface Span {
  at: number;
  size: typeof SPHERE_PATCH | typeof BOX_PATCH | typeof DISTANCE_PATCH;
  vertices: Uint32Array;
}

export function createTrial(sets: JointSets, unions: JointUnions, extents: ExtentCount): Trial {
  const setCount = sets.starts.length - 1;
  const most = Math.max(setCount, sets.jointCount);
  const words = new Int32Array(
    3 + 2 * setCount + 2 * (most * BOX_GROUP_HEADER + sets.starts[setCount]) + LARGEST_UNION,
  );
  return {
    records: createRecords(words, new Uint32Array(1), most, unions.starts, unions.joints, 0, createNoSharedBoxes(), 0),
    length: 0,
    spans: [],
    extents,
    sphere: new Float64Array(4),
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
  trial.spans = [];
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
  if (common !== null) trial.sphere.set(common);
  else if (extents === 1) encloseMinimally(mesh.positions, groups.vertices, from, to, trial.sphere, 0);
  let next = writeHead(trial, at, n, groupKey(sets, set), mesh, groups.vertices.subarray(from, to), extents);
  for (let k = 0; n > 1 && k < n; k++) {
    let lowest = 1;
    for (let i = from; i < to; i++) lowest = Math.min(lowest, sets.weights[sets.weightStarts[groups.vertices[i]] + k]);
    trial.records.values[next++] = roundDownToFloat32(lowest);
  }
  return next;
}

/**
 * Begins a form that bounds the node linearly, with `count` groups to follow. Under spherical blending the record then
 * says first how far each of the node's sets can bend away from that. Returns where the groups go.
 */
function beginLinearForm(trial: Trial, count: number, groups: NodeGroups, mesh: Mesh, deformer: Deformer): number {
  const { words, values } = trial.records;
  trial.spans = [];
  words[0] = count;
  if (deformer.skinning !== 'spherical-blend') return 1;
  const { sets } = deformer;
  words[0] = -count;
  let corrections = 0;
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    if (sets.starts[set + 1] - sets.starts[set] === 1) continue;
    words[2 + 2 * corrections] = set;
    values[3 + 2 * corrections] = mixedReach(groups, g, mesh, deformer);
    const vertices = groups.vertices.slice(groups.starts[g], groups.starts[g + 1]);
    trial.spans.push({ at: 3 + 2 * corrections, size: DISTANCE_PATCH, vertices });
    corrections++;
  }
  words[1] = corrections;
  return 2 + 2 * corrections;
}

/** The same, bounded linearly; for spherical blending with boxes. */
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
  const { sets } = deformer;
  const movedBy = new Map<number, number[]>();
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    for (let k = sets.starts[set]; k < sets.starts[set + 1]; k++) {
      const moved = movedBy.get(sets.joints[k]) ?? [];
      for (let i = groups.starts[g]; i < groups.starts[g + 1]; i++) moved.push(groups.vertices[i]);
      movedBy.set(sets.joints[k], moved);
    }
  }
  let at = beginLinearForm(trial, movedBy.size, groups, mesh, deformer);
  for (const [joint, moved] of [...movedBy].sort(([a], [b]) => a - b)) {
    const vertices = Uint32Array.from(moved);
    if (trial.extents === 1) encloseMinimally(mesh.positions, vertices, 0, vertices.length, trial.sphere, 0);
    at = writeHead(trial, at, 1, joint, mesh, vertices, trial.extents);
  }
  trial.length = at;
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
  const { sets } = deformer;
  const lowest = new Map<number, number>();
  const countOf = new Map<number, number>(); // groups that follow the joint
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    const first = sets.starts[set];
    const n = sets.starts[set + 1] - first;
    for (let k = 0; k < n; k++) {
      const joint = sets.joints[first + k];
      let low = lowest.get(joint) ?? 1;
      for (let i = groups.starts[g]; n > 1 && i < groups.starts[g + 1]; i++) {
        low = Math.min(low, sets.weights[sets.weightStarts[groups.vertices[i]] + k]);
      }
      lowest.set(joint, low);
      countOf.set(joint, (countOf.get(joint) ?? 0) + 1);
    }
    if (lowest.size > LARGEST_UNION) return false;
  }
  const joints = [...lowest.keys()].sort((a, b) => a - b);
  const { values } = trial.records;
  trial.sphere.set(common);
  let at = writeHead(
    trial,
    beginLinearForm(trial, 1, groups, mesh, deformer),
    joints.length,
    internUnion(unions, joints),
    mesh,
    groups.all.subarray(0, groups.starts[groups.count]),
    trial.extents,
  );
  trial.records.memberStarts = unions.starts; // the tables may have grown
  trial.records.members = unions.joints;
  for (const joint of joints) {
    values[at++] = countOf.get(joint) === groups.count ? roundDownToFloat32(lowest.get(joint)!) : 0;
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
  for (const span of other.spans) trial.spans.push({ ...span, at: span.at + trial.length });
  trial.length += other.length;
}

/** Writes the head of a group (a sphere about the centre of `trial.sphere`, or a box); returns where its weights begin. */
function writeHead(
  trial: Trial,
  at: number,
  n: number,
  key: number,
  mesh: Mesh,
  vertices: Uint32Array,
  extents: ExtentCount,
): number {
  const { words, values } = trial.records;
  const { length } = vertices;
  words[at] = n;
  words[at + 1] = key;
  const size = extents === 1 ? SPHERE_PATCH : BOX_PATCH;
  trial.spans.push({ at: at + 2, size, vertices: vertices.slice() });
  if (extents === 3) {
    for (let axis = 0; axis < 3; axis++) writeInterval(values, at + 2 + axis, mesh.positions, vertices, axis);
    return at + BOX_GROUP_HEADER;
  }
  for (let axis = 0; axis < 3; axis++) values[at + 2 + axis] = trial.sphere[axis];
  values[at + 5] = radiusAbout(mesh.positions, vertices, 0, length, values[at + 2], values[at + 3], values[at + 4]);
  return at + GROUP_HEADER;
}

/** The middle and, three words on, half the length of what the listed points take up along an axis. */
function writeInterval(
  values: Float32Array,
  at: number,
  positions: Float64Array,
  vertices: Uint32Array,
  axis: number,
): void {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < vertices.length; k++) {
    const x = positions[3 * vertices[k] + axis];
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  values[at] = 0.5 * (low + high);
  values[at + 3] = roundUpToFloat32(Math.max(high - values[at], values[at] - low) * (1 + 2e-15));
}

/** The float32 radius about (x, y, z) that holds all listed points, the rounding of the distances included. */
function radiusAbout(
  positions: Float64Array,
  vertices: Uint32Array,
  from: number,
  to: number,
  x: number,
  y: number,
  z: number,
): number {
  let squared = 0;
  for (let k = from; k < to; k++) {
    const v = 3 * vertices[k];
    squared = Math.max(squared, (positions[v] - x) ** 2 + (positions[v + 1] - y) ** 2 + (positions[v + 2] - z) ** 2);
  }
  return roundUpToFloat32(Math.sqrt(squared) * (1 + 2e-15));
}
