import type { VolumeKind } from '../../src/bounds/volumes.ts';
import type { Deformer } from '../../src/deform/deformer.ts';
import { JOINT_STRIDE, type PosedJoints } from '../../src/deform/posed-joints.ts';
import { countKeys } from '../../src/refit/chain.ts';
import { BOX_GROUP_HEADER, type RefitRecords } from '../../src/refit/records.ts';
import type { RefitRule } from '../../src/refit/rules.ts';

/** Makes a wrong rule of a right one. */
export type Spoil = (rule: RefitRule) => RefitRule;

/** The record of a node, ready to be changed: it begins at `at`. */
export interface NodeRecord {
  words: Int32Array;
  values: Float32Array;
  at: number;
}

/** The rule in another pose than the vertices are in. */
export function spoilPose(change: (posed: PosedJoints) => Partial<PosedJoints>): Spoil {
  return rule => (records, deformer, posed, node, scratch, out) => {
    rule(records, deformer, { ...posed, ...change(posed) }, node, scratch, out);
  };
}

/** The rule with another record of the node than was built for it. */
export function spoilRecord(change: (record: NodeRecord, posed: PosedJoints, deformer: Deformer) => void): Spoil {
  return rule => (records, deformer, posed, node, scratch, out) => {
    const words = records.words.slice();
    const values = new Float32Array(words.buffer);
    change({ words, values, at: records.starts[node] }, posed, deformer);
    rule({ ...records, words, values }, deformer, posed, node, scratch, out);
  };
}

/** How many numbers say where a volume of a field's record is, and how many it has: of k-DOPs with 18 directions. */
export function fieldLayout(volumes: VolumeKind): { middles: number; size: number } {
  if (volumes === 'dop') return { middles: 9, size: 18 };
  return { middles: 3, size: volumes === 'sphere' ? 4 : 6 };
}

/** For each target of a morphing node's record: its number, and where the volume of its displacements is. */
export function listMorphTargets({ words, at }: NodeRecord, size: number): { target: number; volume: number }[] {
  if (words[at] < 0) at += 1 + size * -words[at]; // key shapes come first
  const first = at + 1 + size;
  return Array.from({ length: words[at] }, (_, t) => {
    const o = first + t * (1 + 2 * size);
    return { target: words[o], volume: o + 1 };
  });
}

/** A patch of a chain's record: how large what it changes is, the fields in it, and where what stands behind them begins. */
interface Patch {
  size: number;
  fields: { target: number; volume: number }[];
  behind: number;
}

export function listPatches({ words, at }: NodeRecord, deformer: Deformer): Patch[] {
  const list: Patch[] = [];
  at += 1 + words[at];
  for (let patches = words[at++]; patches > 0; patches--) {
    const size = words[at + 1];
    const fields: Patch['fields'] = [];
    const count = words[at + 2];
    at += 3;
    for (let t = 0; t < count; t++, at += 1 + size) fields.push({ target: words[at], volume: at + 1 });
    list.push({ size, fields, behind: at });
    at += countKeys(deformer) * size;
  }
  return list;
}

/** Spoils what is read of each field of each patch of a chain's record. */
export function spoilFields(
  change: (values: Float32Array, field: { target: number; volume: number; size: number }, posed: PosedJoints) => void,
): Spoil {
  return spoilRecord((record, posed, deformer) => {
    for (const { size, fields } of listPatches(record, deformer)) {
      for (const field of fields) change(record.values, { ...field, size }, posed);
    }
  });
}

/** What `boundLinearBox` may get wrong. */
export type BoxFlaw = 'none' | 'signed matrix' | 'rest left out' | 'rest shared evenly';

/**
 * The rule for boxes under linear blending, written as plainly as its comment says it, or with a flaw. A group reaches from
 * sum low_k (c_k - h_k) + rest min (c_k - h_k) to the same with maxima and sums, along every axis.
 */
export function boundBoxPlainly(flaw: BoxFlaw): RefitRule {
  return (records, _deformer, posed, node, _scratch, out) => {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    let at = records.starts[node];
    for (let groups = records.words[at++]; groups > 0; groups--) {
      const { joints, weights, box, next } = readGroup(records, at);
      for (let axis = 0; axis < 3; axis++) {
        const ends = joints.map(joint => reachOf(box, posed, joint, axis, flaw));
        const rest = 1 - weights.reduce((sum, weight) => sum + weight, 0);
        const mix = (values: number[], pick: (...values: number[]) => number): number => {
          const sum = values.reduce((total, value, k) => total + weights[k] * value, 0);
          if (flaw === 'rest left out') return sum;
          const mean = values.reduce((total, value) => total + value, 0) / values.length;
          return sum + rest * (flaw === 'rest shared evenly' ? mean : pick(...values));
        };
        low[axis] = Math.min(
          low[axis],
          mix(
            ends.map(([from]) => from),
            Math.min,
          ),
        );
        high[axis] = Math.max(
          high[axis],
          mix(
            ends.map(([, to]) => to),
            Math.max,
          ),
        );
      }
      at = next;
    }
    for (let axis = 0; axis < 3; axis++) {
      out[6 * node + axis] = 0.5 * (low[axis] + high[axis]);
      out[6 * node + 3 + axis] = 0.5 * (high[axis] - low[axis]) + posed.slack;
    }
  };
}

interface BoxGroup {
  joints: number[];
  /** The lowest weight of each joint. */
  weights: number[];
  /** Around the rest positions: centre and half extents. */
  box: Float32Array;
  /** Where the next group begins. */
  next: number;
}

function readGroup({ words, values, members, memberStarts, shared }: RefitRecords, at: number): BoxGroup {
  const [n, mover] = words.subarray(at, at + 2);
  if (n === 0) {
    return { joints: [shared.joints[mover]], weights: [1], box: shared.boxes.subarray(6 * mover), next: at + 2 };
  }
  const box = values.subarray(at + 2, at + BOX_GROUP_HEADER);
  const from = at + BOX_GROUP_HEADER;
  if (n === 1) return { joints: [mover], weights: [1], box, next: from };
  const start = memberStarts[mover];
  const joints = [...members.subarray(start, start + n)];
  return { joints, weights: [...values.subarray(from, from + n)], box, next: from + n };
}

/** How far a joint carries a box along an axis of the world. */
function reachOf(
  box: Float32Array,
  posed: PosedJoints,
  joint: number,
  axis: number,
  flaw: BoxFlaw,
): [from: number, to: number] {
  const row = posed.joints.subarray(JOINT_STRIDE * joint + 4 * axis);
  let middle = row[3];
  let half = 0;
  for (let k = 0; k < 3; k++) {
    middle += row[k] * box[k];
    half += (flaw === 'signed matrix' ? row[k] : Math.abs(row[k])) * box[3 + k];
  }
  half = Math.abs(half);
  return [middle - half, middle + half];
}
