import type * as three from 'three';
import { readBones, type UsedBones } from './read-geometry.ts';
import { isFresh, type Stamp, stampOf, versionOf } from './stamp.ts';

/** The bones that move a geometry, and what it was when they were found. */
export interface KnownBones {
  stamp: Stamp;
  /** Vertices of no face move nothing. The order of faces does not matter. */
  index: three.BufferAttribute | null;
  version: number;
  bones: UsedBones;
}

const known = new WeakMap<three.BufferGeometry, KnownBones>();

/**
 * The bones that move a mesh, by their number in the skeleton: joint `j` of its shape is bone `numbers[j]`; one record for all meshes of
 * a geometry as long as it stays what it is. Cost: one pass over
 * the vertices the first time for a geometry.
 */
export function bonesOfGeometry(mesh: three.Mesh, caller: string): KnownBones {
  const { index } = mesh.geometry;
  const version = versionOf(index);
  const before = known.get(mesh.geometry);
  if (before && before.index === index && before.version === version && isFresh(before.stamp, mesh)) {
    return before;
  }
  const found = { stamp: stampOf(mesh), index, version, bones: readBones(mesh, caller) };
  known.set(mesh.geometry, found);
  return found;
}
