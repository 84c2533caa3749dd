import {
  type Collider,
  createCollider,
  createShape,
  type DeformerSource,
  findSelfPairs,
  type Mesh,
  type Pose,
  setPose,
} from '../../src/index.ts'; // 'poseclash'

/** Once for each character: { kind: 'linear-blend', skin, skeleton }, or spherical or dual quaternion blending. */
export function createCharacter(mesh: Mesh, source: DeformerSource): Collider {
  return createCollider(createShape(mesh, source));
}

/** Every frame: [triangle, triangle, ...], each pair of it that cuts; neighbours do so only where they fold over. */
export function findFolds(character: Collider, pose: Pose): Uint32Array {
  setPose(character, pose);
  return findSelfPairs(character);
}
