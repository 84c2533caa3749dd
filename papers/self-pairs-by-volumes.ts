import { volumeExtent, volumeGap } from '../src/bounds/volumes.ts';
import { type Collider, refitFamily, refitRoot } from '../src/collider.ts';
import { addPair, createPairList, type PairList } from '../src/query/pairs/pair-list.ts';
import type { QueryOptions } from '../src/query/query-options.ts';
import { createStats, type Stats } from '../src/query/stats.ts';
import { pairVolumes } from '../src/query/walk/pair-volumes.ts';
import { doMeet } from '../src/self/meet.ts';

/**
 * What `findSelfPairs` finds, by volumes on demand and exact tests only: the tree is walked against itself as two trees are walked against each other,
 * and all pairs of triangles whose boxes overlap are tested. On a surface that is nowhere folded nearly all of these are neighbours.
 */
export function findSelfPairsByVolumes(collider: Collider, { stats = createStats() }: QueryOptions = {}): Uint32Array {
  stats.refits += refitRoot(collider);
  const { volumes, volumeEpochs, posed, shape } = collider;
  const { volumeKind, tree } = shape;
  const { links, ends } = tree;
  const pairing = pairVolumes(collider, collider);
  const size = pairing.sizeA;
  const verticesBefore = collider.verticesDeformed;
  const pairs = createPairList();
  const stack = [0, 0];
  while (stack.length > 0) {
    const j = stack.pop()!;
    const i = stack.pop()!;
    if (i !== j) {
      stats.volumeTests++;
      if (volumeGap(pairing.test, pairing, volumes, size * i, volumes, size * j) > 0) continue;
    }
    if (links[i] < 0 && links[j] < 0) {
      testLeaves(collider, i, j, pairs, stats);
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
      if (i !== j) stack.push(isFirst ? child : i, isFirst ? j : child);
      else for (let sibling = child; sibling < end; sibling++) stack.push(child, sibling);
    }
  }
  stats.vertices += collider.verticesDeformed - verticesBefore;
  return pairs.data.slice(0, pairs.length);
}

function testLeaves(collider: Collider, i: number, j: number, pairs: PairList, stats: Stats): void {
  const { shape, vertices: x, triangleBoxes: boxes } = collider;
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
      const lower = Math.min(one, other);
      const higher = Math.max(one, other);
      if (doMeet(x, triangles, lower, higher)) addPair(pairs, triangleOrder[lower], triangleOrder[higher]);
    }
  }
}
