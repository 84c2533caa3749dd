import type { Arena, CheckCalls } from '../../compiled/arena.ts';
import { openEngine } from '../../compiled/engine.ts';
import { CAPACITY, PAIRS, QUERY, STACK, STACK_CAPACITY } from '../../compiled/query-record.ts';
import { trianglesTouch } from '../../query/elementary/triangle-triangle.ts';
import { type Entangled, isLeftOut, listRoots, mostWaiting } from '../measure/moved-pairs.ts';
import { loadCorners } from '../measure/snapshot.ts';
import { packSnapshot } from './pack-snapshot.ts';

/** Two regions in the memory of the compiled query, to be parted: `Parting` of compiled/assembly/check/part-regions.ts. */
export interface Parting {
  entangled: Entangled;
  arena: Arena;
  calls: CheckCalls;
  /** Room for the corners of two triangles. */
  corners: Float64Array;
}

type Vector = readonly [number, number, number];

/** Where things are, in bytes: the span, pairs of triangles met, those that touch, and pairs of nodes to begin with, each with room for so many of 8 bytes; those that wait take 16. */
const SPAN = PAIRS;
const MET = { at: PAIRS + 512, most: 64 };
const TOUCHING = { at: PAIRS + 1024, most: CAPACITY - 128 };
const ROOTS = { at: STACK, most: 1024 };
const WALK = { at: STACK + 8 * ROOTS.most, most: (STACK_CAPACITY - ROOTS.most) / 2 };

/** Fields of the record, in words from its beginning and in float64 numbers; and of the span. */
const WORDS = 8;
const SLOTS = WORDS + 14;
const BY = 0;
const MARGIN = 3;
const [TO, LATEST_FROM, LEAST_TO, DIRECTION] = [1, 2, 3, 4];
/** What the module says of a pair: `TOUCH` of triangle-triangle.ts. */
const TOUCH = 1;

/**
 * What two regions are parted with, for as long as nothing else is asked; null if the compiled query does not take them. `touching`: pairs that touch now, as slots in
 * turn; `margin`: as of `MovedPairs`.
 */
export function openParting(entangled: Entangled, touching: readonly number[], margin: number): Parting | null {
  const arena = openEngine();
  return arena && openPartingIn(arena, entangled, touching, margin);
}

/** The same in a given memory. */
export function openPartingIn(
  arena: Arena,
  entangled: Entangled,
  touching: readonly number[],
  margin: number,
): Parting | null {
  const { plan, bodyA, bodyB, regionA, regionB, a, b } = entangled;
  const [ownA, ownB] = [regionA - plan.firstRegions[bodyA], regionB - plan.firstRegions[bodyB]];
  const [rootsA, rootsB] = [listRoots(a, ownA), listRoots(b, ownB)];
  const roots = rootsA.length * rootsB.length;
  if (roots > ROOTS.most || roots + mostWaiting(entangled) > WALK.most || touching.length > 2 * TOUCHING.most) {
    return null;
  }
  if (a.shape.tree.maxLeafSize * b.shape.tree.maxLeafSize > MET.most) return null;
  arena.clock++;
  const [first, second] = [packSnapshot(arena, a, null), packSnapshot(arena, b, null)];
  // The second may have taken its room in a larger memory.
  const packed = second && first && packSnapshot(arena, a, null);
  if (!packed) return null;
  const { words, numbers } = arena;
  rootsA.forEach((rootA, k) => {
    rootsB.forEach((rootB, n) => {
      words.set([rootA, rootB], ROOTS.at / 4 + 2 * (k * rootsB.length + n));
    });
  });
  words.set(touching, TOUCHING.at / 4);
  numbers[QUERY / 8 + MARGIN] = margin;
  words.set(
    [
      ...[packed.at, second.at, ownA, ownB, SPAN, ROOTS.at, ROOTS.at + 8 * roots],
      ...[TOUCHING.at, TOUCHING.at + 4 * touching.length, WALK.at, WALK.at, MET.at],
    ],
    QUERY / 4 + WORDS,
  );
  return { entangled, arena, calls: packed.calls, corners: new Float64Array(18) };
}

/** `isFreeAt` of measure/separate.ts. What floats do not decide goes to the exact test. */
export function isFreeCompiled(parting: Parting, direction: Vector, way: number): boolean {
  const { arena, calls, entangled } = parting;
  const { words, numbers } = arena;
  numbers.set(direction, SPAN / 8 + DIRECTION);
  numbers[SPAN / 8 + LEAST_TO] = -Infinity;
  calls.beginParting(QUERY, way);
  for (let known = calls.meetNext(QUERY); known !== 0; known = calls.meetNext(QUERY)) {
    const [slotA, slotB] = [words[QUERY / 4 + SLOTS], words[QUERY / 4 + SLOTS + 1]];
    if (known !== TOUCH && !touchMoved(parting, slotA, slotB)) continue;
    if (!isLeftOut(entangled, slotA, slotB)) return false;
  }
  return true;
}

function touchMoved({ entangled, arena, corners }: Parting, slotA: number, slotB: number): boolean {
  loadCorners(entangled.a, slotA, corners, 0);
  loadCorners(entangled.b, slotB, corners, 9);
  for (let o = 0; o < 9; o++) corners[o] += arena.numbers[QUERY / 8 + BY + (o % 3)];
  return trianglesTouch(corners, 0, 3, 6, corners, 9, 12, 15);
}

/** `findFirstFree` of measure/separate.ts; `length`: the best so far. */
export function findFirstFreeCompiled(parting: Parting, direction: Vector, length: number): number {
  const { arena, calls, entangled } = parting;
  const { words, numbers } = arena;
  const span = SPAN / 8;
  numbers.set(direction, span + DIRECTION);
  let way = calls.goPastTouching(QUERY, length);
  while (way < length) {
    calls.beginParting(QUERY, way);
    numbers[span + LATEST_FROM] = way;
    numbers[span + LEAST_TO] = way;
    while (numbers[span + LEAST_TO] < length && calls.goPast(QUERY) !== 0) {
      const slot = QUERY / 4 + SLOTS;
      if (!isLeftOut(entangled, words[slot], words[slot + 1])) numbers[span + LEAST_TO] = numbers[span + TO];
    }
    const least = numbers[span + LEAST_TO];
    if (least === way) return way;
    way = least;
  }
  return Infinity;
}
