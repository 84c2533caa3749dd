import type { Collider } from '../collider.ts';
import { trianglesTouch } from './elementary/triangle-triangle.ts';
import type { PairList } from './pair-list.ts';
import { addPair } from './pair-list.ts';
import type { Stats } from './stats.ts';

/**
 * Finds the touching triangle pairs of two posed leaves and returns how many; with `onlyFirst`, at most one. A triangle
 * that misses the other leaf's box meets none of its triangles, which spares nine tests in ten.
 */
export function findLeafPairs(
  a: Collider,
  nodeA: number,
  b: Collider,
  nodeB: number,
  out: PairList,
  onlyFirst: boolean,
  stats: Stats,
): number {
  const { leafBoxes: leafBoxesA, triangleBoxes: boxesA, vertices: verticesA } = a;
  const { leafBoxes: leafBoxesB, triangleBoxes: boxesB, vertices: verticesB } = b;
  const treeA = a.shape.tree;
  const treeB = b.shape.tree;
  const leafBoxA = 6 * ~treeA.links[nodeA];
  const leafBoxB = 6 * ~treeB.links[nodeB];
  stats.leafPairs++;
  if (!boxesTouch(leafBoxesA, leafBoxA, leafBoxesB, leafBoxB)) return 0;

  if (treeB.maxLeafSize > near.length) near = new Uint32Array(treeB.maxLeafSize);
  let nearCount = 0;
  for (let slot = treeB.slotStarts[nodeB]; slot < treeB.slotEnds[nodeB]; slot++) {
    if (boxesTouch(boxesB, 6 * slot, leafBoxesA, leafBoxA)) near[nearCount++] = slot;
  }
  if (nearCount === 0) return 0;

  const cornersA = a.shape.mesh.triangles;
  const cornersB = b.shape.mesh.triangles;
  let found = 0;
  for (let slotA = treeA.slotStarts[nodeA]; slotA < treeA.slotEnds[nodeA]; slotA++) {
    if (!boxesTouch(boxesA, 6 * slotA, leafBoxesB, leafBoxB)) continue;
    const a0 = 3 * cornersA[3 * slotA];
    const a1 = 3 * cornersA[3 * slotA + 1];
    const a2 = 3 * cornersA[3 * slotA + 2];
    for (let k = 0; k < nearCount; k++) {
      const slotB = near[k];
      if (!boxesTouch(boxesA, 6 * slotA, boxesB, 6 * slotB)) continue;
      const b0 = 3 * cornersB[3 * slotB];
      const b1 = 3 * cornersB[3 * slotB + 1];
      const b2 = 3 * cornersB[3 * slotB + 2];
      stats.triangleTests++;
      if (!trianglesTouch(verticesA, a0, a1, a2, verticesB, b0, b1, b2)) continue;
      addPair(out, a.shape.triangleOrder[slotA], b.shape.triangleOrder[slotB]);
      found++;
      if (onlyFirst) return found;
    }
  }
  return found;
}

/** Room for the triangles of a leaf that are near another: one for all queries, of which there is one at a time. */
let near = new Uint32Array(64);

/** Closed boxes, low corner then high corner. */
function boxesTouch(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return !(
    a[i] > b[j + 3] ||
    b[j] > a[i + 3] ||
    a[i + 1] > b[j + 4] ||
    b[j + 1] > a[i + 4] ||
    a[i + 2] > b[j + 5] ||
    b[j + 2] > a[i + 5]
  );
}
