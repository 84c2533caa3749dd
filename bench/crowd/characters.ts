import * as three from 'three';
import type { Model, Motion } from '../../models/index.ts';

/** A character as a page has it: bones that hang from each other, each moved by position, rotation and scale. */
export interface Character {
  mesh: three.SkinnedMesh;
  /** Puts the bones into a step of the walk; updates no matrix. */
  pose(step: number): void;
}

const PER_BONE = 10;

/** The geometry of a creature, for any number of characters. */
export function createGeometry({ mesh, skin }: Model): three.BufferGeometry {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(mesh.positions), 3));
  geometry.setAttribute('skinIndex', new three.BufferAttribute(Uint16Array.from(skin.joints), 4));
  geometry.setAttribute('skinWeight', new three.BufferAttribute(Float32Array.from(skin.weights), 4));
  geometry.setIndex(new three.BufferAttribute(mesh.triangles.slice(), 1));
  return geometry;
}

/** The local motion of every bone at each step of a walk on the spot: position, rotation, scale. */
export function tabulateWalk({ skeleton }: Model, walk: Motion, steps: number): Float64Array[] {
  const { parents, positions } = skeleton;
  const count = parents.length;
  const matrices = new Float64Array(12 * count);
  return Array.from({ length: steps }, (_, step) => {
    walk.write(step / steps, 0, 0, 0, matrices);
    const worlds = Array.from({ length: count }, (_bone, j) => {
      const m = Array.from(matrices.subarray(12 * j, 12 * j + 12));
      const joint = new three.Matrix4().set(...(m as Twelve), 0, 0, 0, 1);
      const [x, y, z] = positions.subarray(3 * j, 3 * j + 3);
      return joint.multiply(new three.Matrix4().makeTranslation(x, y, z));
    });
    const locals = new Float64Array(PER_BONE * count);
    worlds.forEach((world, j) => {
      const local = parents[j] < 0 ? world : worlds[parents[j]].clone().invert().multiply(world);
      const [position, rotation, scale] = [new three.Vector3(), new three.Quaternion(), new three.Vector3()];
      local.decompose(position, rotation, scale);
      locals.set([...position.toArray(), ...rotation.toArray(), ...scale.toArray()], PER_BONE * j);
    });
    return locals;
  });
}

export function createCharacter(
  { skeleton }: Model,
  geometry: three.BufferGeometry,
  walk: readonly Float64Array[],
): Character {
  const { parents, positions } = skeleton;
  const mesh = new three.SkinnedMesh(geometry, new three.MeshBasicMaterial());
  const bones = Array.from({ length: parents.length }, () => new three.Bone());
  bones.forEach((bone, j) => {
    (parents[j] < 0 ? mesh : bones[parents[j]]).add(bone);
  });
  const inverses = bones.map((_, j) => {
    const [x, y, z] = positions.subarray(3 * j, 3 * j + 3);
    return new three.Matrix4().makeTranslation(-x, -y, -z);
  });
  mesh.bind(new three.Skeleton(bones, inverses), new three.Matrix4());
  return {
    mesh,
    pose(step) {
      const locals = walk[step % walk.length];
      for (let j = 0; j < bones.length; j++) {
        const o = PER_BONE * j;
        bones[j].position.set(locals[o], locals[o + 1], locals[o + 2]);
        bones[j].quaternion.set(locals[o + 3], locals[o + 4], locals[o + 5], locals[o + 6]);
        bones[j].scale.set(locals[o + 7], locals[o + 8], locals[o + 9]);
      }
    },
  };
}

type Twelve = [
  ...[number, number, number, number],
  ...[number, number, number, number],
  ...[number, number, number, number],
];
