import { type CertifiedFans, certifyFans, createFans } from './certify-fans.ts';
import type { SelfPlan } from './plan.ts';
import { boxNodes, createSelfBoxes, measureSize, type SelfBoxes } from './reasons/boxes.ts';
import { createDrift, type Drift, measureDrift } from './reasons/drift.ts';
import { markKeptFans } from './reasons/kept-fans.ts';
import { createWalk, type SelfWalk } from './walk.ts';

/**
 * What holds for a surface in one pose, and the room that takes: about 100 bytes a triangle. Everything is computed
 * anew by `poseInstant`; nothing is remembered from one pose to the next.
 */
export interface SelfInstant extends CertifiedFans {
  drift: Drift;
  boxes: SelfBoxes;
  walk: SelfWalk;
}

export function createInstant(plan: SelfPlan): SelfInstant {
  const { tree } = plan.shape;
  return {
    ...createFans(plan),
    drift: createDrift(plan),
    boxes: createSelfBoxes(plan.shape),
    walk: createWalk(tree),
  };
}

/**
 * Takes over a pose: the posed vertices, the joints, `JOINT_STRIDE` numbers each, and a bound of |matrix| * |rest
 * vertex| + |translation| over all of them (`PosedJoints`). Which joints vertices follow, and how, does not matter.
 * Cost: 60 ns a triangle.
 */
export function poseInstant(
  instant: SelfInstant,
  positions: Float64Array,
  joints: Float64Array,
  magnitude: number,
): void {
  const { plan, boxes, drift, isFlat } = instant;
  const { shape, usedVertices } = plan;
  instant.positions = positions;
  measureDrift(plan, joints, magnitude, positions, drift);
  isFlat.fill(0);
  markKeptFans(plan, drift, isFlat);
  certifyFans(instant);
  boxNodes(shape, positions, measureSize(positions, usedVertices), plan.mostInBox, boxes);
}
