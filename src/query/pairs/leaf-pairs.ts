import { cornerBoxesTouch } from '../../bounds/corner-boxes.ts';
import type { Collider } from '../../collider.ts';
import type { Workspace } from '../../workspace.ts';
import { trianglesTouch } from '../elementary/triangle-triangle.ts';
import { addPair } from './pair-list.ts';

/**
 * Adds the touching triangle pairs of two posed leaves to the workspace's list. Returns true if that is enough: when a
 * pair was found and not all are wanted; then there is no other, and the leaves are noted. A triangle that misses the
 * other leaf's box meets none of its triangles, which spares nine tests in ten.
 */
export function findLeafPairs(a: Collider, nodeA: number, b: Collider, nodeB: number, workspace: Workspace): boolean {
  const { counts, search, pairs } = workspace;
  const { leafBoxes: leafBoxesA, triangleBoxes: boxesA, vertices: verticesA } = a;
  const { leafBoxes: leafBoxesB, triangleBoxes: boxesB, vertices: verticesB } = b;
  const treeA = a.shape.tree;
  const treeB = b.shape.tree;
  const leafBoxA = 6 * ~treeA.links[nodeA];
  const leafBoxB = 6 * ~treeB.links[nodeB];
  counts.leafPairs++;
  if (!cornerBoxesTouch(leafBoxesA, leafBoxA, leafBoxesB, leafBoxB)) return false;

  if (treeB.maxLeafSize > workspace.nearSlots.length) workspace.nearSlots = new Uint32Array(treeB.maxLeafSize);
  const near = workspace.nearSlots;
  let nearCount = 0;
  for (let slot = treeB.slotStarts[nodeB]; slot < treeB.slotEnds[nodeB]; slot++) {
    if (cornerBoxesTouch(boxesB, 6 * slot, leafBoxesA, leafBoxA)) near[nearCount++] = slot;
  }
  if (nearCount === 0) return false;

  const cornersA = a.shape.mesh.triangles;
  const cornersB = b.shape.mesh.triangles;
  for (let slotA = treeA.slotStarts[nodeA]; slotA < treeA.slotEnds[nodeA]; slotA++) {
    if (!cornerBoxesTouch(boxesA, 6 * slotA, leafBoxesB, leafBoxB)) continue;
    const a0 = 3 * cornersA[3 * slotA];
    const a1 = 3 * cornersA[3 * slotA + 1];
    const a2 = 3 * cornersA[3 * slotA + 2];
    for (let k = 0; k < nearCount; k++) {
      const slotB = near[k];
      if (!cornerBoxesTouch(boxesA, 6 * slotA, boxesB, 6 * slotB)) continue;
      const b0 = 3 * cornersB[3 * slotB];
      const b1 = 3 * cornersB[3 * slotB + 1];
      const b2 = 3 * cornersB[3 * slotB + 2];
      counts.triangleTests++;
      if (!trianglesTouch(verticesA, a0, a1, a2, verticesB, b0, b1, b2)) continue;
      addPair(pairs, a.shape.triangleOrder[slotA], b.shape.triangleOrder[slotB]);
      if (search.wantsAll) continue;
      search.leafA = nodeA;
      search.leafB = nodeB;
      return true;
    }
  }
  return false;
}
