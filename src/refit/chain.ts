import type { VolumeKind } from '../bounds/volumes.ts';
import type { SkinningKind } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { roundUpToFloat32 } from '../math/rounding.ts';
import type { RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';

/** What a patch changes: a sphere (centre, radius), a box (centre, half extents) or a distance. */
export const SPHERE_PATCH = 4;
export const BOX_PATCH = 6;
export const DISTANCE_PATCH = 1;

/**
 * The rule for meshes that are morphed and then skinned. A record is that of the skinning, preceded by its length and
 * followed by patches: which of its volumes and distances the targets change, and by how much per unit of weight. The
 * displaced record is written out and handed to the skinning's own rule. Any weights; cost: a copy, and one
 * displacement per patched volume and target that moves it.
 */
export function chainWith(rules: Record<SkinningKind, Record<VolumeKind, RefitRule>>, kind: VolumeKind): RefitRule {
  return (records, deformer, posed, node, scratch, out) => {
    rules[deformer.skinning][kind](displaceRecord(records, posed, node), deformer, posed, node, scratch, out);
  };
}

/** Displacing a volume moves its centre by the weighted centres of the displacements and adds their weighted extents. */
function displaceRecord(records: RefitRecords, posed: PosedJoints, node: number): RefitRecords {
  const { words, values } = records;
  const displaced = records.displaced!; // these are the records of an instance
  const { words: outWords, values: outValues } = displaced;
  const { weights } = posed;
  let at = records.starts[node];
  const length = words[at++];
  for (let k = 0; k < length; k++) outWords[k] = words[at + k];
  at += length;
  for (let patches = words[at++]; patches > 0; patches--) {
    const place = words[at];
    const size = words[at + 1];
    let count = words[at + 2];
    at += 3;
    if (size === DISTANCE_PATCH) {
      let distance = outValues[place];
      for (; count > 0; count--, at += 2) distance += Math.abs(weights[words[at]]) * values[at + 1];
      outValues[place] = roundUpToFloat32(distance * (1 + 1e-14));
      continue;
    }
    let x = outValues[place];
    let y = outValues[place + 1];
    let z = outValues[place + 2];
    let r = outValues[place + 3];
    let ry = size === BOX_PATCH ? outValues[place + 4] : 0;
    let rz = size === BOX_PATCH ? outValues[place + 5] : 0;
    for (; count > 0; count--, at += 1 + size) {
      const weight = weights[words[at]];
      const magnitude = Math.abs(weight);
      x += weight * values[at + 1];
      y += weight * values[at + 2];
      z += weight * values[at + 3];
      r += magnitude * values[at + 4];
      if (size === SPHERE_PATCH) continue;
      ry += magnitude * values[at + 5];
      rz += magnitude * values[at + 6];
    }
    outValues[place] = x;
    outValues[place + 1] = y;
    outValues[place + 2] = z;
    // The centre was rounded to float32, by at most 2^-24 of each coordinate (or of the least number there is).
    const moved = 6.1e-8 * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + 1e-44;
    outValues[place + 3] = roundUpToFloat32((r + moved) * (1 + 1e-14));
    if (size === SPHERE_PATCH) continue;
    outValues[place + 4] = roundUpToFloat32((ry + moved) * (1 + 1e-14));
    outValues[place + 5] = roundUpToFloat32((rz + moved) * (1 + 1e-14));
  }
  return displaced;
}
