/**
 * Many rigs have feet and hands that hang on the root, where inverse kinematics puts them, and not on the leg they end; in some all
 * joints hang on the root. So a joint whose surface is joined to that of nothing it hangs on is taken to hang on one to whose surface it
 * is joined (`createHolderTest`): those that are joined most first, then those that can be reached from there. Where nothing is left to
 * begin with, the joint with the most surface is. Gives for each joint what it hangs on, or -1. `sizes`: how much surface follows each; `joins`:
 * how much of it is joined to that of others, the same from either side; `held`: what some hang on, where that is known.
 */
export function findHolders(
  parents: Int32Array,
  sizes: ArrayLike<number>,
  joins: readonly ReadonlyMap<number, number>[],
  held: ReadonlyMap<number, number> = new Map(),
): Int32Array {
  const holders = parents.slice();
  for (const [n, holder] of held) holders[n] = holder;
  const couldHold = createHolderTest(parents, sizes, joins);
  const joints = [...parents.keys()].filter(n => sizes[n] > 0);
  const choices = new Map<number, [holder: number, count: number][]>();
  for (const n of joints) {
    let isJoined = held.has(n);
    for (let a = parents[n]; a >= 0; a = parents[a]) isJoined ||= sizes[a] > 0 && joins[n].has(a);
    if (isJoined) continue;
    const choice = [...joins[n]].filter(([other]) => couldHold(other, n));
    if (choice.length > 0) choices.set(n, choice);
  }
  const isOpen = (n: number): boolean => {
    for (let a = n; a >= 0; a = holders[a]) if (choices.has(a)) return true;
    return false;
  };
  if (joints.length > 0 && joints.every(isOpen)) {
    choices.delete(joints.reduce((most, n) => (sizes[n] > sizes[most] ? n : most)));
  }
  for (;;) {
    let best: { node: number; holder: number; count: number } | null = null;
    for (const [node, choice] of choices) {
      for (const [holder, count] of choice) {
        if ((!best || count > best.count) && !isOpen(holder)) best = { node, holder, count };
      }
    }
    if (!best) break;
    holders[best.node] = best.holder;
    choices.delete(best.node);
  }
  return holders;
}

/**
 * Whether one joint could hold another, for what the file says: it is farther from the root, and part of a limb, on which no two
 * joints hang, and the other is joined to nothing else as much, as it is where two legs leave a body; or the two hang on the same node,
 * and nothing hangs on them.
 */
function createHolderTest(
  parents: Int32Array,
  sizes: ArrayLike<number>,
  joins: readonly ReadonlyMap<number, number>[],
): (holder: number, node: number) => boolean {
  const forks = findForks(parents, sizes);
  const hasBelow = new Set<number>();
  parents.forEach((parent, n) => {
    for (let a = parent; sizes[n] > 0 && a >= 0; a = parents[a]) hasBelow.add(a);
  });
  const depths = Array.from(parents, (_, n) => listAbove(parents, n).length);
  const isBelow = (n: number, other: number): boolean => {
    let a = n;
    while (depths[a] > depths[other]) a = parents[a];
    return a === other;
  };
  const endsOnly = (holder: number, node: number): boolean =>
    [...joins[node]].every(
      ([other, count]) =>
        2 * count < joins[node].get(holder)! ||
        isBelow(other, node) ||
        isBelow(other, holder) ||
        isBelow(holder, other),
    );
  return (holder, node) => {
    const isEqual = parents[holder] === parents[node] && !hasBelow.has(holder) && !hasBelow.has(node);
    return (
      isEqual ||
      (depths[holder] > depths[node] && !forks.has(holder) && !isBelow(holder, node) && endsOnly(holder, node))
    );
  };
}

/** A node and all it hangs on. */
export function listAbove(parents: ArrayLike<number>, n: number): number[] {
  const list: number[] = [];
  for (let a = n; a >= 0; a = parents[a]) list.push(a);
  return list;
}

/** The joints on which, or below which, two others hang that have a surface. */
function findForks(parents: Int32Array, sizes: ArrayLike<number>): Set<number> {
  const carried = parents.slice().fill(-1); // the child, if it is one, below which all surface is
  const forks = new Set<number>();
  parents.forEach((parent, n) => {
    for (let child = n, a = parent; sizes[n] > 0 && a >= 0; child = a, a = parents[a]) {
      if (carried[a] >= 0 && carried[a] !== child) {
        for (let above = a; above >= 0; above = parents[above]) forks.add(above);
        break;
      }
      carried[a] = child;
    }
  });
  return forks;
}
