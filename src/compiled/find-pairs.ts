import type { Collider } from '../collider.ts';
import { trianglesTouch } from '../query/elementary/triangle-triangle.ts';
import { addPairs } from '../query/pairs/pair-list.ts';
import type { LastHit, Workspace } from '../workspace.ts';
import type { Arena } from './arena.ts';
import { openEngine } from './engine.ts';
import { COLLIDER, type ColliderBlock as Posed, packCollider } from './pack-collider.ts';
import { isCompiled, packShape } from './pack-shape.ts';
import {
  CAPACITY,
  FOUND,
  LEAF_A,
  LEAF_B,
  LEAF_PAIRS,
  MOST_PAIRS,
  NEAR,
  NEAR_START,
  PAIRS,
  PAIRS_START,
  QUERY,
  SLOT_A,
  SLOT_B,
  STACK,
  STACK_CAPACITY,
  STACK_START,
  TOP,
  TRIANGLE_TESTS,
  UNSURE,
  VOLUME_TESTS,
  WANTS_ALL,
} from './query-record.ts';

/** Finds pairs by the compiled query of this thread; false if it has none, or none that knows these colliders. */
export function findPairsCompiled(a: Collider, b: Collider, workspace: Workspace): boolean {
  if (!isCompiled(a.shape) || !isCompiled(b.shape)) return false;
  // Where one pair is enough, few boxes are met, and those of morphs are tighter there (docs/decisions/0034).
  if (!workspace.search.wantsAll && (isMorph(a) || isMorph(b))) return false;
  const arena = openEngine();
  return arena !== null && findPairsIn(arena, a, b, workspace);
}

/** As `findPairsCompiled`, where one pair is enough: looks first where `hit` says, of the same two shapes, and says there where they touch. */
export function findPairAgain(a: Collider, b: Collider, hit: LastHit, workspace: Workspace): boolean {
  const { search } = workspace;
  copyHit(hit, search);
  const isKnown = findPairsCompiled(a, b, workspace);
  if (isKnown) copyHit(search, hit);
  search.leafA = search.leafB = -1;
  return isKnown;
}

function copyHit(from: LastHit, to: LastHit): void {
  to.leafA = from.leafA;
  to.leafB = from.leafB;
  to.slotA = from.slotA;
  to.slotB = from.slotB;
}

function isMorph({ shape }: Collider): boolean {
  return shape.deformer.kind === 'morph';
}

/**
 * Finds the pairs of triangles that touch, all or one, as `walkPairs` with `findLeafPairs` does, and adds them to the
 * workspace's list. If one is enough, it looks first at the slots and leaves that the search names (`LastHit`), and then names those of the pair that it found. Leaves are
 * numbered as in the module, which has larger ones than the library. Returns false, having done nothing, if there is no room, or a pose is beyond float32: then those have to.
 *
 * Exactly the same pairs: its boxes contain every posed vertex (docs/decisions/0019), the vertices are the same numbers, and of
 * two triangles it decides only what floats can; the rest is decided here, by the test of the other path.
 */
