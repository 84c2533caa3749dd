import type { VolumeKind } from '../bounds/volumes.ts';
import type { Deformer, DeformerKind } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { refitDualQuaternionSphere } from './dual-quaternion-blend.ts';
import { refitLinearBlendSphere } from './linear-blend.ts';
import type { RefitRecords } from './records.ts';
import { refitSphericalBlendSphere } from './spherical-blend.ts';

/**
 * Moves the volume of one inner node to the current pose: reads the node's record and the joints, no vertex and no other
 * volume, so nodes may come in any order. Writes `out`; `scratch` holds one volume, and a number, per group of the node.
 */
export type RefitRule = (
  records: RefitRecords,
  deformer: Deformer,
  posed: PosedJoints,
  node: number,
  scratch: Float64Array,
  out: Float64Array,
) => void;

/** How each deformer moves each volume. Every cell is exact: it contains every posed vertex, rounding included. */
export const refitRules: Record<DeformerKind, Record<VolumeKind, RefitRule>> = {
  rigid: { sphere: refitLinearBlendSphere }, // one joint: the image of the sphere, stretched as the joint stretches
  'linear-blend': { sphere: refitLinearBlendSphere },
  'spherical-blend': { sphere: refitSphericalBlendSphere },
  'dual-quaternion-blend': { sphere: refitDualQuaternionSphere },
};
