import { encloseBoxes } from '../src/bounds/box.ts';
import { encloseDops } from '../src/bounds/dop.ts';
import { encloseSpheres, encloseTwoSpheres } from '../src/bounds/sphere.ts';
import { type Collider, openCollider } from '../src/collider.ts';
import { deformAll } from '../src/deform/deformer.ts';
import { boundLeaf } from '../src/pose-leaf.ts';

/**
 * The baseline of the papers, after [Brown2001]: deforms every vertex, encloses every leaf, and the volumes of siblings level by
 * level up to the root (children come after their parents, so one reverse scan does it). Everything is then up to date
 * and queries run as ever, with nothing left to refit. Cost: O(vertices + nodes) per pose, whatever is asked.
 */
export function refitBottomUp(collider: Collider): void {
  openCollider(collider);
  const { shape, posed, vertices } = collider;
  const { links } = shape.tree;
  deformAll(shape.deformer, shape.mesh.positions, posed, vertices);
  const siblings = new Float64Array(4 * Math.max(2, shape.tree.maxArity));
  for (let node = links.length - 1; node >= 0; node--) {
    if (links[node] < 0) boundLeaf(collider, node);
    else encloseChildren(collider, node, siblings);
  }
  collider.vertexEpochs.fill(posed.epoch);
  collider.volumeEpochs.fill(posed.epoch);
}

/** Makes the volume of `node` from those of its children. `siblings` has room for their spheres. */
export function encloseChildren(collider: Collider, node: number, siblings: Float64Array): void {
  const { shape, posed, volumes } = collider;
  const first = shape.tree.links[node];
  const count = shape.tree.ends[node] - first;
  switch (shape.volumeKind) {
    case 'box':
      encloseBoxes(volumes, 6 * first, count, volumes, 6 * node);
      for (let k = 6 * node + 3; k < 6 * node + 6; k++) volumes[k] += posed.slack + posed.localSlack;
      return;
    case 'dop':
      encloseDops(shape.slabs, volumes, 2 * shape.slabs * first, count, volumes, 2 * shape.slabs * node);
      return;
    default:
      if (count === 2) encloseTwoSpheres(volumes, 4 * first, volumes, 4 * node);
      else {
        siblings.set(volumes.subarray(4 * first, 4 * (first + count)));
        encloseSpheres(siblings, count, volumes, 4 * node);
      }
      volumes[4 * node + 3] += posed.slack;
  }
}
