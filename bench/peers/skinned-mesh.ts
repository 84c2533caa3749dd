import * as three from 'three';
import type { Mesh, Skin } from '../../src/index.ts';

/** A SkinnedMesh whose bones all hang from it: their matrices are the joint matrices themselves. */
export function createSkinned({ positions, triangles }: Mesh, skin: Skin): three.SkinnedMesh {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('skinIndex', new three.BufferAttribute(Uint16Array.from(skin.joints), 4));
  geometry.setAttribute('skinWeight', new three.BufferAttribute(Float32Array.from(skin.weights), 4));
  geometry.setIndex(new three.BufferAttribute(triangles.slice(), 1));
  const mesh = new three.SkinnedMesh(geometry, new three.MeshBasicMaterial());
  const bones = Array.from({ length: skin.jointCount }, () => new three.Bone());
  for (const bone of bones) bone.matrixAutoUpdate = false;
  mesh.add(...bones);
  mesh.bind(
    new three.Skeleton(
      bones,
      bones.map(() => new three.Matrix4()),
    ),
    new three.Matrix4(),
  );
  return mesh;
}

/** Takes joint matrices (12 numbers each, row by row) into the bones; world matrices are left to whoever reads them. */
export function takePose({ skeleton }: three.SkinnedMesh, jointMatrices: Float64Array): void {
  skeleton.bones.forEach(({ matrix: { elements } }, j) => {
    for (let k = 0; k < 12; k++) elements[4 * (k % 4) + (k >> 2)] = jointMatrices[12 * j + k];
  });
}
