import { boxTriangles, makeBoxRoom } from './box-triangles';
import { areApart } from './boxes';
import { Collider, LeafRecord, Query, UNSURE } from './records';
import { testPairs } from './test-pairs';

@inline
function leafRecord(collider: Collider, node: i32): LeafRecord {
  return changetype<LeafRecord>(load<usize>(collider.shape.records + (<usize>node << 2)));
}

/** The most pairs of triangles that two leaves can have: what the list must have room for. */
export function mostLeafPairs(a: Collider, nodeA: i32, b: Collider, nodeB: i32): u32 {
  return leafRecord(a, nodeA).slotCount * leafRecord(b, nodeB).slotCount;
}

/**
 * Adds the pairs of triangles of two posed leaves that touch, or may, to the list of the query. If one pair is enough, the
 * first that surely touches is the last. A triangle that touches a triangle of the other leaf has a point in both
 * leaves' boxes, so it is held against what the two have in common; those of b that pass are listed without a branch, and so are the pairs whose boxes touch.
 */
export function findLeafPairs(query: Query, nodeA: i32, nodeB: i32): void {
  const a = query.a;
  const b = query.b;
  query.leafPairs++;
  const boxA = a.boxes + (<usize>nodeA << 5);
  const boxB = b.boxes + (<usize>nodeB << 5);
  const low = f32x4.pmax(v128.load(boxA), v128.load(boxB));
  const high = f32x4.pmin(v128.load(boxA, 16), v128.load(boxB, 16));
  const leafA = leafRecord(a, nodeA);
  const leafB = leafRecord(b, nodeB);
  makeBoxRoom(a);
  makeBoxRoom(b);
  const boxesA = boxTriangles(a, nodeA, leafA);
  const boxesB = boxTriangles(b, nodeB, leafB);

  const near = query.near;
  let nearEnd = near;
  const endB = leafB.firstSlot + leafB.slotCount;
  for (let slot = leafB.firstSlot; slot < endB; slot++) {
    const box = boxesB + (<usize>slot << 5);
    store<u32>(nearEnd, slot);
    nearEnd += areApart(low, high, v128.load(box), v128.load(box, 16)) ? 0 : 4;
  }
  if (nearEnd == near) return;

  const found = query.pairs + (<usize>query.found << 3);
  let end = found;
  const endA = leafA.firstSlot + leafA.slotCount;
  for (let slotA = leafA.firstSlot; slotA < endA; slotA++) {
    const box = boxesA + (<usize>slotA << 5);
    const lowA = v128.load(box);
    const highA = v128.load(box, 16);
    if (areApart(low, high, lowA, highA)) continue;
    for (let k = near; k < nearEnd; k += 4) {
      const slotB = load<u32>(k);
      const other = boxesB + (<usize>slotB << 5);
      store<u32>(end, slotA);
      store<u32>(end, slotB, 4);
      end += areApart(lowA, highA, v128.load(other), v128.load(other, 16)) ? 0 : 8;
    }
  }
  if (end == found) return;
  query.triangleTests += <u32>(end - found) >> 3;
  const kept = testPairs(found, end, query.wantsAll, a.vertices, a.shape.corners, b.vertices, b.shape.corners, 1);
  query.found += <u32>(kept - found) >> 3;
  for (let pair = found; pair < kept; pair += 8) query.unsure += load<u32>(pair) / UNSURE;
}

/** Names the triangles of all pairs in the list as in the meshes that were given, in place of their slots; the first stay in mind by these. */
export function namePairs(query: Query): void {
  query.slotA = load<u32>(query.pairs);
  query.slotB = load<u32>(query.pairs, 4);
  const orderA = query.a.shape.order;
  const orderB = query.b.shape.order;
  const end = query.pairs + (<usize>query.found << 3);
  for (let pair = query.pairs; pair < end; pair += 8) {
    store<u32>(pair, load<u32>(orderA + (<usize>load<u32>(pair) << 2)));
    store<u32>(pair, load<u32>(orderB + (<usize>load<u32>(pair, 4) << 2)), 4);
  }
}
