import type { Collider } from '../../collider.ts';
import { sayValue } from '../../math/say-value.ts';
import { nodeLevels } from '../../tree/tree.ts';

/** How much a query may do before it ends with what it knows by then. Whatever is reached first. */
export interface QueryLimit {
  /** Comparisons of volumes: the limit that gives the same answer on every machine. */
  volumeTests?: number;
  /** Time on the clock. */
  milliseconds?: number;
  /** Levels of the trees that are looked into; 0: no further than the roots. */
  depth?: number;
}

/** A limit as a walk reads it, and what it has left open. */
export interface Budget {
  volumeTests: number;
  /** After how many comparisons to look at the clock again. */
  nextLook: number;
  /** By `performance.now`. */
  deadline: number;
  depth: number;
  levelsA: Uint32Array;
  levelsB: Uint32Array;
  /** Pairs of nodes that were not looked into: two numbers each, and how far apart they are at least. */
  open: number[];
  distances: number[];
}

/** How many comparisons go by between two looks at the clock: some 20 us. */
const TESTS_PER_LOOK = 256;

const NONE = new Uint32Array(0);

/** Refuses limits that limit nothing or are no numbers. */
export function checkLimit(limit: QueryLimit, caller: string): void {
  const { volumeTests, milliseconds, depth } = typeof limit === 'object' && limit !== null ? limit : {};
  const given = { volumeTests, milliseconds, depth };
  let isAny = false;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    isAny = true;
    if (!(typeof value === 'number' && value >= 0)) {
      throw new Error(`${caller}: limit.${name} is ${sayValue(value)}; give a number of 0 or more.`);
    }
  }
  if (isAny) return;
  throw new Error(
    `${caller}: limit is ${sayValue(limit)}; give { volumeTests, milliseconds, depth }, or some of them.`,
  );
}

export function createBudget(a: Collider, b: Collider, limit: QueryLimit): Budget {
  const { volumeTests = Infinity, milliseconds = Infinity, depth = Infinity } = limit;
  const isShallow = depth < Infinity;
  return {
    volumeTests,
    nextLook: 0,
    deadline: milliseconds < Infinity ? performance.now() + milliseconds : Infinity,
    depth,
    levelsA: isShallow ? nodeLevels(a.shape.tree) : NONE,
    levelsB: isShallow ? nodeLevels(b.shape.tree) : NONE,
    open: [],
    distances: [],
  };
}

/** Whether no more may be done after so many comparisons. */
export function isUsedUp(budget: Budget, done: number): boolean {
  if (done >= budget.volumeTests) return true;
  if (done < budget.nextLook || budget.deadline === Infinity) return false;
  budget.nextLook = done + TESTS_PER_LOOK;
  return performance.now() >= budget.deadline;
}

/** Notes a pair of nodes that is not looked into; volumes that overlap are 0 apart. */
export function leaveOpen(budget: Budget, nodeA: number, nodeB: number, distance: number): void {
  budget.open.push(nodeA, nodeB);
  budget.distances.push(Math.max(0, distance));
}

/** Notes the pairs of nodes that were still to be looked at, as far as they are near enough. */
export function leaveRest(
  budget: Budget,
  pairs: Uint32Array,
  distances: Float64Array,
  count: number,
  far: number,
): void {
  for (let k = 0; k < count; k++) {
    if (!(distances[k] > far)) leaveOpen(budget, pairs[2 * k], pairs[2 * k + 1], distances[k]);
  }
}
