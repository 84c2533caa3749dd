import type { Skin } from '../../mesh/skin.ts';
import { keepRows } from '../../mesh/weld.ts';

/** A skin as the file has it: any joints, any weights. */
export type RawSkin = Skin & { joints: Uint32Array; weights: Float32Array };

/** The skin of these vertices only, in arrays of its own. */
export function keepSkinRows(skin: RawSkin, rows: Uint32Array): RawSkin {
  const { influences } = skin;
  const joints = keepRows(skin.joints, influences, rows);
  return { jointCount: 0, influences, joints, weights: keepRows(skin.weights, influences, rows) };
}

/**
 * Refuses weights below 0, and those that are no numbers beside others. Influences without weight lose their joint, whatever it says; a
 * vertex without any weight, which the specification forbids, follows the joint of its first influence alone, as in three.js. Exporters
 * that divide by the sum of the weights write NaN there.
 */
export function cleanSkin(skin: RawSkin, name: string, gaps: string[]): RawSkin {
  const { influences, joints, weights } = skin;
  let unbound = 0;
  for (let start = 0; start < weights.length; start += influences) {
    let sum = 0;
    let isUnknown = false;
    for (let influence = start; influence < start + influences; influence++) {
      if (weights[influence] < 0) {
        throw new Error(`readGltf: mesh '${name}' has a weight of ${weights[influence]}; weights must be 0 or more.`);
      }
      if (Number.isNaN(weights[influence])) {
        isUnknown = true;
        weights[influence] = 0;
      }
      sum += weights[influence];
    }
    if (isUnknown && sum > 0) {
      throw new Error(`readGltf: mesh '${name}' has a weight of NaN beside others; weights must be 0 or more.`);
    }
    if (sum === 0) {
      weights[start] = 1;
      unbound++;
    }
    for (let influence = start; influence < start + influences; influence++)
      if (weights[influence] === 0) joints[influence] = 0;
  }
  if (unbound > 0) {
    gaps.push(`${unbound} vertices of mesh '${name}' have no weight at all; each follows the joint it names first.`);
  }
  return skin;
}

/** Renumbers the joints that have weight somewhere, ascending, from 0 on, and returns what they were. */
export function renumberJoints(skin: RawSkin): Uint32Array {
  const { joints, weights } = skin;
  const used = new Set<number>();
  for (let influence = 0; influence < joints.length; influence++)
    if (weights[influence] > 0) used.add(joints[influence]);
  const list = Uint32Array.from(used).sort();
  const numberOf = new Map(Array.from(list, (joint, j) => [joint, j]));
  for (let influence = 0; influence < joints.length; influence++) {
    joints[influence] = weights[influence] > 0 ? numberOf.get(joints[influence])! : 0;
  }
  skin.jointCount = list.length;
  return list;
}
