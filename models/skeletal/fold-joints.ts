import type { Model } from '../model.ts';
import { createSkin, packWeights } from '../pack-weights.ts';

/** The model without the joints of these names (never the root): what they moved, their parents move. */
export function foldJoints(model: Model, names: readonly string[]): Model {
  const { skin, skeleton, jointNames } = model;
  const { parents, positions } = skeleton;
  const kept = jointNames.flatMap((name, j) => (names.includes(name) ? [] : [j]));
  if (kept.length + names.length !== jointNames.length || names.includes(jointNames[0])) {
    throw new Error(
      `foldJoints: ${model.name} cannot do without ${names.join(', ')}; name joints it has, not its root.`,
    );
  }
  const heirs = new Int32Array(jointNames.length).fill(-1);
  kept.forEach((j, k) => {
    heirs[j] = k;
  });
  // Parents come before their children, so the heir of a parent is known when it is asked for.
  for (let j = 0; j < heirs.length; j++) if (heirs[j] < 0) heirs[j] = heirs[parents[j]];
  const vertices = model.mesh.positions.length / 3;
  const folded = createSkin(vertices, kept.length);
  const raw = new Float64Array(kept.length);
  for (let v = 0; v < vertices; v++) {
    raw.fill(0);
    for (let k = v * skin.influences; k < (v + 1) * skin.influences; k++) raw[heirs[skin.joints[k]]] += skin.weights[k];
    packWeights(raw, folded, v);
  }
  return {
    ...model,
    skin: folded,
    skeleton: {
      parents: Int32Array.from(kept, j => (parents[j] < 0 ? -1 : heirs[parents[j]])),
      positions: Float64Array.from(kept.flatMap(j => [...positions.subarray(3 * j, 3 * j + 3)])),
    },
    jointNames: kept.map(j => jointNames[j]),
  };
}
