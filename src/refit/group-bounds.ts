import type { JointSets } from '../deform/joint-sets.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type NodeGroups, sortAscending } from './node-groups.ts';

/**
 * The bounds of the groups of one node, in space and in weights: all that forms of boxes need to know of its vertices,
 * which are read once. What joins groups joins their boxes. Reused from node to node.
 */
export interface GroupBounds {
  /** For each set of the node, at `6 * set`: the low and the high corner of the box around its group, at rest. */
  boxes: Float64Array;
  /** For each set of the node, beside its joints (`sets.joints`): the least weight any vertex of the group gives the joint. */
  lowest: Float64Array;
  /** The joints of the node's groups, ascending. */
  joints: Uint32Array;
  jointCount: number;
  /** For each of these joints, by its number: the box around all it moves, its least weight in a group, and how many groups it moves. */
  jointBoxes: Float64Array;
  jointLowest: Float64Array;
  groupsOfJoint: Uint32Array;
}

export function createGroupBounds({ jointCount, starts, joints }: JointSets): GroupBounds {
  return {
    boxes: new Float64Array(6 * (starts.length - 1)),
    lowest: new Float64Array(joints.length),
    joints: new Uint32Array(jointCount),
    jointCount: 0,
    jointBoxes: new Float64Array(6 * jointCount),
    jointLowest: new Float64Array(jointCount),
    groupsOfJoint: new Uint32Array(jointCount),
  };
}

/** Measures the groups of a node. Cost: one pass over its vertices. */
export function measureGroups(bounds: GroupBounds, groups: NodeGroups, mesh: Mesh, sets: JointSets): void {
  for (let g = 0; g < groups.count; g++) {
    measureBox(
      mesh.positions,
      groups.vertices,
      groups.starts[g],
      groups.starts[g + 1],
      bounds.boxes,
      6 * groups.sets[g],
    );
    measureLowest(bounds.lowest, groups, g, sets);
  }
  for (let j = 0; j < bounds.jointCount; j++) bounds.groupsOfJoint[bounds.joints[j]] = 0; // those of the last node
  bounds.jointCount = 0;
  for (let g = 0; g < groups.count; g++) joinByJoint(bounds, sets, groups.sets[g]);
  sortAscending(bounds.joints, bounds.jointCount);
}

/** Writes the low and the high corner of the box around the listed points. */
function measureBox(
  positions: Float64Array,
  vertices: Uint32Array,
  from: number,
  to: number,
  out: Float64Array,
  o: number,
): void {
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let k = from; k < to; k++) {
    const p = 3 * vertices[k];
    const x = positions[p];
    const y = positions[p + 1];
    const z = positions[p + 2];
    lowX = Math.min(lowX, x);
    lowY = Math.min(lowY, y);
    lowZ = Math.min(lowZ, z);
    highX = Math.max(highX, x);
    highY = Math.max(highY, y);
    highZ = Math.max(highZ, z);
  }
  out[o] = lowX;
  out[o + 1] = lowY;
  out[o + 2] = lowZ;
  out[o + 3] = highX;
  out[o + 4] = highY;
  out[o + 5] = highZ;
}

function measureLowest(lowest: Float64Array, groups: NodeGroups, g: number, sets: JointSets): void {
  const first = sets.starts[groups.sets[g]];
  const n = sets.starts[groups.sets[g] + 1] - first;
  for (let k = 0; k < n; k++) lowest[first + k] = 1;
  if (n === 1) return;
  for (let i = groups.starts[g]; i < groups.starts[g + 1]; i++) {
    const w = sets.weightStarts[groups.vertices[i]];
    for (let k = 0; k < n; k++) lowest[first + k] = Math.min(lowest[first + k], sets.weights[w + k]);
  }
}

function joinByJoint(bounds: GroupBounds, sets: JointSets, set: number): void {
  const { boxes, lowest, joints, jointBoxes, jointLowest, groupsOfJoint } = bounds;
  const b = 6 * set;
  for (let k = sets.starts[set]; k < sets.starts[set + 1]; k++) {
    const joint = sets.joints[k];
    const o = 6 * joint;
    if (groupsOfJoint[joint]++ === 0) {
      joints[bounds.jointCount++] = joint;
      jointLowest[joint] = lowest[k];
      for (let side = 0; side < 6; side++) jointBoxes[o + side] = boxes[b + side];
      continue;
    }
    jointLowest[joint] = Math.min(jointLowest[joint], lowest[k]);
    for (let axis = 0; axis < 3; axis++) {
      jointBoxes[o + axis] = Math.min(jointBoxes[o + axis], boxes[b + axis]);
      jointBoxes[o + 3 + axis] = Math.max(jointBoxes[o + 3 + axis], boxes[b + 3 + axis]);
    }
  }
}

/** Writes the corners of the box around all groups of the node. */
export function joinBoxesOfGroups({ joints, jointCount, jointBoxes }: GroupBounds, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let j = 0; j < jointCount; j++) {
      low = Math.min(low, jointBoxes[6 * joints[j] + axis]);
      high = Math.max(high, jointBoxes[6 * joints[j] + 3 + axis]);
    }
    out[axis] = low;
    out[3 + axis] = high;
  }
}
