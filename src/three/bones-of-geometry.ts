import type * as three from 'three';
import { readBones, type UsedBones } from './read-geometry.ts';
import { isSameStamp, type Stamp, stampOf } from './stamp.ts';

interface KnownBones {
  stamp: Stamp;
  bones: UsedBones;
}

const known = new WeakMap<three.BufferGeometry, KnownBones>();

/**
 * The bones that move a mesh, by their number in the skeleton: joint `j` of its shape is bone `numbers[j]`. Cost: one pass over
 * the vertices the first time for a geometry.
 */
export function bonesOfGeometry(mesh: three.Mesh, caller: string): UsedBones {
  const stamp = stampOf(mesh);
  const before = known.get(mesh.geometry);
  if (before && isSameStamp(before.stamp, stamp)) return before.bones;
  const bones = readBones(mesh, caller);
  known.set(mesh.geometry, { stamp, bones });
  return bones;
}
