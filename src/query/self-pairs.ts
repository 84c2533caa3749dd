import { volumeExtent, volumeGap } from '../bounds/volumes.ts';
import { type Collider, posedPositions, refitFamily, refitRoot } from '../collider.ts';
import { neighboursCross } from './elementary/neighbours-cross.ts';
import { trianglesTouch } from './elementary/triangle-triangle.ts';
import { addPair, createPairList, type PairList } from './pairs/pair-list.ts';
import type { QueryOptions } from './query-options.ts';
import { createStats, type Stats } from './stats.ts';
import { pairVolumes } from './walk/pair-volumes.ts';

/**
 * All pairs of triangles of one collider that touch in its current pose: [triangle, triangle, ...], numbered as in the
 * mesh given to `createShape`, each pair once. Triangles without a common vertex count if they share a point; neighbours
 * only if they share more than their common vertices and edges (`neighboursCross`). By vertex index: weld a mesh that is
 * cut along texture seams first, or all its seams touch. Exactly the pairs `findSelfPairsByBruteForce` finds.
 *
 * On demand as all queries are; but every triangle is near its neighbours, so most leaves are posed. About 0.5 us a
 * triangle.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#self}
 */
export function findSelfPairs(collider: Collider, { stats = createStats() }: QueryOptions = {}): Uint32Array {
  const pairs = createPairList();
  walkSelfPairs(collider, pairs, false, stats);
  return pairs.data.slice(0, pairs.length);
}

/**
 * Whether any two triangles of the collider touch, as `findSelfPairs` says. Stops at the first.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#self}
 */
export function touchesItself(collider: Collider, { stats = createStats() }: QueryOptions = {}): boolean {
  return firstSelfPair(collider, { stats }) !== null;
}

/** One pair of triangles of the collider that touch, as `findSelfPairs` says, or null. */
export function firstSelfPair(collider: Collider, { stats = createStats() }: QueryOptions = {}): Uint32Array | null {
  const pairs = createPairList();
  walkSelfPairs(collider, pairs, true, stats);
  return pairs.length > 0 ? pairs.data.slice(0, 2) : null;
}

/**
 * The oracle: every triangle of the whole deformed mesh against every other.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#self}
 */
export function findSelfPairsByBruteForce(collider: Collider): Uint32Array {
  const { mesh, triangleOrder, vertexOrder } = collider.shape;
  const positions = posedPositions(collider);
  const pairs = createPairList();
  const corners = mesh.triangles.map(v => vertexOrder[v]);
  for (let i = 0; 3 * i < corners.length; i++) {
    for (let j = i + 1; 3 * j < corners.length; j++) {
      if (meet(positions, corners, i, j)) addPair(pairs, triangleOrder[i], triangleOrder[j]);
    }
  }
  return pairs.data.slice(0, pairs.length);
}

function walkSelfPairs(collider: Collider, pairs: PairList, onlyFirst: boolean, stats: Stats): void {
  stats.refits += refitRoot(collider);
  const { volumes, volumeEpochs, posed, shape } = collider;
  const { volumeKind, tree } = shape;
  const { links, ends, maxArity } = tree;
  const pairing = pairVolumes(collider, collider);
  const size = pairing.sizeA;
  const verticesBefore = collider.verticesDeformed;
  // A node taken against itself gives all pairs of its children; two nodes give the children of one.
  const room = 2 * (2 + tree.depth * (maxArity * (maxArity + 1) + maxArity));
  if (room > stack.length) stack = new Uint32Array(room);
  stack[0] = stack[1] = 0;
  let top = 2;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    if (i !== j) {
      stats.volumeTests++;
      if (volumeGap(pairing.test, pairing, volumes, size * i, volumes, size * j) > 0) continue;
    }
    if (links[i] < 0 && links[j] < 0) {
      if (findPairsOfLeaves(collider, i, j, pairs, onlyFirst, stats)) break;
      continue;
    }
    const extentI = volumeExtent(volumeKind, volumes, size * i);
    const isFirst = links[j] < 0 || (links[i] >= 0 && extentI >= volumeExtent(volumeKind, volumes, size * j));
    const node = isFirst ? i : j;
    const first = links[node];
    const end = ends[node];
    if (volumeEpochs[first] !== posed.epoch) {
      refitFamily(collider, first, end);
      stats.refits += end - first;
    }
    for (let child = first; child < end; child++) {
      if (i !== j) {
        stack[top++] = isFirst ? child : i;
        stack[top++] = isFirst ? j : child;
        continue;
      }
      for (let sibling = child; sibling < end; sibling++) {
        stack[top++] = child;
        stack[top++] = sibling;
      }
    }
  }
  stats.vertices += collider.verticesDeformed - verticesBefore;
}

let stack = new Uint32Array(256);

function findPairsOfLeaves(
  { shape, vertices, triangleBoxes: boxes }: Collider,
  i: number,
  j: number,
  pairs: PairList,
  onlyFirst: boolean,
  stats: Stats,
): boolean {
  const { tree, mesh, triangleOrder } = shape;
  const { triangles } = mesh;
  stats.leafPairs++;
  for (let one = tree.slotStarts[i]; one < tree.slotEnds[i]; one++) {
    const p = 6 * one;
    for (let other = i === j ? one + 1 : tree.slotStarts[j]; other < tree.slotEnds[j]; other++) {
      const q = 6 * other;
      if (boxes[p] > boxes[q + 3] || boxes[q] > boxes[p + 3]) continue;
      if (boxes[p + 1] > boxes[q + 4] || boxes[q + 1] > boxes[p + 4]) continue;
      if (boxes[p + 2] > boxes[q + 5] || boxes[q + 2] > boxes[p + 5]) continue;
      stats.triangleTests++;
      if (!meet(vertices, triangles, one, other)) continue;
      addPair(pairs, triangleOrder[one], triangleOrder[other]);
      if (onlyFirst) return true;
    }
  }
  return false;
}

/** Whether two triangles of a mesh share more than what neighbours always share. */
function meet(positions: Float64Array, triangles: Uint32Array, one: number, other: number): boolean {
  const a = triangles[3 * one];
  const b = triangles[3 * one + 1];
  const c = triangles[3 * one + 2];
  const d = triangles[3 * other];
  const e = triangles[3 * other + 1];
  const f = triangles[3 * other + 2];
  if (a === d || a === e || a === f || b === d || b === e || b === f || c === d || c === e || c === f) {
    return neighboursCross(positions, a, b, c, d, e, f);
  }
  return trianglesTouch(positions, 3 * a, 3 * b, 3 * c, positions, 3 * d, 3 * e, 3 * f);
}
