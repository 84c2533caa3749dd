import type { JointSets } from '../deform/joint-sets.ts';

/** Lists of joints that groups name by number: first those of the joint-sets, then unions of several of them. */
export interface JointUnions {
  starts: Uint32Array;
  joints: Uint32Array;
  count: number;
  numberOf: Map<string, number>;
}

export function createJointUnions(sets: JointSets): JointUnions {
  const count = sets.starts.length - 1;
  const numberOf = new Map<string, number>();
  for (let set = 0; set < count; set++) {
    numberOf.set(sets.joints.subarray(sets.starts[set], sets.starts[set + 1]).join(), set);
  }
  return { starts: sets.starts.slice(), joints: sets.joints.slice(), count, numberOf };
}

/** The number of the list of the first `count` of `joints` (ascending); a new one is added. */
export function internUnion(unions: JointUnions, joints: Uint32Array, count: number): number {
  const list = joints.subarray(0, count);
  const key = list.join();
  const known = unions.numberOf.get(key);
  if (known !== undefined) return known;
  const end = unions.starts[unions.count] + count;
  if (unions.count + 2 > unions.starts.length) unions.starts = enlarge(unions.starts, 2 * unions.count + 2);
  if (end > unions.joints.length) unions.joints = enlarge(unions.joints, 2 * end);
  unions.joints.set(list, unions.starts[unions.count]);
  unions.starts[unions.count + 1] = end;
  unions.numberOf.set(key, unions.count);
  return unions.count++;
}

function enlarge(array: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length);
  larger.set(array);
  return larger;
}
