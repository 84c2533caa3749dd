import type { SphereSet } from '../spheres/sphere-set.ts';
import type { Freedom } from './kinematics.ts';

/**
 * 'sampled': nothing is promised, but at the sampled poses themselves. 'spheres': the answer is that of all spheres at
 * every pose in range. 'triangles': and as these cover both meshes, no collision of the meshes is reported free.
 */
export type Guarantee = 'sampled' | 'spheres' | 'triangles';

/** What a table of it can answer: whether anything collides, or all pairs of spheres that do. */
export type Answers = 'yes-no' | 'pairs';

/** Which spheres collide somewhere in the motion, and where. */
export interface MotionSearch {
  guarantee: Guarantee;
  answers: Answers;
  /** How far apart spheres may be that count as colliding. */
  tolerance: number;
  freedoms: readonly Freedom[];
  spheresA: SphereSet;
  spheresB: SphereSet;
  /** The pairs that collide (of a, of b; ascending), or in a safe search: that may collide anywhere in range. */
  pairs: Uint32Array;
  /**
   * The poses that collide, each with the numbers of its pairs: `posePairs[poseStarts[p]..poseStarts[p + 1])`. In a
   * safe search for yes or no: cells of motion with pairs that collide at every pose of the cell. In one for pairs:
   * none.
   */
  poseStarts: Uint32Array;
  posePairs: Uint32Array;
  /** 1 for pairs that a safe table must keep: they may collide in a cell where no pair surely does. */
  isForced: Uint8Array;
}

/** Pairs in the order in which they were found, and what was found out about poses; `finishFound` sorts it all. */
export interface Found {
  countB: number;
  numbers: Map<number, number>;
  keys: number[];
  forced: Set<number>;
  poseStarts: number[];
  posePairs: number[];
}

export function createFound(countB: number): Found {
  return { countB, numbers: new Map(), keys: [], forced: new Set(), poseStarts: [0], posePairs: [] };
}

/** The number of the pair in the order of finding. */
export function noteFound(found: Found, a: number, b: number): number {
  const key = a * found.countB + b;
  const known = found.numbers.get(key);
  if (known !== undefined) return known;
  found.numbers.set(key, found.keys.length);
  found.keys.push(key);
  return found.keys.length - 1;
}

export function hasFound(found: Found, a: number, b: number): boolean {
  return found.numbers.has(a * found.countB + b);
}

/** Ends the list of pairs of one pose; a pose without any is not kept. */
export function endPose({ poseStarts, posePairs }: Found): void {
  if (posePairs.length > poseStarts[poseStarts.length - 1]) poseStarts.push(posePairs.length);
}

export function finishFound(found: Found): Pick<MotionSearch, 'pairs' | 'poseStarts' | 'posePairs' | 'isForced'> {
  const { keys, countB, forced } = found;
  const order = Uint32Array.from(keys, (_, number) => number).sort((s, t) => keys[s] - keys[t]);
  const rank = new Uint32Array(order.length);
  order.forEach((number, k) => {
    rank[number] = k;
  });
  return {
    pairs: Uint32Array.from({ length: 2 * order.length }, (_, k) => {
      const key = keys[order[k >> 1]];
      return k % 2 === 0 ? Math.floor(key / countB) : key % countB;
    }),
    poseStarts: Uint32Array.from(found.poseStarts),
    posePairs: Uint32Array.from(found.posePairs, number => rank[number]),
    isForced: Uint8Array.from(order, number => (forced.has(number) ? 1 : 0)),
  };
}
