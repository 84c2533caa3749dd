import type * as three from 'three';
import { Box3, Vector3 } from 'three';
import { componentOf } from './component.ts';
import type { KnownPatches } from './limbs.ts';
import { readBones, type UsedBones } from './read-geometry.ts';
import { isFresh, type Stamp, stampOf, versionOf } from './stamp.ts';

/** The bones that move a geometry, and what it was when they were found. */
export interface KnownBones {
  stamp: Stamp;
  /** Vertices of no face move nothing. The order of faces does not matter. */
  index: three.BufferAttribute | null;
  version: number;
  bones: UsedBones;
  /** See `restSets`, and limbs.ts; null until somebody asks. */
  sets: RestSets | null;
  patches: KnownPatches | null;
}

/** The vertices of a geometry as it is stored, by the joints that they follow. */
export interface RestSets {
  joints: readonly (readonly number[])[];
  /** The middle and the radius of a sphere about those of each set. */
  spheres: Float64Array;
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
  const found = { stamp: stampOf(mesh), index, version, bones: readBones(mesh, caller), sets: null, patches: null };
  known.set(mesh.geometry, found);
  return found;
}

/** The sets of joints that vertices follow, and where these are. Cost: one pass over the vertices the first time for a geometry. */
export function restSets(known: KnownBones, mesh: three.Mesh): RestSets {
  known.sets ??= measureSets(mesh, known.bones.numbers);
  return known.sets;
}

function measureSets({ geometry }: three.Mesh, numbers: Uint32Array): RestSets {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  const jointOf = new Map(Array.from(numbers, (bone, joint) => [bone, joint]));
  const sets = new Map<string, { joints: number[]; box: Box3 }>();
  const point = new Vector3();
  for (let vertex = 0; vertex < position.count; vertex++) {
    const followed = new Set<number>();
    for (let influence = 0; influence < 4; influence++) {
      const joint = jointOf.get(componentOf(skinIndex, vertex, influence));
      if (joint !== undefined && componentOf(skinWeight, vertex, influence) > 0) followed.add(joint);
    }
    if (followed.size === 0) continue; // of no face
    const joints = [...followed].sort((a, b) => a - b);
    const key = joints.join();
    const set = sets.get(key) ?? { joints, box: new Box3() };
    sets.set(key, set);
    set.box.expandByPoint(point.fromBufferAttribute(position, vertex));
  }
  const found = [...sets.values()];
  const sphereOf = ({ min, max }: Box3): number[] => [
    ...min.clone().add(max).multiplyScalar(0.5).toArray(),
    0.5 * min.distanceTo(max),
  ];
  return {
    joints: found.map(({ joints }) => joints),
    spheres: Float64Array.from(found.flatMap(({ box }) => sphereOf(box))),
  };
}
