import type { VolumeKind } from '../bounds/volumes.ts';
import type { Deformer, SkinningKind } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { keySlack } from '../deform/posed-weights.ts';
import { roundUpToFloat32 } from '../math/rounding.ts';
import type { RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';

/** What a patch changes: a sphere (centre, radius), a box (centre, half extents) or a distance. */
export const SPHERE_PATCH = 4;
export const BOX_PATCH = 6;
export const DISTANCE_PATCH = 1;

/**
 * The rule for meshes that are morphed, or vibrate, and then are skinned. A record is that of the skinning, preceded by its
 * length and followed by patches: which of its volumes and distances the fields change, and by how much per unit of weight.
 * The displaced record is written out and handed to the skinning's own rule. Any weights; cost: a copy, and one
 * displacement per patched volume and field that moves it.
 */
export function chainWith(rules: Record<SkinningKind, Record<VolumeKind, RefitRule>>, kind: VolumeKind): RefitRule {
  return (records, deformer, posed, node, scratch, out) => {
    rules[deformer.skinning][kind](displaceRecord(records, deformer, posed, node), deformer, posed, node, scratch, out);
  };
}

/** How many key shapes a patch tells the volumes of. */
export function countKeys({ kind, displacements, inBetweens }: Deformer): number {
  return kind === 'chain' && inBetweens >= 0 ? displacements.count * (inBetweens + 1) + 1 : 0;
}

/**
 * Displacing a volume moves its centre by the weighted centres of the displacements and adds their weighted extents. On the
 * way between two key shapes the volume is the mean of theirs, which says all ([Larsson2003] 5), and so is a distance.
 */
function displaceRecord(records: RefitRecords, deformer: Deformer, posed: PosedJoints, node: number): RefitRecords {
  const { words, values } = records;
  const displaced = records.displaced!; // these are the records of an instance
  const { words: outWords, values: outValues } = displaced;
  const keys = countKeys(deformer);
  const isBetween = keys > 0 && posed.key >= 0;
  let at = records.starts[node];
  const length = words[at++];
  for (let k = 0; k < length; k++) outWords[k] = words[at + k];
  at += length;
  for (let patches = words[at++]; patches > 0; patches--) {
    const place = words[at];
    const size = words[at + 1];
    const fields = at + 3;
    const behind = fields + words[at + 2] * (1 + size);
    if (isBetween) blendKeys(values, behind + size * posed.key, size, posed, outValues, place);
    else if (size === DISTANCE_PATCH) {
      lengthenDistance(records, fields, behind, posed, outValues, place);
    } else displaceVolume(records, fields, behind, size, posed, outValues, place);
    at = behind + keys * size;
  }
  return displaced;
}

/** The mean of two volumes, or distances, one behind the other. */
function blendKeys(
  values: Float32Array,
  first: number,
  size: number,
  posed: PosedJoints,
  out: Float32Array,
  place: number,
): void {
  const { share } = posed;
  const slack = keySlack(posed);
  if (size === DISTANCE_PATCH) {
    const distance = (1 - share) * values[first] + share * values[first + 1];
    out[place] = roundUpToFloat32((distance + slack) * (1 + 1e-14));
    return;
  }
  const mean = (k: number): number => (1 - share) * values[first + k] + share * values[first + size + k];
  writeRounded(out, place, mean(0), mean(1), mean(2), mean(3) + slack, size, mean(4) + slack, mean(5) + slack);
}

function lengthenDistance(
  { words, values }: RefitRecords,
  from: number,
  behind: number,
  { weights }: PosedJoints,
  out: Float32Array,
  place: number,
): void {
  let distance = out[place];
  for (let at = from; at < behind; at += 2) distance += Math.abs(weights[words[at]]) * values[at + 1];
  out[place] = roundUpToFloat32(distance * (1 + 1e-14));
}

function displaceVolume(
  { words, values }: RefitRecords,
  from: number,
  behind: number,
  size: number,
  { weights }: PosedJoints,
  out: Float32Array,
  place: number,
): void {
  const isBox = size === BOX_PATCH;
  let x = out[place];
  let y = out[place + 1];
  let z = out[place + 2];
  let r = out[place + 3];
  let ry = isBox ? out[place + 4] : 0;
  let rz = isBox ? out[place + 5] : 0;
  for (let at = from; at < behind; at += 1 + size) {
    const weight = weights[words[at]];
    const magnitude = Math.abs(weight);
    x += weight * values[at + 1];
    y += weight * values[at + 2];
    z += weight * values[at + 3];
    r += magnitude * values[at + 4];
    if (!isBox) continue;
    ry += magnitude * values[at + 5];
    rz += magnitude * values[at + 6];
  }
  writeRounded(out, place, x, y, z, r, size, ry, rz);
}

/** Writes a volume in float32, still around all it was around. */
function writeRounded(
  out: Float32Array,
  place: number,
  x: number,
  y: number,
  z: number,
  r: number,
  size: number,
  ry: number,
  rz: number,
): void {
  out[place] = x;
  out[place + 1] = y;
  out[place + 2] = z;
  // The centre was rounded to float32, by at most 2^-24 of each coordinate (or of the least number there is).
  const moved = 6.1e-8 * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + 1e-44;
  out[place + 3] = roundUpToFloat32((r + moved) * (1 + 1e-14));
  if (size === SPHERE_PATCH) return;
  out[place + 4] = roundUpToFloat32((ry + moved) * (1 + 1e-14));
  out[place + 5] = roundUpToFloat32((rz + moved) * (1 + 1e-14));
}
