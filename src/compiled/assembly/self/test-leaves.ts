import { testPairs } from '../test-pairs';
import { Adjacent, LeafBoxes, NodeDrift, SelfBox, SelfInstant, SelfLeaf, SelfQuery } from './records';

/** The most pairs that two leaves can have, of up to 8 triangles: what the list must have room for. */
export const MOST_LEAF_PAIRS: u32 = 64;

/**
 * Adds the pairs of triangles without a common vertex, one of each leaf, that touch, or may. `i` and `j` are nodes, and may be the same. What self/test-leaves.ts
 * does: first whether both drift less than their triangles are apart at rest, then the triangles whose boxes reach into what the boxes of the leaves share,
 * then those of them whose boxes touch.
 */
export function testLeaves(query: SelfQuery, i: i32, j: i32): void {
  const instant = query.instant;
  const boxes = instant.boxes;
  const linkI = changetype<SelfBox>(boxes + (<usize>i << 5)).link;
  const linkJ = changetype<SelfBox>(boxes + (<usize>j << 5)).link;
  const isFirstLower = ~linkI <= ~linkJ;
  const lower = isFirstLower ? i : j;
  const higher = isFirstLower ? j : i;
  const numberI = isFirstLower ? ~linkI : ~linkJ;
  const numberJ = isFirstLower ? ~linkJ : ~linkI;
  const leafI = changetype<SelfLeaf>(instant.leaves + <usize>numberI * offsetof<SelfLeaf>());
  const leafJ = changetype<SelfLeaf>(instant.leaves + <usize>numberJ * offsetof<SelfLeaf>());
  const adjacent = findAdjacent(leafI, <u32>numberJ);
  const boxI = boxes + (<usize>lower << 5);
  const boxJ = boxes + (<usize>higher << 5);
  if (changetype<SelfBox>(boxI).joint == changetype<SelfBox>(boxJ).joint) {
    const drifts = instant.drifts;
    const drift =
      changetype<NodeDrift>(drifts + <usize>lower * offsetof<NodeDrift>()).drift +
      changetype<NodeDrift>(drifts + <usize>higher * offsetof<NodeDrift>()).drift;
    const gap = adjacent ? changetype<Adjacent>(adjacent).gap : gapAtRest(leafI, leafJ);
    if (drift < gap) return;
  }
  query.leafPairs++;
  const boxesI = boxTriangles(instant, leafI, numberI);
  const boxesJ = boxTriangles(instant, leafJ, numberJ);
  let rows: u32 = 255;
  let columns: u32 = 255;
  if (i != j) {
    const low = f32x4.pmax(v128.load(boxI), v128.load(boxJ));
    const high = f32x4.pmin(v128.load(boxI, 16), v128.load(boxJ, 16));
    const lowX = v128.shuffle<i32>(low, low, 0, 0, 0, 0);
    const lowY = v128.shuffle<i32>(low, low, 1, 1, 1, 1);
    const lowZ = v128.shuffle<i32>(low, low, 2, 2, 2, 2);
    const highX = v128.shuffle<i32>(high, high, 0, 0, 0, 0);
    const highY = v128.shuffle<i32>(high, high, 1, 1, 1, 1);
    const highZ = v128.shuffle<i32>(high, high, 2, 2, 2, 2);
    rows = listNear(boxesI, lowX, lowY, lowZ, highX, highY, highZ);
    if (rows == 0) return;
    columns = listNear(boxesJ, lowX, lowY, lowZ, highX, highY, highZ);
    if (columns == 0) return;
  }
  const leftOut: u64 = adjacent ? changetype<Adjacent>(adjacent).leftOut : 0;
  const found = query.pairs + (<usize>query.found << 3);
  let end = found;
  while (rows != 0) {
    const row = ctz<u32>(rows);
    rows &= rows - 1;
    let others = columns & ~(<u32>(leftOut >> (row << 3)));
    if (i == j) others &= -2 << row; // those after it
    if (others == 0) continue;
    const box = boxesI + (<usize>row << 2);
    others &= listNear(
      boxesJ,
      v128.load32_splat(box),
      v128.load32_splat(box, 32),
      v128.load32_splat(box, 64),
      v128.load32_splat(box, 96),
      v128.load32_splat(box, 128),
      v128.load32_splat(box, 160),
    );
    while (others != 0) {
      const one = leafI.firstSlot + row;
      const other = leafJ.firstSlot + ctz<u32>(others);
      others &= others - 1;
      store<u32>(end, min<u32>(one, other));
      store<u32>(end, max<u32>(one, other), 4);
      end += 8;
    }
  }
  if (end == found) return;
  query.triangleTests += <u32>(end - found) >> 3;
  const vertices = instant.vertices;
  const corners = instant.corners;
  const kept = testPairs(found, end, query.wantsAll, vertices, corners, vertices, corners, 24);
  query.found += <u32>(kept - found) >> 3;
}

