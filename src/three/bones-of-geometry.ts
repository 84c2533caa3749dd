import type * as three from 'three';
import type { Patches, PatchSpheres } from './patches.ts';
import { readBones, type UsedBones } from './read-geometry.ts';
import { isFresh, type Stamp, stampOf, versionOf } from './stamp.ts';

/** The bones that move a geometry, and what it was when they were found. */
export interface KnownBones {
  stamp: Stamp;
  /** Vertices of no face move nothing. The order of faces does not matter. */
  index: three.BufferAttribute | null;
  version: number;
  bones: UsedBones;
  /** See patches.ts; null until a ray asks. The spheres are those of the inverses that were met last. */
  patches: Patches | null;
  spheres: PatchSpheres | null;
  room: Room;
}

/**
 * What one mesh at a time is posed with: it means nothing after that. One for all meshes of a geometry, so it stays in the cache while a crowd is gone through.
 */
export interface Room {
  /** Ten numbers of each object that decides where a mesh is (position, quaternion, scale), and its world matrix: 12 numbers, row by row. */
  locals: Float64Array;
  worlds: Float64Array;
  /** For each joint. */
  matrices: Float64Array;
  /** Of patches, and one more. */
  boxes: Float64Array;
}

const NOTHING = new Float64Array(0);
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
  const bones = readBones(mesh, caller);
  const found: KnownBones = {
    stamp: stampOf(mesh),
    index,
    version,
    bones,
    patches: null,
    spheres: null,
    room: {
      locals: NOTHING,
      worlds: NOTHING,
      matrices: new Float64Array(12 * Math.max(1, bones.numbers.length)),
      boxes: NOTHING,
    },
  };
  known.set(mesh.geometry, found);
  return found;
}

/** Makes room for the objects of one more mesh; meshes that had less keep that. */
export function reserveRoom({ room }: KnownBones, objects: number): Room {
  if (room.locals.length < 10 * objects) {
    room.locals = new Float64Array(10 * objects);
    room.worlds = new Float64Array(12 * objects);
  }
  return room;
}
