import type { Collider, Shape } from '../../src/index.ts';
import { freshVolumes, posedVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { nodeLevels } from '../../src/tree/tree.ts';
import type { DrawnVolumes } from '../protocol.ts';

/**
 * The volumes of one level, and of leaves that end above it, so that together they hold the whole body. Which of them the
 * last query refitted is looked at first (`isAllFresh`: it took boxes around all); then all others are refitted too, to be drawn.
 */
export function drawVolumes(collider: Collider, body: number, level: number, isAllFresh = false): DrawnVolumes {
  const { shape } = collider;
  const fresh = freshVolumes(collider);
  const volumes = posedVolumes(collider);
  const nodes = listLevel(shape, level);
  const isBox = shape.volumeKind === 'box';
  const data = new Float32Array((isBox ? 6 : 4) * nodes.length);
  nodes.forEach((node, k) => {
    if (!isBox) {
      for (let i = 0; i < 4; i++) data[4 * k + i] = volumes[4 * node + i];
      return;
    }
    for (let axis = 0; axis < 3; axis++) {
      const center = volumes[6 * node + axis];
      const half = volumes[6 * node + 3 + axis];
      data[6 * k + axis] = center - half;
      data[6 * k + 3 + axis] = center + half;
    }
  });
  const isFresh = Uint8Array.from(nodes, node => (isAllFresh ? 1 : fresh[node]));
  return { body, shape: isBox ? 'box' : 'sphere', data, isFresh };
}

function listLevel({ tree }: Shape, level: number): number[] {
  const nodes: number[] = [];
  nodeLevels(tree).forEach((own, node) => {
    if (own === level || (own < level && tree.links[node] < 0)) nodes.push(node);
  });
  return nodes;
}

/** The level of the deepest node. */
export function deepestLevel(shapes: readonly Shape[]): number {
  return shapes.reduce((deepest, { tree }) => nodeLevels(tree).reduce((a, b) => Math.max(a, b), deepest), 0);
}
