import {
  type Collider,
  createCollider,
  createShape,
  type DeformerSource,
  findPairs,
  type Mesh,
  type Pose,
  setPose,
} from '../../src/index.ts'; // 'poseclash'

/** Once for each body. The source says how it bends: { kind: 'linear-blend', skin, skeleton }, { kind: 'morph', targets }, ... */
export function createBody(mesh: Mesh, source: DeformerSource): Collider {
  return createCollider(createShape(mesh, source));
}

/** Every frame: [triangle of a, triangle of b, ...], each pair that cuts. */
export function findTouching(a: Collider, poseA: Pose, b: Collider, poseB: Pose): Uint32Array {
  setPose(a, poseA); // copies joint matrices and weights: no vertex moves yet
  setPose(b, poseB);
  return findPairs(a, b); // moves what it must
}
