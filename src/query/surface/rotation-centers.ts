import { type Collider, checkCollider } from '../../collider.ts';
import { IS_RIGID, setBlock } from '../../deform/posed-joints.ts';
import { CENTER, poseSphericalSet } from '../../deform/spherical-blend.ts';

/**
 * For spherical blending: the rotation centre of every joint-set in the current pose, in rest space, 3 numbers each, in the
 * order of `shape.deformer.sets`; what a graphics card needs beside the joints to draw what queries see. 0 for sets of one
 * joint and for sets that are skinned linearly, which turn about nothing. Empty for all other deformers.
 * Cost: what queries have not computed yet, some 50 ns per joint of a set.
 */
export function rotationCenters(collider: Collider): Float64Array {
  checkCollider(collider, 'the collider', 'rotationCenters');
  const { shape, posed } = collider;
  const { deformer } = shape;
  const { starts } = deformer.sets;
  if (deformer.skinning !== 'spherical-blend') return new Float64Array(0);
  const centers = new Float64Array(3 * (starts.length - 1));
  for (let set = 0; set + 1 < starts.length; set++) {
    if (starts[set + 1] - starts[set] === 1) continue;
    poseSphericalSet(deformer, posed, set);
    const block = setBlock(starts, set);
    if (posed.sets[block + IS_RIGID] === 0) continue;
    for (let axis = 0; axis < 3; axis++) centers[3 * set + axis] = posed.sets[block + CENTER + axis];
  }
  return centers;
}