export function findPairsIn(arena: Arena, a: Collider, b: Collider, workspace: Workspace): boolean {
  const treeA = a.shape.tree;
  const treeB = b.shape.tree;
  if (2 + treeA.depth * treeA.maxArity + treeB.depth * treeB.maxArity > STACK_CAPACITY) return false;
  arena.clock++; // what is packed from here on is not given up before the next question
  const shapeA = packShape(arena, a.shape);
  const shapeB = shapeA && packShape(arena, b.shape);
  const packedA = shapeA && packCollider(arena, a, shapeA, null);
  const packedB = shapeB && packedA && packCollider(arena, b, shapeB, packedA.origin); // so that boxes can be compared
  if (!packedA || !packedB) return false;

  const { words, calls } = arena;
  const { search, counts, pairs } = workspace;
  const q = QUERY / 4;
  const { start: atA } = packedA.block;
  const { start: atB } = packedB.block;
  words[q] = atA;
  words[q + 1] = atB;
  words[q + STACK_START] = STACK;
  words[q + TOP] = STACK;
  words[q + NEAR_START] = NEAR;
  words[q + PAIRS_START] = PAIRS;
  words[q + MOST_PAIRS] = CAPACITY;
  words[q + WANTS_ALL] = search.wantsAll ? 1 : 0;
  words[q + LEAF_A] = search.leafA;
  words[q + LEAF_B] = search.leafB;
  words[q + SLOT_A] = search.slotA;
  words[q + SLOT_B] = search.slotB;
  calls.beginQuery(QUERY);
  if (!takePairs(arena, packedA, packedB, workspace)) {
    calls.beginWalk(QUERY);
    while (words[q + TOP] > STACK) {
      calls.walkPairs(QUERY);
      if (takePairs(arena, packedA, packedB, workspace)) break;
    }
  }
  search.leafA = search.leafB = -1;
  if (pairs.length > 0) {
    search.leafA = words[q + LEAF_A];
    search.leafB = words[q + LEAF_B];
    search.slotA = words[q + SLOT_A];
    search.slotB = words[q + SLOT_B];
  }
  counts.volumeTests += words[q + VOLUME_TESTS];
  counts.leafPairs += words[q + LEAF_PAIRS];
  counts.triangleTests += words[q + TRIANGLE_TESTS];
  counts.refits += words[atA / 4 + COLLIDER.refits] + (atA === atB ? 0 : words[atB / 4 + COLLIDER.refits]);
  counts.vertices +=
    words[atA / 4 + COLLIDER.posedVertices] + (atA === atB ? 0 : words[atB / 4 + COLLIDER.posedVertices]);
  return true;
}

/** Takes over the pairs that the module has found so far. Returns whether there are enough. */
function takePairs(arena: Arena, a: Posed, b: Posed, { search, pairs }: Workspace): boolean {
  const { words, calls } = arena;
  const q = QUERY / 4;
  if (words[q + UNSURE] > 0) settlePairs(arena, a, b, search.wantsAll);
  const found = words[q + FOUND];
  if (found === 0) return false;
  calls.namePairs(QUERY);
  addPairs(pairs, words, PAIRS / 4, 2 * found);
  words[q + FOUND] = 0;
  return !search.wantsAll;
}

/**
 * Decides about the pairs of the module's list that it is unsure of: those that do not touch are taken out, and if one pair is
 * enough, all behind the first that does.
 */
function settlePairs({ words, numbers }: Arena, a: Posed, b: Posed, wantsAll: boolean): void {
  const end = PAIRS / 4 + 2 * words[QUERY / 4 + FOUND];
  let kept = PAIRS / 4;
  for (let k = PAIRS / 4; k < end; k += 2) {
    const slotA = words[k] & 0x7fffffff;
    const slotB = words[k + 1];
    if (words[k] !== slotA && !doSlotsTouch(numbers, a, slotA, b, slotB)) continue;
    words[kept++] = slotA;
    words[kept++] = slotB;
    if (!wantsAll) break;
  }
  words[QUERY / 4 + FOUND] = (kept - PAIRS / 4) / 2;
  words[QUERY / 4 + UNSURE] = 0;
}

/** The exact test, on the vertices in the memory of the module: four numbers each, x, y, z and the epoch. */
function doSlotsTouch(numbers: Float64Array, a: Posed, slotA: number, b: Posed, slotB: number): boolean {
  const p = 3 * slotA;
  const q = 3 * slotB;
  return trianglesTouch(
    numbers,
    a.vertices + 4 * a.corners[p],
    a.vertices + 4 * a.corners[p + 1],
    a.vertices + 4 * a.corners[p + 2],
    numbers,
    b.vertices + 4 * b.corners[q],
    b.vertices + 4 * b.corners[q + 1],
    b.vertices + 4 * b.corners[q + 2],
  );
}
