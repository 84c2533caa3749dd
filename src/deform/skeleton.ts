/**
 * How the joints hang together in the rest pose: `parents[j]` is the joint that carries `j` (-1 for a root, any order),
 * and joint `j` rests at `positions[3j..3j+2]` in the space of the mesh.
 */
export interface Skeleton {
  parents: Int32Array;
  positions: Float64Array;
}

/** Refuses a skeleton that does not fit `jointCount` joints or whose parents run in a circle. */
export function checkSkeleton(skeleton: Skeleton, jointCount: number, caller: string): void {
  const { parents, positions } = skeleton;
  if (parents.length !== jointCount || positions.length !== 3 * jointCount) {
    throw new Error(
      `${caller}: the skeleton has ${parents.length} parents and ${positions.length / 3} positions; ` +
        `the skin's ${jointCount} joints need one of each.`,
    );
  }
  for (let k = 0; k < positions.length; k++) {
    if (!Number.isFinite(positions[k])) {
      throw new Error(
        `${caller}: the rest position of joint ${Math.floor(k / 3)} has a ${positions[k]}; give finite numbers.`,
      );
    }
  }
  for (let j = 0; j < jointCount; j++) {
    if (parents[j] < -1 || parents[j] >= jointCount) {
      throw new Error(
        `${caller}: the parent of joint ${j} is ${parents[j]}; give a joint from 0 to ${jointCount - 1}, or -1.`,
      );
    }
  }
  jointsParentFirst(skeleton, caller);
}

/** All joints in an order in which every parent comes before its children. */
export function jointsParentFirst(skeleton: Skeleton, caller: string): Uint32Array {
  const { parents } = skeleton;
  const order = new Uint32Array(parents.length);
  const state = new Uint8Array(parents.length); // 0 = not seen, 1 = on the path being followed, 2 = listed
  let count = 0;
  const path: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    let joint = start;
    while (joint >= 0 && state[joint] === 0) {
      state[joint] = 1;
      path.push(joint);
      joint = parents[joint];
    }
    if (joint >= 0 && state[joint] === 1) {
      throw new Error(`${caller}: joint ${joint} is its own ancestor; the parents of a skeleton must form trees.`);
    }
    while (path.length > 0) {
      const next = path.pop()!;
      state[next] = 2;
      order[count++] = next;
    }
  }
  return order;
}
