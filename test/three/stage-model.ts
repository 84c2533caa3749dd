import * as three from 'three';
import type { Model } from '../../models/index.ts';

/** One of our characters as three.js users have it: a SkinnedMesh over a hierarchy of named bones. */
export interface StagedModel {
  scene: three.Scene;
  mesh: three.SkinnedMesh;
  /** Takes joint matrices (rest space to the space of the mesh, 12 numbers each) into the bones; updates no world matrix. */
  setPose(jointMatrices: Float64Array): void;
}

/** A mesh of which each vertex follows four joints, bound to no bones so far. */
export function createSkinnedMesh(
  positions: ArrayLike<number>,
  joints: ArrayLike<number>,
  weights: ArrayLike<number>,
  triangles: ArrayLike<number>,
  material = new three.MeshBasicMaterial(),
): three.SkinnedMesh {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('skinIndex', new three.BufferAttribute(Uint16Array.from(joints), 4));
  geometry.setAttribute('skinWeight', new three.BufferAttribute(Float32Array.from(weights), 4));
  geometry.setIndex(new three.BufferAttribute(Uint32Array.from(triangles), 1));
  return new three.SkinnedMesh(geometry, material);
}

export function stageModel({ mesh: { positions, triangles }, skin, skeleton, jointNames }: Model): StagedModel {
  const mesh = createSkinnedMesh(positions, skin.joints, skin.weights, triangles);
  const scene = new three.Scene().add(mesh);
  const bones = jointNames.map(name => Object.assign(new three.Bone(), { name, matrixAutoUpdate: false }));
  bones.forEach((bone, j) => {
    (skeleton.parents[j] < 0 ? scene : bones[skeleton.parents[j]]).add(bone);
  });
  const rests = bones.map((_, j) =>
    new three.Matrix4().setPosition(new three.Vector3().fromArray(skeleton.positions, 3 * j)),
  );
  const inverses = rests.map(rest => rest.clone().invert());
  mesh.bind(new three.Skeleton(bones, inverses), new three.Matrix4());
  const worlds = bones.map(() => new three.Matrix4());
  return {
    scene,
    mesh,
    setPose(jointMatrices) {
      worlds.forEach((world, j) => {
        const rows = jointMatrices.subarray(12 * j, 12 * j + 12);
        world
          .fromArray([...rows, 0, 0, 0, 1])
          .transpose()
          .multiply(rests[j]);
      });
      bones.forEach((bone, j) => {
        const parent = skeleton.parents[j];
        bone.matrix.copy(worlds[j]);
        if (parent >= 0) bone.matrix.premultiply(worlds[parent].clone().invert());
        bone.matrixWorldNeedsUpdate = true;
      });
    },
  };
}