/** Where the pair of leaves is among those that have triangles left out; 0 if it is not. */
@inline
export function findAdjacent(lower: SelfLeaf, higher: u32): usize {
  const end = lower.adjacentsEnd;
  for (let at = lower.adjacents; at < end; at += offsetof<Adjacent>()) {
    if (changetype<Adjacent>(at).leaf == higher) return at;
  }
  return 0;
}

/** How far apart the boxes of two leaves are at rest: `boxGap` of reasons/rest-gaps.ts. */
@inline
export function gapAtRest(a: SelfLeaf, b: SelfLeaf): f64 {
  const x = gapOnAxis(a.lowX, a.highX, b.lowX, b.highX);
  const y = gapOnAxis(a.lowY, a.highY, b.lowY, b.highY);
  const z = gapOnAxis(a.lowZ, a.highZ, b.lowZ, b.highZ);
  return sqrt<f64>(x * x + y * y + z * z);
}

@inline
function gapOnAxis(lowA: f64, highA: f64, lowB: f64, highB: f64): f64 {
  const gap = lowA - highB > lowB - highA ? lowA - highB : lowB - highA;
  return gap > 0 ? gap : 0;
}

/** The boxes of the triangles of a leaf, made if that has not been done in this pose. */
@inline
function boxTriangles(instant: SelfInstant, leaf: SelfLeaf, number: i32): usize {
  const boxes = instant.leafBoxes + <usize>number * offsetof<LeafBoxes>();
  if (leaf.epoch == instant.epoch) return boxes;
  leaf.epoch = instant.epoch;
  const narrowVertices = instant.narrowVertices;
  let corner = instant.corners + 12 * <usize>leaf.firstSlot;
  let out = boxes;
  for (const end = out + (<usize>leaf.slotCount << 2); out < end; out += 4, corner += 12) {
    const p = v128.load(narrowVertices + narrowPlace(load<u32>(corner)));
    const q = v128.load(narrowVertices + narrowPlace(load<u32>(corner, 4)));
    const r = v128.load(narrowVertices + narrowPlace(load<u32>(corner, 8)));
    const low = f32x4.pmin(f32x4.pmin(p, q), r);
    const high = f32x4.pmax(f32x4.pmax(p, q), r);
    v128.store32_lane(out, low, 0);
    v128.store32_lane(out, low, 1, 32);
    v128.store32_lane(out, low, 2, 64);
    v128.store32_lane(out, high, 0, 96);
    v128.store32_lane(out, high, 1, 128);
    v128.store32_lane(out, high, 2, 160);
  }
  return boxes;
}

/** The place of a vertex among the narrow ones, in bytes. */
@inline
function narrowPlace(vertex: u32): usize {
  return <usize>vertex << 4;
}

/** Which of up to 8 triangles have boxes that touch another box, as bits. */
@inline
function listNear(boxes: usize, lowX: v128, lowY: v128, lowZ: v128, highX: v128, highY: v128, highZ: v128): u32 {
  return ~(listApart(boxes, lowX, lowY, lowZ, highX, highY, highZ) | (listApart(boxes + 16, lowX, lowY, lowZ, highX, highY, highZ) << 4)) & 255;
}

/** Which of four are apart from it. */
@inline
function listApart(boxes: usize, lowX: v128, lowY: v128, lowZ: v128, highX: v128, highY: v128, highZ: v128): u32 {
  const x = v128.or(f32x4.gt(v128.load(boxes), highX), f32x4.gt(lowX, v128.load(boxes, 96)));
  const y = v128.or(f32x4.gt(v128.load(boxes, 32), highY), f32x4.gt(lowY, v128.load(boxes, 128)));
  const z = v128.or(f32x4.gt(v128.load(boxes, 64), highZ), f32x4.gt(lowZ, v128.load(boxes, 160)));
  return <u32>i32x4.bitmask(v128.or(x, v128.or(y, z)));
}
