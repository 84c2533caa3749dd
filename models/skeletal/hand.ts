import { createBodyPlan } from '../body-plan.ts';
import { createBoneWeights } from '../bone-weights.ts';
import { meshShape } from '../mesh-shape.ts';
import type { Model } from '../model.ts';
import { createDistanceField } from '../signed-distance.ts';
import { planHandJoints, planHandParts } from './hand-plan.ts';

/** Finer on the fingers than on the palm and the wrist. */
function sizeEdges(x: number, y: number): number {
  if (y < 1) return 1.2;
  return y > 8.5 || x > 4.2 ? 0.8 : 1;
}

/**
 * An open hand: 11208 triangles, 21 joints. The joints at the finger tips move no vertex; they end the last bones.
 */
export function createHand(): Model {
  const plan = createBodyPlan(planHandJoints());
  const mesh = meshShape(createDistanceField(planHandParts()), 11_208, 0.3, sizeEdges);
  const skin = createBoneWeights(mesh.positions, plan, {
    softness: 1.6,
    overlap: 0.6,
    smooth: { triangles: mesh.triangles, rounds: 6 },
  });
  return { name: 'hand', mesh, skin, skeleton: plan.skeleton, jointNames: plan.jointNames };
}
