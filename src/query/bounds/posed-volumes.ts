import { type Collider, checkCollider, refitFamily, refitRoot } from '../../collider.ts';

/**
 * The bounding volumes of all nodes in the current pose, in the order of the tree's nodes, for drawing and measuring: a
 * sphere is centre and radius, a box centre and half extents (in the frame of the mesh under rigid, morph and modal), a
 * k-DOP the lowest and highest product with each direction. A view of the collider's own memory: valid until the next pose. Refits what is stale.
 * @example
 * {@includeCode ../../../examples/api/shapes.ts#volumes}
 */
export function posedVolumes(collider: Collider): Float64Array {
  checkCollider(collider, 'the collider', 'posedVolumes');
  const { links, ends } = collider.shape.tree;
  refitRoot(collider);
  const { volumeEpochs, posed } = collider;
  for (let node = 0; node < links.length; node++) {
    const first = links[node];
    if (first >= 0 && volumeEpochs[first] !== posed.epoch) refitFamily(collider, first, ends[node]);
  }
  return collider.volumes;
}

/**
 * For each node whether its volume is of the current pose: what queries have refitted so far. The compiled query has boxes
 * of its own, of which this tells nothing.
 * @example
 * {@includeCode ../../../examples/api/shapes.ts#volumes}
 */
export function freshVolumes(collider: Collider): Uint8Array {
  checkCollider(collider, 'the collider', 'freshVolumes');
  const { links, ends } = collider.shape.tree;
  const { volumeEpochs, posed } = collider;
  const fresh = new Uint8Array(links.length);
  if (volumeEpochs[0] === posed.epoch) fresh[0] = 1;
  for (let node = 0; node < links.length; node++) {
    if (links[node] >= 0 && volumeEpochs[links[node]] === posed.epoch) fresh.fill(1, links[node], ends[node]);
  }
  return fresh;
}
