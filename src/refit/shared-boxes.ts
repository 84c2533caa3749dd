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
  numberOf: Map<string, number>;
  joints: number[];
  boxes: number[];
}

export function createSharedBoxTable(): SharedBoxTable {
  return { numberOf: new Map(), joints: [], boxes: [] };
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

function internBox(
  { numberOf, joints, boxes }: SharedBoxTable,
  joint: number,
  values: Float32Array,
  at: number,
): number {
  const key = `${joint} ${values.subarray(at, at + 6).join(' ')}`;
  const known = numberOf.get(key);
  if (known !== undefined) return known;
  numberOf.set(key, joints.length);
  for (let k = at; k < at + 6; k++) boxes.push(values[k]);
  return joints.push(joint) - 1;
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
