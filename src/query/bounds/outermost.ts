import { volumeSize } from '../../bounds/volumes.ts';
import { boxFrame, type Collider, refitFamily, refitRoot } from '../../collider.ts';
import { reserveStack, type Workspace } from '../../workspace.ts';

/** Ways to look: 0 to 2 toward low x, y, z, 3 to 5 toward high x, y, z, and away from a point. */
export const AWAY = 6;

/**
 * How far out the posed vertices reach one way: at least the true number, and above it by a few roundings only. Looks
 * first where the volumes reach farthest, and only into nodes that reach beyond what was found.
 */
export function findOutermost(collider: Collider, way: number, from: Float64Array, workspace: Workspace): number {
  refitRoot(collider);
  const { volumeEpochs, posed } = collider;
  const { links, ends, depth, maxArity } = collider.shape.tree;
  reserveStack(workspace, 1 + depth * maxArity, 1 + depth * maxArity);
  const { stack: nodes, distances: reaches, box } = workspace;
  nodes[0] = 0;
  reaches[0] = Infinity;
  let farthest = -Infinity;
  let top = 1;
  while (top > 0) {
    const bottom = --top;
    if (reaches[top] <= farthest) continue;
    const node = nodes[top];
    const first = links[node];
    if (first < 0) {
      farthest = Math.max(farthest, leafReach(collider, node, way, from));
      continue;
    }
    if (volumeEpochs[first] !== posed.epoch) refitFamily(collider, first, ends[node]);
    for (let child = first; child < ends[node]; child++) {
      boxNode(collider, child, box);
      const reach = boxReach(box, way, from);
      if (reach <= farthest) continue;
      let at = top++;
      for (; at > bottom && reaches[at - 1] > reach; at--) {
        nodes[at] = nodes[at - 1];
        reaches[at] = reaches[at - 1];
      }
      nodes[at] = child;
      reaches[at] = reach;
    }
  }
  return farthest;
}

/** A box of the world (low corner, high corner) around the posed volume of a node, written to `out[o..o+5]`. */
export function boxNode(collider: Collider, node: number, out: Float64Array, o = 0): void {
  const { volumes, posed } = collider;
  const { volumeKind, slabs } = collider.shape;
  const i = volumeSize(volumeKind, slabs) * node;
  const frame = boxFrame(collider);
  for (let axis = 0; axis < 3; axis++) {
    let low = 0;
    let high = 0;
    if (volumeKind === 'dop') {
      low = volumes[i + 2 * axis];
      high = volumes[i + 2 * axis + 1];
    } else if (frame === null) {
      const half = volumes[volumeKind === 'box' ? i + 3 + axis : i + 3];
      low = volumes[i + axis] - half;
      high = volumes[i + axis] + half;
    } else {
      const x = frame[4 * axis];
      const y = frame[4 * axis + 1];
      const z = frame[4 * axis + 2];
      const middle = x * volumes[i] + y * volumes[i + 1] + z * volumes[i + 2] + frame[4 * axis + 3];
      const half = Math.abs(x) * volumes[i + 3] + Math.abs(y) * volumes[i + 4] + Math.abs(z) * volumes[i + 5];
      low = middle - half;
      high = middle + half;
    }
    out[o + axis] = low - posed.pad;
    out[o + 3 + axis] = high + posed.pad;
  }
}

/** How far from a point the farthest corner of a box (low corner, high corner) is, at least. */
export function farthestCorner(box: Float64Array, from: Float64Array): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    squared += Math.max(from[axis] - box[axis], box[3 + axis] - from[axis]) ** 2;
  }
  return Math.sqrt(squared) * (1 + 1e-15);
}

function boxReach(box: Float64Array, way: number, from: Float64Array): number {
  if (way === AWAY) return farthestCorner(box, from);
  return way < 3 ? -box[way] : box[way];
}

/** The reach of a posed leaf: its box is exact; from a point, its vertices are measured. */
function leafReach(collider: Collider, node: number, way: number, from: Float64Array): number {
  const { vertices, leafBoxes, posed } = collider;
  const leaf = ~collider.shape.tree.links[node];
  if (way < 3) return -leafBoxes[6 * leaf + way];
  if (way < AWAY) return leafBoxes[6 * leaf + way];
  const { starts, ids } = collider.shape.leafVertices;
  let squared = 0;
  for (let k = starts[leaf]; k < starts[leaf + 1]; k++) {
    const v = 3 * ids[k];
    const x = vertices[v] - from[0];
    const y = vertices[v + 1] - from[1];
    const z = vertices[v + 2] - from[2];
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  return Math.sqrt(squared) * (1 + 1e-15) + posed.pad;
}
