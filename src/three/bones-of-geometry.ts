import type * as three from 'three';
import { Box3, Vector3 } from 'three';
import { componentOf } from './component.ts';
import { readBones, type UsedBones } from './read-geometry.ts';
import { isFresh, type Stamp, stampOf, versionOf } from './stamp.ts';

/** The bones that move a geometry, and what it was when they were found. */
export interface KnownBones {
  stamp: Stamp;
  /** Vertices of no face move nothing. The order of faces does not matter. */
  index: three.BufferAttribute | null;
  version: number;
  bones: UsedBones;
  /** See `restSpheres`; null until somebody asks. */
  spheres: Float64Array | null;
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
  const found = { stamp: stampOf(mesh), index, version, bones: readBones(mesh, caller), spheres: null };
  known.set(mesh.geometry, found);
  return found;
}

/**
 * Where the vertices are that each joint moves, in the geometry as it is stored: the middle and the radius of a sphere, for each joint. Cost: one pass over
 * the vertices the first time for a geometry.
 */
export function restSpheres(known: KnownBones, mesh: three.Mesh): Float64Array {
  known.spheres ??= measureSpheres(mesh, known.bones.numbers);
  return known.spheres;
}

function measureSpheres({ geometry }: three.Mesh, numbers: Uint32Array): Float64Array {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  const jointOf = new Map(Array.from(numbers, (bone, joint) => [bone, joint]));
  const boxes = Array.from(numbers, () => new Box3());
  const point = new Vector3();
  for (let vertex = 0; vertex < position.count; vertex++) {
    point.fromBufferAttribute(position, vertex);
    for (let influence = 0; influence < 4; influence++) {
      const joint = jointOf.get(componentOf(skinIndex, vertex, influence));
      if (joint !== undefined && componentOf(skinWeight, vertex, influence) > 0) boxes[joint].expandByPoint(point);
    }
  }
  return Float64Array.from(
    boxes.flatMap(({ min, max }) => [...min.clone().add(max).multiplyScalar(0.5).toArray(), 0.5 * min.distanceTo(max)]),
  );
}
