import { encloseMinimally } from '../bounds/miniball.ts';
import type { Deformer } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { roundDownToFloat32, roundUpToFloat32 } from '../math/rounding.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { createNodeGroups, gatherGroups, type NodeGroups } from './node-groups.ts';
import { createRecords, GROUP_HEADER, groupKey, groupLength, type RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';

/**
 * Precomputes what `rule` needs to move the sphere of every node; node `i` owns the triangles `slotStarts[i]..slotEnds[i])`.
 * Each group of a node gets either its own smallest sphere or a sphere about the node's common centre: own spheres are
 * far tighter where joints move apart (high in the tree), common ones where the groups overlap (low in the tree). Which
 * one is decided per node by the radii the rule gives over the `training` poses; both are sound.
 * Cost: O(vertices * depth), about 1 us per vertex in all.
 */
export function buildRecords(
  mesh: Mesh,
  deformer: Deformer,
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
  const center = new Float64Array(4);
  let words = new Int32Array(32 * nodes);
  let length = 0;
  let maxGroups = 0;

  for (let node = 0; node < nodes; node++) {
    gatherGroups(groups, mesh, deformer.sets, 3 * slotStarts[node], 3 * slotEnds[node]);
    maxGroups = Math.max(maxGroups, groups.count);
    writeRecord(own, groups, mesh, deformer, null);
    let chosen = own;
    if (groups.count > 1) {
      encloseMinimally(mesh.positions, groups.all, 0, groups.starts[groups.count], center, 0);
      writeRecord(common, groups, mesh, deformer, center);
      if (radiusOver(training, common, deformer, rule) < radiusOver(training, own, deformer, rule)) chosen = common;
    }
    if (length + chosen.length > words.length) {
      const larger = new Int32Array(2 * (length + chosen.length));
      larger.set(words.subarray(0, length));
      words = larger;
    }
    words.set(chosen.records.words.subarray(0, chosen.length), length);
    starts[node] = length;
    length += chosen.length;
    if (progress && (node & 8191) === 0) progress(node / nodes);
  }
  return createRecords(words.slice(0, length), starts, maxGroups);
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
  const words = new Int32Array(1 + setCount * GROUP_HEADER + starts[setCount]);
  return {
    records: createRecords(words, new Uint32Array(1), setCount),
    length: 0,
    sphere: new Float64Array(4),
    scratch: new Float64Array(4 * setCount),
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
  const { sphere } = trial;
  const { sets } = deformer;
  words[0] = groups.count;
  let at = 1;
  for (let g = 0; g < groups.count; g++) {
    const set = groups.sets[g];
    const n = sets.starts[set + 1] - sets.starts[set];
    const from = groups.starts[g];
    const to = groups.starts[g + 1];
    if (common === null) encloseMinimally(mesh.positions, groups.vertices, from, to, sphere, 0);
    else sphere.set(common);
    words[at] = n;
    words[at + 1] = groupKey(sets, set);
    for (let axis = 0; axis < 3; axis++) values[at + 2 + axis] = sphere[axis];
    values[at + 5] = radiusAbout(
      mesh.positions,
      groups.vertices,
      from,
      to,
      values[at + 2],
      values[at + 3],
      values[at + 4],
    );
    if (n > 1) {
      for (let k = 0; k < n; k++) {
        let lowest = 1;
        for (let i = from; i < to; i++)
          lowest = Math.min(lowest, sets.weights[sets.weightStarts[groups.vertices[i]] + k]);
        values[at + GROUP_HEADER + k] = roundDownToFloat32(lowest);
      }
    }
    at += groupLength(n);
  }
  trial.length = at;
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
    rule(trial.records, deformer, posed, 0, 1, trial.scratch, trial.sphere);
    sum += trial.sphere[3];
  }
  return sum;
}
