import { type Collider, checkCollider, posedPositions } from '../collider.ts';
import { addPair, createPairList } from '../query/pairs/pair-list.ts';
import { doMeet } from './meet.ts';

/**
 * The oracle: every triangle of the whole deformed mesh against every other.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#self}
 */
export function findSelfPairsByBruteForce(collider: Collider): Uint32Array {
  checkCollider(collider, 'the collider', 'findSelfPairsByBruteForce');
  const { mesh, triangleOrder, vertexOrder } = collider.shape;
  const positions = posedPositions(collider);
  const pairs = createPairList();
  const corners = mesh.triangles.map(v => vertexOrder[v]);
  for (let i = 0; 3 * i < corners.length; i++) {
    for (let j = i + 1; 3 * j < corners.length; j++) {
      if (doMeet(positions, corners, i, j)) addPair(pairs, triangleOrder[i], triangleOrder[j]);
    }
  }
  return pairs.data.slice(0, pairs.length);
}
