import { encloseSpheres, encloseTwoSpheres } from '../../bounds/sphere.ts';
import type { Collider } from '../../collider.ts';
import { deformAll } from '../../deform/deformer.ts';
import { boundLeaf } from '../../pose-leaf.ts';

/**
 * The baseline of the papers, after [Brown2001]: deforms every vertex, encloses every leaf, and enclosed spheres level by
 * level up to the root (children come after their parents, so one reverse scan does it). Everything is then up to date
 * and queries run as ever, with nothing left to refit. Cost: O(vertices + nodes) per pose, whatever is asked.
 */
export function refitBottomUp(collider: Collider): void {
  const { shape, posed, volumes, vertices } = collider;
  const { tree } = shape;
  const { links, ends } = tree;
  deformAll(shape.deformer, shape.mesh.positions, posed, vertices);
  const siblings = new Float64Array(4 * Math.max(2, tree.maxArity));
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    if (first < 0) boundLeaf(collider, node);
    else if (ends[node] - first === 2) encloseTwoSpheres(volumes, 4 * first, volumes, 4 * node);
    else {
      siblings.set(volumes.subarray(4 * first, 4 * ends[node]));
      encloseSpheres(siblings, ends[node] - first, volumes, 4 * node);
    }
    volumes[4 * node + 3] += posed.slack;
  }
  collider.vertexEpochs.fill(posed.epoch);
  collider.volumeEpochs.fill(posed.epoch);
}
