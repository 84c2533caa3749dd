import { areApart, overlap } from './boxes';
import { findLeafPairs, mostLeafPairs } from './leaf-pairs';
import { poseTriangle } from './pose-leaf';
import { ARITY_BITS, ARITY_MASK, Collider, NodeBox, Query, UNSURE } from './records';
import { refit, refitFamily } from './refit';
import { testPairs } from './test-pairs';

/** Brings the root to the current pose, if it is stale. */
export function refitRoot(collider: Collider): void {
  if (collider.rootEpoch == collider.epoch) return;
  collider.rootEpoch = collider.epoch;
  refit(collider, 0);
}

/**
 * Begins a question, with the two triangles that it names, if it does, then with their leaves: what touched a moment ago may do so still. Of triangles
 * that are in doubt nothing is said here: the leaves have them as well.
 */
export function beginQuery(query: Query): void {
  const a = query.a;
  const b = query.b;
  a.refits = 0;
  b.refits = 0;
  a.posedVertices = 0;
  b.posedVertices = 0;
  query.found = 0;
  query.unsure = 0;
  query.volumeTests = 0;
  query.leafPairs = 0;
  query.triangleTests = 0;
  if (query.leafA < 0) return;
  if (doTrianglesTouch(query)) {
    query.found = 1;
    return;
  }
  refit(a, query.leafA);
  refit(b, query.leafB);
  findLeafPairs(query, query.leafA, query.leafB);
}

/** Whether the two triangles that a question names surely touch; lists them as found. */
function doTrianglesTouch(query: Query): bool {
  const a = query.a;
  const b = query.b;
  const pairs = query.pairs;
  poseTriangle(a, query.slotA);
  poseTriangle(b, query.slotB);
  store<u32>(pairs, query.slotA);
  store<u32>(pairs, query.slotB, 4);
  query.triangleTests++;
  const end = testPairs(pairs, pairs + 8, 0, a.vertices, a.shape.corners, b.vertices, b.shape.corners, 1);
  return end > pairs && load<u32>(pairs) < UNSURE;
}

/** Begins a walk: at the pair of roots, or at its end, if these are apart. */
export function beginWalk(query: Query): void {
  const a = query.a;
  const b = query.b;
  refitRoot(a);
  refitRoot(b);
  query.volumeTests++;
  store<i32>(query.stack, 0);
  store<i32>(query.stack, 0, 4);
  const apart = areApart(v128.load(a.boxes), v128.load(a.boxes, 16), v128.load(b.boxes), v128.load(b.boxes, 16));
  query.top = query.stack + (apart ? 0 : 8);
}

/**
 * Puts those children of a node whose boxes touch the box that stays onto the stack: at `side` the child, at 4 - `side` the node
 * that stays. Returns where the stack then ends. `boxes` are those of the collider: what the loop reads again and again is handed
 * over, as a compiler cannot know that nothing else writes it.
 */
@inline
function pushNear(boxes: usize, link: i32, low: v128, high: v128, stays: i32, side: usize, top: usize, wantsAll: u32): usize {
  const first = link >> ARITY_BITS;
  const end = first + (link & ARITY_MASK);
  if (wantsAll) {
    for (let child = first; child < end; child++) {
      const box = boxes + (<usize>child << 5);
      store<i32>(top + side, child);
      store<i32>(top + 4 - side, stays);
      top += areApart(low, high, v128.load(box), v128.load(box, 16)) ? 0 : 8;
    }
    return top;
  }
  let deepest: f32 = -Infinity; // The child that overlaps deepest goes on top: a hit is found sooner.
  for (let child = first; child < end; child++) {
    const box = boxes + (<usize>child << 5);
    const childLow = v128.load(box);
    const childHigh = v128.load(box, 16);
    if (areApart(low, high, childLow, childHigh)) continue;
    const depth = overlap(low, high, childLow, childHigh);
    store<i32>(top + side, child);
    store<i32>(top + 4 - side, stays);
    top += 8;
    if (depth > deepest) deepest = depth;
    else {
      const above = load<u64>(top - 8);
      store<u64>(top - 8, load<u64>(top - 16));
      store<u64>(top - 16, above);
    }
  }
  return top;
}

/**
 * Goes on with a walk: meets every pair of leaves whose boxes, and whose ancestors' boxes, touch. Returns when there is none left
 * (`top` is then `stack`), when the list might have no room for the next two leaves, or when one pair is enough and there
 * is one. Whoever calls it empties the list, and calls again.
 *
 * Of two nodes that is divided which was larger at rest, times how much the joints stretch: so which pairs of nodes there are to
 * meet does not depend on how far boxes have shrunk, and the pairs of triangles found come in an order that does not depend
 * on what was asked before. (Boxes decide only what is left out, and nothing that touches ever is.)
 */
export function walkPairs(query: Query): void {
  const a = query.a;
  const b = query.b;
  const sizesA = a.shape.sizes;
  const sizesB = b.shape.sizes;
  const scaleA = a.scale;
  const scaleB = b.scale;
  const boxesA = a.boxes;
  const boxesB = b.boxes;
  const epochA = a.epoch;
  const epochB = b.epoch;
  const wantsAll = query.wantsAll;
  const stack = query.stack;
  let top = query.top;
  let volumeTests: u32 = 0;
  while (top > stack) {
    top -= 8;
    const nodeA = load<i32>(top);
    const nodeB = load<i32>(top, 4);
    const boxA = boxesA + (<usize>nodeA << 5);
    const boxB = boxesB + (<usize>nodeB << 5);
    const linkA = changetype<NodeBox>(boxA).link;
    const linkB = changetype<NodeBox>(boxB).link;
    if ((linkA & linkB) < 0) {
      if (query.found + mostLeafPairs(a, nodeA, b, nodeB) > query.capacity) {
        top += 8;
        break;
      }
      findLeafPairs(query, nodeA, nodeB);
      if (query.found > 0 && !wantsAll) {
        query.leafA = nodeA;
        query.leafB = nodeB;
        break;
      }
      continue;
    }
    const sizeA = scaleA * load<f32>(sizesA + (<usize>nodeA << 2));
    const sizeB = scaleB * load<f32>(sizesB + (<usize>nodeB << 2));
    if (linkB < 0 || (linkA >= 0 && sizeA >= sizeB)) {
      if (changetype<NodeBox>(boxA).epochBelow != epochA) refitFamily(a, nodeA);
      volumeTests += linkA & ARITY_MASK;
      top = pushNear(boxesA, linkA, v128.load(boxB), v128.load(boxB, 16), nodeB, 0, top, wantsAll);
    } else {
      if (changetype<NodeBox>(boxB).epochBelow != epochB) refitFamily(b, nodeB);
      volumeTests += linkB & ARITY_MASK;
      top = pushNear(boxesB, linkB, v128.load(boxA), v128.load(boxA, 16), nodeA, 4, top, wantsAll);
    }
  }
  query.volumeTests += volumeTests;
  query.top = top;
}
