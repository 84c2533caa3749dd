import { encloseMinimally } from '../bounds/miniball.ts';
import type { Deformer } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { roundDownToFloat32, roundUpToFloat32 } from '../math/rounding.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { createNodeGroups, gatherGroups, type NodeGroups } from './node-groups.ts';
import { createRecords, GROUP_HEADER, groupKey, type RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';

/**
 * Precomputes what `rule` needs to move the sphere of every inner node. Node `i` owns the triangles
 * `slotStarts[i]..slotEnds[i])`; it is a leaf if `links[i] < 0`.
 * Each group of a node gets either its own smallest sphere or a sphere about the node's common centre: own spheres are
 * far tighter where joints move apart (high in the tree), common ones where the groups overlap (low in the tree). Which
 * one is decided per node by the radii the rule gives over the `training` poses; both are sound. Nodes with many groups
 * are offered a coarser form too (see records.ts): they are refitted in every query and seldom cull.
 * Cost: O(vertices * depth), about 1 us per vertex in all.
 */
export function buildRecords(
  mesh: Mesh,
  deformer: Deformer,
  links: Int32Array,
  slotStarts: Uint32Array,
  slotEnds: Uint32Array,
  rule: RefitRule,
  training: readonly PosedJoints[],
  progress?: (share: number) => void,
): RefitRecords {
  const nodes = slotStarts.length;
  const starts = new Uint32Array(nodes);
  const groups = createNodeGroups(mesh, deformer.sets);
  const own = createTrial(deformer);
  const common = createTrial(deformer);
  const coarse = createTrial(deformer);
  const center = new Float64Array(4);
  let words = new Int32Array(32 * nodes);
  let length = 0;
  let maxGroups = 0;

  for (let node = 0; node < nodes; node++) {
    if (links[node] < 0) continue;
    gatherGroups(groups, mesh, deformer.sets, 3 * slotStarts[node], 3 * slotEnds[node]);
    writeRecord(own, groups, mesh, deformer, null);
    let chosen = own;
    if (groups.count > 1) {
      encloseMinimally(mesh.positions, groups.all, 0, groups.starts[groups.count], center, 0);
      writeRecord(common, groups, mesh, deformer, center);
      const ownRadius = radiusOver(training, own, deformer, rule);
      const commonRadius = radiusOver(training, common, deformer, rule);
      if (commonRadius < ownRadius) chosen = common;
      if (groups.count >= COARSE_GROUPS && writeCoarseRecord(coarse, groups, mesh, deformer)) {
        const limit = coarseAllowance(groups.count) * Math.min(ownRadius, commonRadius);
        if (radiusOver(training, coarse, deformer, rule) <= limit) chosen = coarse;
      }
    }
    if (length + chosen.length > words.length) {
      const larger = new Int32Array(2 * (length + chosen.length));
      larger.set(words.subarray(0, length));
      words = larger;
    }
    words.set(chosen.records.words.subarray(0, chosen.length), length);
    starts[node] = length;
    maxGroups = Math.max(maxGroups, chosen.records.words[0]);
    length += chosen.length;
    if (progress && (node & 8191) === 0) progress(node / nodes);
  }
  return createRecords(words.slice(0, length), starts, maxGroups);
}

/** From this many groups on, the coarse form is tried. */
const COARSE_GROUPS = 5;

/** How much larger the coarse form's radius may be: the more groups it stands for, the more it saves. */
function coarseAllowance(groups: number): number {
  return 1 + 0.02 * Math.log2(groups);
}

/** The record of a single node being tried out, with room for as many groups as there are sets. */
interface Trial {
  records: RefitRecords;
  length: number;
  sphere: Float64Array;
  scratch: Float64Array;
}

function createTrial(deformer: Deformer): Trial {
  const { starts } = deformer.sets;
  const setCount = starts.length - 1;
  const most = Math.max(setCount, deformer.sets.jointCount); // groups, in the finest and the coarse form
  const words = new Int32Array(1 + most * GROUP_HEADER + starts[setCount]);
  return {
    records: createRecords(words, new Uint32Array(1), most),
    length: 0,
    sphere: new Float64Array(4),
    scratch: new Float64Array(4 * most),
  };
}

/** Writes the record of the gathered node, with spheres about `common` or, if null, each group's own smallest sphere. */
function writeRecord(
  trial: Trial,
  groups: NodeGroups,
  mesh: Mesh,
  deformer: Deformer,
  common: Float64Array | null,
): void {
  const { words, values } = trial.records;
  const { sets } = deformer;
  words[0] = groups.count;
  let at = 1;
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    const n = sets.starts[set + 1] - sets.starts[set];
    const from = groups.starts[g];
    const to = groups.starts[g + 1];
    if (common === null) encloseMinimally(mesh.positions, groups.vertices, from, to, trial.sphere, 0);
    else trial.sphere.set(common);
    at = writeGroup(trial, at, n, groupKey(sets, set), mesh, groups.vertices, from, to);
    for (let k = 0; n > 1 && k < n; k++) {
      let lowest = 1;
      for (let i = from; i < to; i++)
        lowest = Math.min(lowest, sets.weights[sets.weightStarts[groups.vertices[i]] + k]);
      values[at++] = roundDownToFloat32(lowest);
    }
  }
  trial.length = at;
}

