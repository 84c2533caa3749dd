import type { Mesh } from '../../src/mesh/mesh.ts';
import type { Skin } from '../../src/mesh/skin.ts';
import type { Model } from '../model.ts';
import { createSkin, packWeights } from '../pack-weights.ts';

/** Joints in a row, evenly spaced along +y. */
export interface ChainPlan {
  joints: number;
  /** Where the first and the last joint are on the y axis. */
  from: number;
  to: number;
}

/** A model that is a chain. `places[v]` tells where along the y axis vertex `v` belongs: mostly, but not always, its own y. */
export function createChainModel(name: string, mesh: Mesh, plan: ChainPlan, places: Float64Array): Model {
  const { joints, from, to } = plan;
  const spacing = (to - from) / (joints - 1);
  const positions = new Float64Array(3 * joints);
  for (let j = 0; j < joints; j++) positions[3 * j + 1] = from + spacing * j;
  return {
    name,
    mesh,
    skin: weighAlong(
      places.map(y => (y - from) / spacing),
      joints,
    ),
    skeleton: { parents: Int32Array.from({ length: joints }, (_, j) => j - 1), positions },
    jointNames: Array.from({ length: joints }, (_, j) => `joint-${j + 1}`),
  };
}

/**
 * Each joint weighs as a quadratic B-spline around itself, so a vertex has two or three joints and its posed place is a
 * once differentiable function of its rest place: no crease at any joint, however the chain bends. Vertices beyond the
 * ends belong to the end joints alone.
 */
function weighAlong(places: Float64Array, joints: number): Skin {
  const skin = createSkin(places.length, joints);
  const raw = new Float64Array(joints);
  const last = joints - 1;
  for (let v = 0; v < places.length; v++) {
    const place = Math.min(last, Math.max(0, places[v]));
    const nearest = Math.round(place);
    const off = place - nearest;
    raw[Math.max(0, nearest - 1)] += 0.5 * (0.5 - off) ** 2;
    raw[nearest] += 0.75 - off * off;
    raw[Math.min(last, nearest + 1)] += 0.5 * (0.5 + off) ** 2;
    packWeights(raw, skin, v);
    raw.fill(0, Math.max(0, nearest - 1), nearest + 2);
  }
  return skin;
}
