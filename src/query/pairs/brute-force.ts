import { type Collider, checkCollider, posedPositions } from '../../collider.ts';
import { trianglesTouch } from '../elementary/triangle-triangle.ts';
import { addPair, createPairList } from './pair-list.ts';

/**
 * The oracle: deforms both meshes whole and tests every triangle of `a` against every triangle of `b`. No tree, no
 * bounding volume, no memory of earlier poses. Pairs come in ascending order. Cost: all pairs, a few ns each.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#pairs}
 */
export function findPairsByBruteForce(a: Collider, b: Collider): Uint32Array {
  checkCollider(a, 'a', 'findPairsByBruteForce');
  checkCollider(b, 'b', 'findPairsByBruteForce');
  const positionsA = posedPositions(a);
  const positionsB = posedPositions(b);
  const trianglesA = sourceTriangles(a);
  const trianglesB = sourceTriangles(b);
  const boxesB = triangleBoxes(positionsB, trianglesB);
  const boxesA = triangleBoxes(positionsA, trianglesA);
  const pairs = createPairList();
  for (let i = 0; i < trianglesA.length / 3; i++) {
    const lowX = boxesA[6 * i];
    const lowY = boxesA[6 * i + 1];
    const lowZ = boxesA[6 * i + 2];
    const highX = boxesA[6 * i + 3];
    const highY = boxesA[6 * i + 4];
    const highZ = boxesA[6 * i + 5];
    for (let j = 0, o = 0; o < boxesB.length; j++, o += 6) {
      if (boxesB[o] > highX || boxesB[o + 3] < lowX || boxesB[o + 1] > highY || boxesB[o + 4] < lowY) continue;
      if (boxesB[o + 2] > highZ || boxesB[o + 5] < lowZ) continue;
      const t = 3 * i;
      const s = 3 * j;
      const touch = trianglesTouch(
        positionsA,
        3 * trianglesA[t],
        3 * trianglesA[t + 1],
        3 * trianglesA[t + 2],
        positionsB,
        3 * trianglesB[s],
        3 * trianglesB[s + 1],
        3 * trianglesB[s + 2],
      );
      if (touch) addPair(pairs, i, j);
    }
  }
  return pairs.data.slice(0, pairs.length);
}

/** The triangles as they were given to `createShape`. */
function sourceTriangles(collider: Collider): Uint32Array {
  const { mesh, triangleOrder, vertexOrder } = collider.shape;
  const triangles = new Uint32Array(mesh.triangles.length);
  for (let slot = 0; slot < triangleOrder.length; slot++) {
    for (let corner = 0; corner < 3; corner++) {
      triangles[3 * triangleOrder[slot] + corner] = vertexOrder[mesh.triangles[3 * slot + corner]];
    }
  }
  return triangles;
}

function triangleBoxes(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const p = positions[3 * triangles[t] + axis];
      const q = positions[3 * triangles[t + 1] + axis];
      const r = positions[3 * triangles[t + 2] + axis];
      boxes[2 * t + axis] = Math.min(p, q, r);
      boxes[2 * t + 3 + axis] = Math.max(p, q, r);
    }
  }
  return boxes;
}