/** Writes the coarse form of the gathered node, if its deformer has one. */
function writeCoarseRecord(trial: Trial, groups: NodeGroups, mesh: Mesh, deformer: Deformer): boolean {
  switch (deformer.kind) {
    case 'linear-blend':
      writeJointRecord(trial, groups, mesh, deformer);
      return true;
    case 'spherical-blend':
      writeCenterRecord(trial, groups, mesh, deformer);
      return true;
    default:
      return false;
  }
}

/** A linearly blended vertex is a mix of its images under its joints: one sphere per joint, around all it moves. */
function writeJointRecord(trial: Trial, groups: NodeGroups, mesh: Mesh, deformer: Deformer): void {
  const { sets } = deformer;
  const movedBy = new Map<number, number[]>();
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    for (let k = sets.starts[set]; k < sets.starts[set + 1]; k++) {
      const joint = sets.joints[k];
      const moved = movedBy.get(joint) ?? [];
      for (let i = groups.starts[g]; i < groups.starts[g + 1]; i++) moved.push(groups.vertices[i]);
      movedBy.set(joint, moved);
    }
  }
  trial.records.words[0] = movedBy.size;
  let at = 1;
  for (const [joint, moved] of [...movedBy].sort(([a], [b]) => a - b)) {
    const vertices = Uint32Array.from(moved);
    encloseMinimally(mesh.positions, vertices, 0, vertices.length, trial.sphere, 0);
    at = writeGroup(trial, at, 1, joint, mesh, vertices, 0, vertices.length);
  }
  trial.length = at;
}

function writeCenterRecord(trial: Trial, groups: NodeGroups, mesh: Mesh, deformer: Deformer): void {
  const { sets } = deformer;
  trial.records.words[0] = groups.count;
  let at = 1;
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    const n = sets.starts[set + 1] - sets.starts[set];
    const from = groups.starts[g];
    const to = groups.starts[g + 1];
    encloseMinimally(mesh.positions, groups.vertices, from, to, trial.sphere, 0);
    at = writeGroup(trial, at, n === 1 ? 1 : -n, groupKey(sets, set), mesh, groups.vertices, from, to);
  }
  trial.length = at;
}

/** Writes the head of a group about the centre of `trial.sphere` and returns where its weights would begin. */
function writeGroup(
  trial: Trial,
  at: number,
  n: number,
  key: number,
  mesh: Mesh,
  vertices: Uint32Array,
  from: number,
  to: number,
): number {
  const { words, values } = trial.records;
  words[at] = n;
  words[at + 1] = key;
  for (let axis = 0; axis < 3; axis++) values[at + 2 + axis] = trial.sphere[axis];
  values[at + 5] = radiusAbout(mesh.positions, vertices, from, to, values[at + 2], values[at + 3], values[at + 4]);
  return at + GROUP_HEADER;
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

function radiusOver(training: readonly PosedJoints[], trial: Trial, deformer: Deformer, rule: RefitRule): number {
  let sum = 0;
  for (const posed of training) {
    rule(trial.records, deformer, posed, 0, trial.scratch, trial.sphere);
    sum += trial.sphere[3];
  }
  return sum;
}
