import { writeBox } from '../bounds/box.ts';
import { JOINT_STRIDE, type PosedJoints } from '../deform/posed-joints.ts';
import type { RefitRecords } from './records.ts';

/**
 * Near the root, nodes are bounded joint by joint, and a joint's vertices mostly lie in one node of every level: the same
 * box again and again. Such boxes are kept once, posed once per pose, and named by records of all the nodes they serve:
 * a group of [0] [shared box]. That takes two thirds off refitting the upper levels, which every query needs.
 */
export interface SharedBoxes {
  /** The joint that moves each box, and its box at rest (centre, half extents). */
  joints: Uint32Array;
  boxes: Float32Array;
}

/** Shared boxes while records are built. */
export interface SharedBoxTable {
  /** For each hash of a joint and a box the last one that has it; for each box the one before it that has the same hash, or -1. */
  lastOf: Map<number, number>;
  previous: number[];
  joints: number[];
  boxes: number[];
}

export function createSharedBoxTable(): SharedBoxTable {
  return { lastOf: new Map(), previous: [], joints: [], boxes: [] };
}

/** Nodes with fewer joints are refitted faster from their own record. */
const FEWEST_JOINTS = 4;

/**
 * Rewrites a record of boxes whose groups all follow one joint (of a single node, at the beginning of `words`) so that it
 * names shared boxes. Returns its new length: the old one if it stays as it is.
 */
export function shareBoxes(table: SharedBoxTable, words: Int32Array, values: Float32Array, length: number): number {
  const count = Math.abs(words[0]);
  const start = words[0] < 0 ? 2 + 2 * words[1] : 1;
  if (count < FEWEST_JOINTS) return length;
  for (let g = 0; g < count; g++) if (words[start + 8 * g] !== 1) return length;
  let to = start;
  for (let g = 0; g < count; g++) {
    const from = start + 8 * g;
    const id = internBox(table, words[from + 1], values, from + 2);
    words[to] = 0;
    words[to + 1] = id;
    to += 2;
  }
  words.copyWithin(to, start + 8 * count, length);
  return length - 6 * count;
}

function internBox(table: SharedBoxTable, joint: number, values: Float32Array, at: number): number {
  const { lastOf, previous, joints, boxes } = table;
  let hash = joint;
  for (let k = at; k < at + 6; k++) hash = (Math.imul(hash, 31) + Math.imul(values[k] * 0x10000, 0x9e3779b1)) | 0;
  const last = lastOf.get(hash) ?? -1;
  for (let id = last; id >= 0; id = previous[id]) if (joints[id] === joint && isBox(boxes, id, values, at)) return id;
  lastOf.set(hash, joints.length);
  previous.push(last);
  for (let k = at; k < at + 6; k++) boxes.push(values[k]);
  return joints.push(joint) - 1;
}

function isBox(boxes: readonly number[], id: number, values: Float32Array, at: number): boolean {
  for (let k = 0; k < 6; k++) if (boxes[6 * id + k] !== values[at + k]) return false;
  return true;
}

/** Where the posed corners (low, high) of shared box `id` begin in `posed.sharedBoxes`, brought up to date. */
export function poseSharedBox({ shared }: RefitRecords, posed: PosedJoints, id: number): number {
  const o = 6 * id;
  if (posed.sharedEpochs[id] === posed.epoch) return o;
  posed.sharedEpochs[id] = posed.epoch;
  const { joints, sharedBoxes: out } = posed;
  const { boxes } = shared;
  const m = JOINT_STRIDE * shared.joints[id];
  const x = boxes[o];
  const y = boxes[o + 1];
  const z = boxes[o + 2];
  const ex = boxes[o + 3];
  const ey = boxes[o + 4];
  const ez = boxes[o + 5];
  for (let axis = 0, row = m; axis < 3; axis++, row += 4) {
    const center = joints[row] * x + joints[row + 1] * y + joints[row + 2] * z + joints[row + 3];
    const half = Math.abs(joints[row]) * ex + Math.abs(joints[row + 1]) * ey + Math.abs(joints[row + 2]) * ez;
    out[o + axis] = center - half;
    out[o + 3 + axis] = center + half;
  }
  return o;
}

/** The box around the shared boxes of a node, whose record's groups begin at `at`. */
export function joinSharedBoxes(
  records: RefitRecords,
  posed: PosedJoints,
  at: number,
  groups: number,
  out: Float64Array,
  o: number,
): void {
  const { words } = records;
  const { sharedBoxes: boxes, slack } = posed;
  let b = poseSharedBox(records, posed, words[at + 1]);
  let lowX = boxes[b];
  let lowY = boxes[b + 1];
  let lowZ = boxes[b + 2];
  let highX = boxes[b + 3];
  let highY = boxes[b + 4];
  let highZ = boxes[b + 5];
  for (let k = at + 3; k < at + 2 * groups; k += 2) {
    b = poseSharedBox(records, posed, words[k]);
    // Minima and maxima as (a + b -+ |a - b|) / 2: no branch to mispredict.
    lowX = 0.5 * (lowX + boxes[b] - Math.abs(lowX - boxes[b]));
    lowY = 0.5 * (lowY + boxes[b + 1] - Math.abs(lowY - boxes[b + 1]));
    lowZ = 0.5 * (lowZ + boxes[b + 2] - Math.abs(lowZ - boxes[b + 2]));
    highX = 0.5 * (highX + boxes[b + 3] + Math.abs(highX - boxes[b + 3]));
    highY = 0.5 * (highY + boxes[b + 4] + Math.abs(highY - boxes[b + 4]));
    highZ = 0.5 * (highZ + boxes[b + 5] + Math.abs(highZ - boxes[b + 5]));
  }
  const poison = slack + 0 * (lowX + lowY + lowZ + highX + highY + highZ); // NaN if anything is
  writeBox(lowX, lowY, lowZ, highX, highY, highZ, poison, out, o);
}
