import { createSweep, findSelfImpacts, type SelfImpacts, type Sweep, sweepTo } from '../../src/continuous/index.ts'; // 'poseclash/continuous'
import { createShape, type Mesh, type Pose, type Skeleton, type Skin } from '../../src/index.ts'; // 'poseclash'

/** Once for each character. */
export function createMotion(mesh: Mesh, skin: Skin, skeleton: Skeleton): Sweep {
  return createSweep(createShape(mesh, { kind: 'linear-blend', skin, skeleton }));
}

/** Every frame: the moment, as a share of the way from the last pose to this one, at which it first touches itself, and where. */
export function findFirstTouch(motion: Sweep, pose: Pose, skeleton: Skeleton): SelfImpacts {
  sweepTo(motion, pose);
  return findSelfImpacts(motion, { skeleton });
}
