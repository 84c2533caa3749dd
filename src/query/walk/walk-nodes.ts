import { distanceToVolume } from '../../bounds/probe.ts';
import { volumeSize } from '../../bounds/volumes.ts';
import { type Collider, openCollider, refitFamily, refitNode } from '../../collider.ts';
import { type VisitLeaf, walkNodesCompiled } from '../../compiled/walk-nodes.ts';
import { reserveStack, type Workspace } from '../../workspace.ts';
import { poseLeafVertices } from '../probe/pose-vertices.ts';

/**
 * Meets every leaf that may hold something within `limit` of the workspace's probe (`distanceToVolume`), nearest first as far as the
 * tree allows, so that the limit falls early. Nodes are refitted when first met, with two exceptions that together save
 * a tenth of a ray after a new pose. The root and its children are passed over: they follow so many joints that their
 * grandchildren cost no more, and tell more. And leaves that no other query has bounded are not bounded: posing their
 * vertices is most of that work, and then their few triangles may as well be looked at.
 */
export function walkNodes(
  collider: Collider,
  workspace: Workspace,
  limit: number,
  visit: VisitLeaf,
  compiled: boolean | undefined,
): void {
  if (compiled !== false && walkNodesCompiled(collider, workspace, limit, visit)) return;
  openCollider(collider);
  workspace.posed.vertices = collider.vertices;
  workspace.posed.start = 0;
  workspace.posed.stride = 3;
  const { volumes, volumeEpochs, posed } = collider;
  const { volumeKind, slabs, tree } = collider.shape;
  const { links, ends } = tree;
  const { epoch } = posed;
  const size = volumeSize(volumeKind, slabs);
  // In a full binary tree, as most are, a family ends where it must: one cache line less for each.
  const isBinary = tree.maxArity === 2 && links.length === 2 * tree.leafCount - 1;
  const verticesBefore = collider.verticesDeformed;
  // The walk begins with the children of the root at once; then every division takes one node off and puts one family on,
  // a level down.
  const most = tree.maxArity * (tree.maxArity + tree.depth);
  reserveStack(workspace, most, most);
  const { stack: nodes, distances, probe, counts } = workspace;
  let refits = 0;
  let volumeTests = 0;
  let top = 0;
  let start = Math.max(0, links[0]); // the children of the root, or the root if it is a leaf
  const startEnd = Math.max(1, ends[0]);
  for (;;) {
    let node = start;
    let nodeDistance = -Infinity;
    let bottom = 0;
    if (start < startEnd) start++;
    else if (top === 0) break;
    else {
      bottom = --top;
      nodeDistance = distances[top];
      if (nodeDistance > limit) continue;
      node = nodes[top];
    }
    const first = links[node];
    const end = isBinary ? first + 2 : ends[node];
    if (first < 0) {
      poseLeafVertices(collider, node);
      limit = visit(collider, node, workspace);
      counts.leafPairs++;
      continue;
    }
    let unbounded = 0;
    if (volumeEpochs[first] !== epoch) {
      for (let child = first; child < end; child++) if (links[child] < 0) unbounded++;
      if (unbounded === 0) refitFamily(collider, first, end);
      refits += end - first - unbounded;
    }
    volumeTests += end - first - unbounded;
    for (let child = first; child < end; child++) {
      let distance = nodeDistance;
      if (unbounded === 0 || links[child] >= 0) {
        if (unbounded > 0) refitNode(collider, child);
        distance = distanceToVolume(probe, volumeKind, slabs, volumes, size * child);
      }
      if (distance > limit) continue;
      let at = top++;
      for (; at > bottom && distances[at - 1] < distance; at--) {
        nodes[at] = nodes[at - 1];
        distances[at] = distances[at - 1];
      }
      nodes[at] = child;
      distances[at] = distance;
    }
  }
  counts.volumeTests += volumeTests;
  counts.refits += refits;
  counts.vertices += collider.verticesDeformed - verticesBefore;
}
