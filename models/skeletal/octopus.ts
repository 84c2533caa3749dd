import { createBodyPlan } from '../body-plan.ts';
import { createBoneWeights } from '../bone-weights.ts';
import { meshShape } from '../mesh-shape.ts';
import type { Model } from '../model.ts';
import { createDistanceField } from '../signed-distance.ts';
import { planOctopusJoints, planOctopusParts } from './octopus-plan.ts';

/** Finer towards the tips of the arms and around the eyes. */
function sizeEdges(x: number, y: number, z: number): number {
  const out = Math.hypot(x, z);
  if (out > 1.5) return Math.max(0.45, 1.15 - 0.16 * out);
  return y > 1.4 && y < 2.1 && z > 0.3 ? 0.7 : 1;
}

/**
 * An octopus with its eight arms spread on the ground: 47976 triangles unless told, 72 joints.
 */
export function createOctopus(options: { triangles?: number } = {}): Model {
  const plan = createBodyPlan(planOctopusJoints());
  const mesh = meshShape(createDistanceField(planOctopusParts()), options.triangles ?? 47_976, 0.15, sizeEdges, 2);
  const skin = createBoneWeights(mesh.positions, plan, {
    overlap: 0.75,
    smooth: { triangles: mesh.triangles, rounds: 6 },
  });
  return { name: 'octopus', mesh, skin, skeleton: plan.skeleton, jointNames: plan.jointNames };
}
