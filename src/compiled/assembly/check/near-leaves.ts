import { Adjacent, SelfBox, SelfInstant, SelfLeaf } from '../self/records';
import { findAdjacent, gapAtRest } from '../self/test-leaves';
import { boxTriangles } from './box-window';
import { findNearSteps } from './near-steps';
import { isFartherAtRest } from './rest-gap';
import { BodyWindow, Near, NearQuery, windowBox } from './window-records';

/** Adds the pairs of triangles without a common vertex, one of each leaf of a body, whose boxes do not stay apart: `listNearOfLeaves` of self/window-leaves.ts. `i` and `j` are nodes, and may be the same. */
export function listNearOfLeaves(query: NearQuery, i: i32, j: i32): void {
  const body = query.a;
  const plan = body.plan;
  const numberI = leafOf(plan, i);
  const numberJ = leafOf(plan, j);
  if (numberI <= numberJ) listOrdered(query, i, j, numberI, numberJ);
  else listOrdered(query, j, i, numberJ, numberI);
}

@inline
function listOrdered(query: NearQuery, i: i32, j: i32, numberI: u32, numberJ: u32): void {
  const body = query.a;
  const plan = body.plan;
  const leafI = leafAt(plan, numberI);
  const leafJ = leafAt(plan, numberJ);
  const adjacent = findAdjacent(leafI, numberJ);
  let sum: f64 = Infinity;
  if (jointOf(plan, i) == jointOf(plan, j)) {
    sum = load<f64>(body.drifts + (<usize>i << 3)) + load<f64>(body.drifts + (<usize>j << 3));
    const gap = adjacent ? changetype<Adjacent>(adjacent).gap : gapAtRest(leafI, leafJ);
    if (sum < gap) return;
  }
  const run = body.run;
  const size = run * 6;
  const count = body.count;
  let boxesI: usize;
  let boxesJ: usize;
  let rows: u32;
  let columns: u32;
  if (i == j) {
    boxesI = boxesJ = boxTriangles(body, leafI, numberI, numberI);
    rows = columns = (1 << leafI.slotCount) - 1;
  } else {
    boxesJ = boxTriangles(body, leafJ, numberJ, numberJ);
    columns = listNear(boxesJ, leafJ.slotCount, windowBox(body, i), run, count);
    if (columns == 0) return;
    boxesI = boxTriangles(body, leafI, numberI, numberJ);
    rows = listNear(boxesI, leafI.slotCount, windowBox(body, j), run, count);
  }
  const leftOut: u64 = adjacent ? changetype<Adjacent>(adjacent).leftOut : 0;
  let end = query.pairs + <usize>query.found * offsetof<Near>();
  const begin = end;
  while (rows != 0) {
    const row = ctz<u32>(rows);
    rows &= rows - 1;
    let others = columns & ~(<u32>(leftOut >> (row << 3)));
    if (i == j) others &= -2 << row; // those after it
    while (others != 0) {
      const column = ctz<u32>(others);
      others &= others - 1;
      const steps = findNearSteps(boxesI + row * size, boxesJ + column * size, run, count);
      if (steps == 0) continue;
      const one = leafI.firstSlot + row;
      const other = leafJ.firstSlot + column;
      if (sum < Infinity && isFartherAtRest(body, one, other, sum)) continue;
      end = addNear(end, min<u32>(one, other), max<u32>(one, other), steps);
    }
  }
  query.found += <u32>(end - begin) / offsetof<Near>();
}

/** Adds the pairs of triangles of two bodies, one of each leaf, whose boxes do not stay apart: `addNearOfLeaves` of check/scan/near-pairs.ts. */
export function listNearOfTwo(query: NearQuery, i: i32, numberI: u32, j: i32, numberJ: u32): void {
  const a = query.a;
  const b = query.b;
  const leafI = leafAt(a.plan, numberI);
  const leafJ = leafAt(b.plan, numberJ);
  const run = a.run;
  const size = run * 6;
  const count = a.count;
  const boxesJ = boxTriangles(b, leafJ, numberJ, numberJ);
  const columns = listNear(boxesJ, leafJ.slotCount, windowBox(a, i), run, count);
  if (columns == 0) return;
  const boxesI = boxTriangles(a, leafI, numberI, numberI);
  let rows = listNear(boxesI, leafI.slotCount, windowBox(b, j), run, count);
  let end = query.pairs + <usize>query.found * offsetof<Near>();
  const begin = end;
  while (rows != 0) {
    const row = ctz<u32>(rows);
    rows &= rows - 1;
    for (let others = columns; others != 0; others &= others - 1) {
      const column = ctz<u32>(others);
      const steps = findNearSteps(boxesI + row * size, boxesJ + column * size, run, count);
      if (steps != 0) end = addNear(end, leafI.firstSlot + row, leafJ.firstSlot + column, steps);
    }
  }
  query.found += <u32>(end - begin) / offsetof<Near>();
}

@inline
function addNear(end: usize, one: u32, other: u32, steps: u32): usize {
  const near = changetype<Near>(end);
  near.one = one;
  near.other = other;
  near.steps = steps;
  return end + offsetof<Near>();
}

/** Which of some triangles do not stay apart from a box, as bits. */
@inline
function listNear(boxes: usize, count: u32, box: usize, run: usize, instants: u32): u32 {
  let near: u32 = 0;
  for (let k: u32 = 0; k < count; k++, boxes += 6 * run) {
    near |= u32(findNearSteps(boxes, box, run, instants) != 0) << k;
  }
  return near;
}

@inline
function leafAt(plan: SelfInstant, number: u32): SelfLeaf {
  return changetype<SelfLeaf>(plan.leaves + <usize>number * offsetof<SelfLeaf>());
}

@inline
function leafOf(plan: SelfInstant, node: i32): u32 {
  return ~changetype<SelfBox>(plan.boxes + (<usize>node << 5)).link;
}

@inline
export function jointOf(plan: SelfInstant, node: i32): i32 {
  return changetype<SelfBox>(plan.boxes + (<usize>node << 5)).joint;
}
