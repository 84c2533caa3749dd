import type { VolumeKind } from '../bounds/volumes.ts';
import type { Deformer, DeformerKind, SkinningKind } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { chainWith } from './chain.ts';
import { refitDualQuaternionBox, refitDualQuaternionDop, refitDualQuaternionSphere } from './dual-quaternion-blend.ts';
import { refitModalDop, refitMorphDop } from './field-dops.ts';
import { refitLinearBlendBox, refitLinearBlendDop, refitLinearBlendSphere } from './linear-blend.ts';
import { refitModalBox, refitModalSphere } from './modal.ts';
import { refitMorphBox, refitMorphSphere } from './morph.ts';
import type { RefitRecords } from './records.ts';
import { refitSphericalBlendBox, refitSphericalBlendDop, refitSphericalBlendSphere } from './spherical-blend.ts';

/**
 * Moves the volume of one inner node to the current pose: reads the node's record, the joints and the weights, no vertex
 * and no other volume, so nodes may come in any order. Writes `out`; `scratch` has room for one volume,
 * and a number, per group of the node.
 */
export type RefitRule = (
  records: RefitRecords,
  deformer: Deformer,
  posed: PosedJoints,
  node: number,
  scratch: Float64Array,
  out: Float64Array,
) => void;

/**
 * Bounds one group of a node, whose record begins at `at`, by a sphere (centre, radius) or a box (centre, half extents)
 * written to `out` from `o` on. Returns where the record of the next group begins.
 */
export type BoundGroup = (
  records: RefitRecords,
  at: number,
  deformer: Deformer,
  posed: PosedJoints,
  out: Float64Array,
  o: number,
) => number;

const skinned: Record<SkinningKind, Record<VolumeKind, RefitRule>> = {
  rigid: { sphere: refitMorphSphere, box: refitMorphBox, dop: refitMorphDop }, // a morph without targets
  'linear-blend': { sphere: refitLinearBlendSphere, box: refitLinearBlendBox, dop: refitLinearBlendDop },
  'spherical-blend': { sphere: refitSphericalBlendSphere, box: refitSphericalBlendBox, dop: refitSphericalBlendDop },
  'dual-quaternion-blend': {
    sphere: refitDualQuaternionSphere,
    box: refitDualQuaternionBox,
    dop: refitDualQuaternionDop,
  },
};

/** How each deformer moves each volume. Every cell is exact: it contains every posed vertex, rounding included. */
export const refitRules: Record<DeformerKind, Record<VolumeKind, RefitRule>> = {
  ...skinned,
  morph: { sphere: refitMorphSphere, box: refitMorphBox, dop: refitMorphDop },
  modal: { sphere: refitModalSphere, box: refitModalBox, dop: refitModalDop },
  chain: { sphere: chainWith(skinned, 'sphere'), box: chainWith(skinned, 'box'), dop: chainWith(skinned, 'dop') },
  'modal-chain': {
    sphere: chainWith(skinned, 'sphere'),
    box: chainWith(skinned, 'box'),
    dop: chainWith(skinned, 'dop'),
  },
};
