import type { DeformerSource, SkinningSource } from '../../deform/deformer.ts';
import type { Skin } from '../../mesh/skin.ts';
import type { Freedom } from '../motion/kinematics.ts';

export type SphereKind = 'volumetric' | 'surface' | 'covering';

/** Spheres that stand for a mesh. */
export interface SphereSet {
  kind: SphereKind;
  /** Rest centres, 3 numbers each. */
  centers: Float64Array;
  radii: Float64Array;
  /** How centres follow the pose: as vertices of the mesh would. Radii stay. */
  source: DeformerSource;
  /** Of the side they were made for (`checksumSide`). */
  checksum: number;
  /** Covering spheres of a mesh that deforms: the motion in which they cover it. Else null. */
  motion: readonly Freedom[] | null;
}

/** The spheres `ids`, in this order. */
export function selectSpheres(spheres: SphereSet, ids: Uint32Array): SphereSet {
  return {
    kind: spheres.kind,
    centers: select(spheres.centers, 3, ids),
    radii: select(spheres.radii, 1, ids),
    source: selectSource(spheres.source, ids),
    checksum: spheres.checksum,
    motion: spheres.motion,
  };
}

function selectSource(source: DeformerSource, ids: Uint32Array): DeformerSource {
  const pick = (fields: readonly (Float64Array | Float32Array)[]): Float64Array[] =>
    fields.map(field => select(field, 3, ids));
  switch (source.kind) {
    case 'morph':
      return { kind: 'morph', targets: pick(source.targets) };
    case 'modal':
      return { kind: 'modal', modes: pick(source.modes) };
    case 'chain':
      return { kind: 'chain', targets: pick(source.targets), skinning: selectSkinning(source.skinning, ids) };
    case 'modal-chain':
      return { kind: 'modal-chain', modes: pick(source.modes), skinning: selectSkinning(source.skinning, ids) };
    case 'rigid':
      return source;
    default:
      return selectSkinning(source, ids);
  }
}

function selectSkinning<T extends Exclude<SkinningSource, { kind: 'rigid' }>>(skinning: T, ids: Uint32Array): T {
  const { influences } = skinning.skin;
  const skin: Skin = {
    jointCount: skinning.skin.jointCount,
    influences,
    joints: Uint32Array.from(select(skinning.skin.joints, influences, ids)),
    weights: select(skinning.skin.weights, influences, ids),
  };
  return { ...skinning, skin };
}

function select(from: ArrayLike<number>, stride: number, ids: Uint32Array): Float64Array {
  const out = new Float64Array(stride * ids.length);
  for (let i = 0; i < ids.length; i++) {
    for (let k = 0; k < stride; k++) out[stride * i + k] = from[stride * ids[i] + k];
  }
  return out;
}
