import type * as three from 'three';

/** How the bones of a mesh hang from what they have in common. */
export interface Limbs {
  /** The lowest object that all bones are, or hang from, and all above it, parents first: it is the last. */
  stem: readonly three.Object3D[];
  /** What hangs from it on the way to a bone, parents first, and the place of the parent of each in this list; -1: the last of the stem. */
  objects: readonly three.Object3D[];
  parents: Int32Array;
  /** The place of the bone of each joint in this list; -1: the last of the stem. */
  places: Int32Array;
  /** Room: how far each may be from the stem, and how much it lengthens what hangs from it. */
  reaches: Float64Array;
  stretches: Float64Array;
}

/** `listed` has the bones and all above them, parents first. Null if nothing is above all bones. */
export function findLimbs(bones: readonly three.Object3D[], listed: readonly three.Object3D[]): Limbs | null {
  const carried = new Map<three.Object3D, number>();
  for (const bone of bones) {
    for (let at: three.Object3D | null = bone; at; at = at.parent) carried.set(at, (carried.get(at) ?? 0) + 1);
  }
  const stem = listed.filter(object => carried.get(object) === bones.length);
  if (stem.length === 0) return null;
  const objects = listed.filter(object => carried.has(object) && !stem.includes(object));
  const placeOf = new Map(objects.map((object, k) => [object, k]));
  return {
    stem,
    objects,
    parents: Int32Array.from(objects, ({ parent }) => placeOf.get(parent!) ?? -1),
    places: Int32Array.from(bones, bone => placeOf.get(bone) ?? -1),
    reaches: new Float64Array(objects.length),
    stretches: new Float64Array(objects.length),
  };
}
