import type { VolumeKind } from '../bounds/volumes.ts';
import type { Deformer, DeformerKind } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { refitDualQuaternionSpheres } from './dual-quaternion-blend.ts';
import { refitLinearBlendSpheres } from './linear-blend.ts';
import type { RefitRecords } from './records.ts';
import { refitSphericalBlendSpheres } from './spherical-blend.ts';

/**
 * Moves the volumes of the nodes `first..end)`, siblings of one family, to the current pose: reads their records and
 * the joints, no vertex; writes `out`. `scratch` holds one volume per group of a node.
 */
export type RefitRule = (
  records: RefitRecords,
  deformer: Deformer,
  posed: PosedJoints,
  first: number,
  end: number,
  scratch: Float64Array,
  out: Float64Array,
) => void;

/** How each deformer moves each volume. Every cell is exact: it contains every posed vertex, rounding included. */
export const refitRules: Record<DeformerKind, Record<VolumeKind, RefitRule>> = {
  rigid: { sphere: refitLinearBlendSpheres }, // one joint: the image of the sphere, stretched as the joint stretches
  'linear-blend': { sphere: refitLinearBlendSpheres },
  'spherical-blend': { sphere: refitSphericalBlendSpheres },
  'dual-quaternion-blend': { sphere: refitDualQuaternionSpheres },
};
