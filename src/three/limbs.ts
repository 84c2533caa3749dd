import type * as three from 'three';
import { type KnownBones, type RestSets, restSets } from './bones-of-geometry.ts';

/** How the bones of a mesh hang from what they have in common, and where on them the skin is. */
export interface Limbs {
  /** The lowest object that all bones are, or hang from, and all above it, parents first: it is the last. */
  stem: readonly three.Object3D[];
  /** The last of the stem, and all that hangs from it on the way to a bone; each is followed by what hangs from it. */
  objects: readonly three.Object3D[];
  /** Objects that decide where the mesh is and are in neither list. */
  aside: readonly three.Object3D[];
  tree: LimbTree;
  patches: Patches;
  /** Inverses of the bones as they were read last, 12 numbers for each joint. */
  inverses: Float64Array;
  /** How far a patch may be from its bone, in units of the bone, and the farthest of each joint. */
  radii: Float64Array;
  farthest: Float64Array;
  /**
   * Room, for each object: how far it may be from the stem, how much it lengthens what hangs from it, and how far from it the patches may be that have it as their
   * home, and all that have it or what hangs from it; -1: there are none. In units of the stem.
   */
  reaches: Float64Array;
  stretches: Float64Array;
  owns: Float64Array;
  wholes: Float64Array;
  /** Room: which world matrices are up to date. */
  isUpdated: Uint8Array;
}

/** By place in the list of objects. */
interface LimbTree {
  /** The place of the one above; -1 of the first. */
  parents: Int32Array;
  /** How many places it and all that hangs from it take. */
  spans: Int32Array;
  /** The place of the bone of each joint. */
  places: Int32Array;
}

/**
 * The skin in patches: vertices that follow the same bones have a home, the lowest object that all these bones are or hang from; there is a patch for each home and bone.
 * A vertex is a mean of places to which its bones carry it: it is in a sphere about its home that holds all of these.
 */
export interface Patches {
  homes: Int32Array;
  joints: Int32Array;
  sets: RestSets;
  /** The patch of each joint of each set, one after the other. */
  patchOf: Int32Array;
}

/** What was found for a geometry, and how its bones hung. */
export interface KnownPatches {
  tree: LimbTree;
  patches: Patches;
}

/** `listed` has the mesh, its bones and all above them, parents first. Null if nothing is above all bones. */
export function findLimbs(
  bones: readonly three.Object3D[],
  listed: readonly three.Object3D[],
  known: KnownBones,
  mesh: three.Mesh,
): Limbs | null {
  const carried = new Map<three.Object3D, number>();
  for (const bone of bones) {
    for (let at: three.Object3D | null = bone; at; at = at.parent) carried.set(at, (carried.get(at) ?? 0) + 1);
  }
  const stem = listed.filter(object => carried.get(object) === bones.length);
  if (stem.length === 0) return null;
  const objects: three.Object3D[] = [];
  const spans: number[] = [];
  const add = (object: three.Object3D): void => {
    const at = objects.push(object) - 1;
    for (const child of object.children) if (carried.has(child)) add(child);
    spans[at] = objects.length - at;
  };
  add(stem[stem.length - 1]);
  const placeOf = new Map(objects.map((object, k) => [object, k]));
  const tree: LimbTree = {
    parents: Int32Array.from(objects, ({ parent }, k) => (k === 0 ? -1 : placeOf.get(parent!)!)),
    spans: Int32Array.from(spans),
    places: Int32Array.from(bones, bone => placeOf.get(bone)!),
  };
  const { patches } = patchesOf(known, tree, mesh);
  return {
    stem,
    objects,
    aside: listed.filter(object => !placeOf.has(object) && !stem.includes(object)),
    tree,
    patches,
    inverses: new Float64Array(12 * bones.length).fill(Number.NaN),
    radii: new Float64Array(patches.homes.length),
    farthest: new Float64Array(bones.length),
    reaches: new Float64Array(objects.length),
    stretches: new Float64Array(objects.length),
    owns: new Float64Array(objects.length),
    wholes: new Float64Array(objects.length),
    isUpdated: new Uint8Array(objects.length),
  };
}

/** The patches of a geometry, found once for all skeletons whose bones hang alike. */
function patchesOf(known: KnownBones, tree: LimbTree, mesh: three.Mesh): KnownPatches {
  const before = known.patches;
  if (before && isSame(before.tree.parents, tree.parents) && isSame(before.tree.places, tree.places)) return before;
  const found = { tree, patches: findPatches(restSets(known, mesh), tree) };
  known.patches = found;
  return found;
}

function findPatches(sets: RestSets, { parents, places }: LimbTree): Patches {
  const homes: number[] = [];
  const joints: number[] = [];
  const numbers = new Map<string, number>();
  const patchOf: number[] = [];
  for (const set of sets.joints) {
    const home = set.map(joint => places[joint]).reduce((a, b) => commonOf(a, b, parents));
    for (const joint of set) {
      const key = `${home} ${joint}`;
      const number = numbers.get(key) ?? homes.push(home) - 1;
      numbers.set(key, number);
      joints[number] = joint;
      patchOf.push(number);
    }
  }
  return { homes: Int32Array.from(homes), joints: Int32Array.from(joints), sets, patchOf: Int32Array.from(patchOf) };
}

/** The lowest place that both are, or hang from: parents come first. */
function commonOf(a: number, b: number, parents: Int32Array): number {
  let [one, other] = [a, b];
  while (one !== other) {
    if (one > other) one = parents[one];
    else other = parents[other];
  }
  return one;
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((x, k) => x === b[k]);
}
