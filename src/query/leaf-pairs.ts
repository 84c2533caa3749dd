import type { Collider } from '../collider.ts';
import { deformListed } from '../deform/deformer.ts';
import { trianglesTouch } from './elementary/triangle-triangle.ts';
import type { PairList } from './pair-list.ts';
import { addPair } from './pair-list.ts';
import type { Stats } from './stats.ts';

/**
 * Finds the touching triangle pairs of two leaves and returns how many; with `onlyFirst`, at most one. Deforms the few vertices
 * of a leaf once per pose and keeps their exact box; a triangle that misses the other leaf's box meets none of its
 * triangles, which spares nine tests in ten.
 */
export function findLeafPairs(
  a: Collider,
  nodeA: number,
  b: Collider,
  nodeB: number,
  near: Float64Array,
  out: PairList,
  onlyFirst: boolean,
  stats: Stats,
): number {
  const boxA = poseLeaf(a, nodeA, stats);
  const boxB = poseLeaf(b, nodeB, stats);
  stats.leafPairs++;
  if (!boxesTouch(a.leafBoxes, boxA, b.leafBoxes, boxB)) return 0;
  const { vertices: verticesA } = a;
  const { vertices: verticesB } = b;
  const cornersA = a.shape.mesh.triangles;
  const cornersB = b.shape.mesh.triangles;
  const { slotStarts: startsA, slotEnds: endsA } = a.shape.tree;
  const { slotStarts: startsB, slotEnds: endsB } = b.shape.tree;

  // The triangles of B near leaf A: slot and box, seven numbers each.
  let nearEnd = 0;
  for (let slot = startsB[nodeB]; slot < endsB[nodeB]; slot++) {
    writeTriangleBox(verticesB, cornersB, slot, near, nearEnd);
    if (boxesTouch(near, nearEnd, a.leafBoxes, boxA)) nearEnd += NEAR_SIZE;
  }
  if (nearEnd === 0) return 0;

  let found = 0;
  let tests = 0;
  for (let slotA = startsA[nodeA]; slotA < endsA[nodeA]; slotA++) {
    writeTriangleBox(verticesA, cornersA, slotA, near, nearEnd);
    if (!boxesTouch(near, nearEnd, b.leafBoxes, boxB)) continue;
    const a0 = 3 * cornersA[3 * slotA];
    const a1 = 3 * cornersA[3 * slotA + 1];
    const a2 = 3 * cornersA[3 * slotA + 2];
    for (let o = 0; o < nearEnd; o += NEAR_SIZE) {
      if (!boxesTouch(near, nearEnd, near, o)) continue;
      const slotB = near[o + 6];
      const b0 = 3 * cornersB[3 * slotB];
      const b1 = 3 * cornersB[3 * slotB + 1];
      const b2 = 3 * cornersB[3 * slotB + 2];
      tests++;
      if (!trianglesTouch(verticesA, a0, a1, a2, verticesB, b0, b1, b2)) continue;
      addPair(out, a.shape.triangleOrder[slotA], b.shape.triangleOrder[slotB]);
      found++;
      if (onlyFirst) {
        stats.triangleTests += tests;
        return found;
      }
    }
  }
  stats.triangleTests += tests;
  return found;
}

const NEAR_SIZE = 7;

/** Room for `findLeafPairs`: all triangles of the largest leaf of `b`, and one of `a`. */
export function createNearTriangles(b: Collider): Float64Array {
  return new Float64Array(NEAR_SIZE * (b.shape.tree.maxLeafSize + 1));
}

/** Deforms the vertices of a leaf and boxes them, if that is not done for this pose; returns where its box is. */
function poseLeaf(collider: Collider, node: number, stats: Stats): number {
  const { shape, posed, vertices, leafBoxes: box } = collider;
  const { triangles } = shape.mesh;
  const leaf = ~shape.tree.links[node];
  const o = 6 * leaf;
  if (collider.leafEpochs[leaf] === posed.epoch) return o;
  collider.leafEpochs[leaf] = posed.epoch;
  const from = 3 * shape.tree.slotStarts[node];
  const to = 3 * shape.tree.slotEnds[node];
  stats.vertices += deformListed(
    shape.deformer,
    shape.mesh.positions,
    posed,
    triangles,
    from,
    to,
    vertices,
    collider.vertexEpochs,
  );
  let lowX = Infinity,
    lowY = Infinity,
    lowZ = Infinity;
  let highX = -Infinity,
    highY = -Infinity,
    highZ = -Infinity;
  for (let corner = from; corner < to; corner++) {
    const v = 3 * triangles[corner];
    lowX = Math.min(lowX, vertices[v]);
    lowY = Math.min(lowY, vertices[v + 1]);
    lowZ = Math.min(lowZ, vertices[v + 2]);
    highX = Math.max(highX, vertices[v]);
    highY = Math.max(highY, vertices[v + 1]);
    highZ = Math.max(highZ, vertices[v + 2]);
  }
  box[o] = lowX;
  box[o + 1] = lowY;
  box[o + 2] = lowZ;
  box[o + 3] = highX;
  box[o + 4] = highY;
  box[o + 5] = highZ;
  return o;
}

/** Closed boxes, low corner then high corner. A NaN answers yes. */
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

function writeTriangleBox(
  vertices: Float64Array,
  corners: Uint32Array,
  slot: number,
  out: Float64Array,
  o: number,
): void {
  const p = 3 * corners[3 * slot];
  const q = 3 * corners[3 * slot + 1];
  const r = 3 * corners[3 * slot + 2];
  out[o] = Math.min(vertices[p], vertices[q], vertices[r]);
  out[o + 1] = Math.min(vertices[p + 1], vertices[q + 1], vertices[r + 1]);
  out[o + 2] = Math.min(vertices[p + 2], vertices[q + 2], vertices[r + 2]);
  out[o + 3] = Math.max(vertices[p], vertices[q], vertices[r]);
  out[o + 4] = Math.max(vertices[p + 1], vertices[q + 1], vertices[r + 1]);
  out[o + 5] = Math.max(vertices[p + 2], vertices[q + 2], vertices[r + 2]);
  out[o + 6] = slot;
}
