import type * as three from 'three';
import { createRayHit, type RayHit, type RayOptions } from '../query/probe/cast-ray.ts';
import { bonesOfGeometry, type KnownBones, reserveRoom } from './bones-of-geometry.ts';
import { nameOf } from './name-of.ts';
import type { PatchSpheres } from './patches.ts';
import { isSkinned } from './read-geometry.ts';
import { isFresh, type Stamp } from './stamp.ts';

/** What connects a mesh with the joints of its shape, found once and kept as long as the mesh stays what it is. */
export interface Link {
  geometry: three.BufferGeometry;
  stamp: Stamp;
  known: KnownBones;
  skeleton: three.Skeleton | null;
  /** The bone of each joint, and its number in the skeleton. */
  bones: readonly three.Bone[];
  numbers: Uint32Array;
  /** See `UsedBones`. */
  sumError: number;
  /** All objects whose place in the world decides where the mesh is, parents first; and how many of them come before its bones: it is the last of these. */
  objects: readonly three.Object3D[];
  ownCount: number;
  /** Where in that list the parent of each is (-1: it has none), and the bone of each joint, or if there are none, the mesh. */
  above: Int32Array;
  places: Int32Array;
  /** Room that meshes of a geometry share (`Room`). */
  locals: Float64Array;
  worlds: Float64Array;
  matrices: Float64Array;
  /** Room for weights, and for the matrices that come before and after all joints. */
  weights: Float64Array;
  bind: Float64Array;
  outer: Float64Array;
  /** Room for a ray, and what it is to find. */
  cast: { ray: { origin: Float64Array; direction: Float64Array }; options: RayOptions & { into: RayHit } };
  /** Where the skin is, seen from its bones; null until a ray asks. */
  spheres: PatchSpheres | null;
}

const links = new WeakMap<three.Mesh, Link>();

/** The link of a mesh; made anew if the mesh was bound, or one of its bones hung, differently, or its geometry is another. */
export function linkOf(mesh: three.Mesh, caller: string): Link {
  const known = links.get(mesh);
  if (known?.geometry === mesh.geometry && isFresh(known.stamp, mesh) && hangsAsBefore(known, mesh)) return known;
  const link = createLink(mesh, caller);
  links.set(mesh, link);
  return link;
}

function createLink(mesh: three.Mesh, caller: string): Link {
  const known = bonesOfGeometry(mesh, caller);
  const { stamp } = known;
  const { numbers, sumError } = known.bones;
  const skeleton = isSkinned(mesh) ? mesh.skeleton : null;
  if (isSkinned(mesh) && !skeleton) {
    throw new Error(`${caller}: ${nameOf(mesh)} has no skeleton; call bind(skeleton) on it first.`);
  }
  const bones = Array.from(numbers, number => {
    const bone = skeleton!.bones[number];
    if (bone && skeleton!.boneInverses[number]) return bone;
    throw new Error(
      `${caller}: ${nameOf(mesh)} follows bone ${number}, but its skeleton has ${skeleton!.bones.length}; bind it to its own.`,
    );
  });
  const objects = [...listAncestors([mesh, ...bones])];
  const followed: readonly three.Object3D[] = bones.length > 0 ? bones : [mesh];
  const placeOf = new Map(objects.map((object, k) => [object, k]));
  const { locals, worlds, matrices } = reserveRoom(known, objects.length);
  return {
    geometry: mesh.geometry,
    stamp,
    known,
    skeleton,
    bones,
    numbers,
    sumError,
    objects,
    ownCount: objects.indexOf(mesh) + 1,
    above: Int32Array.from(objects, ({ parent }) => (parent ? placeOf.get(parent)! : -1)),
    places: Int32Array.from(followed, object => placeOf.get(object)!),
    locals,
    worlds,
    matrices,
    weights: new Float64Array(mesh.geometry.morphAttributes.position?.length ?? 0),
    bind: new Float64Array(12),
    outer: new Float64Array(12),
    cast: {
      ray: { origin: new Float64Array(3), direction: new Float64Array(3) },
      options: { into: createRayHit() },
    },
    spheres: null,
  };
}

/** The objects and all above them, each once, parents before children. */
function listAncestors(objects: readonly three.Object3D[]): Set<three.Object3D> {
  const listed = new Set<three.Object3D>();
  const add = (object: three.Object3D): void => {
    if (listed.has(object)) return;
    if (object.parent) add(object.parent);
    listed.add(object);
  };
  objects.forEach(add);
  return listed;
}

function hangsAsBefore({ skeleton, bones, numbers, objects, above }: Link, mesh: three.Mesh): boolean {
  if (skeleton !== (isSkinned(mesh) ? mesh.skeleton : null)) return false;
  if (skeleton) {
    for (let joint = 0; joint < bones.length; joint++) {
      if (skeleton.bones[numbers[joint]] !== bones[joint]) return false;
    }
  }
  for (let k = 0; k < objects.length; k++) {
    if (objects[k].parent !== (above[k] < 0 ? null : objects[above[k]])) return false;
  }
  return true;
}
