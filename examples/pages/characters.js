import * as three from 'three';

const geometries = new WeakMap();

/** One of the procedural models as three.js has characters: a SkinnedMesh with its bones by name in `userData.bones`. */
export function createCharacter(model, color) {
  const geometry = geometries.get(model) ?? makeGeometry(model);
  geometries.set(model, geometry);
  const mesh = new three.SkinnedMesh(geometry, new three.MeshStandardMaterial({ color, roughness: 0.62 }));
  const { parents, positions } = model.skeleton;
  const rests = model.jointNames.map((_, j) => new three.Vector3().fromArray(positions, 3 * j));
  const bones = model.jointNames.map(name => Object.assign(new three.Bone(), { name }));
  bones.forEach((bone, j) => {
    bone.position.copy(rests[j]);
    if (parents[j] >= 0) bone.position.sub(rests[parents[j]]);
    (parents[j] >= 0 ? bones[parents[j]] : mesh).add(bone);
  });
  const inverses = rests.map(({ x, y, z }) => new three.Matrix4().makeTranslation(-x, -y, -z));
  mesh.bind(new three.Skeleton(bones, inverses), new three.Matrix4());
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.userData.bones = Object.fromEntries(bones.map(bone => [bone.name, bone]));
  return mesh;
}

function makeGeometry({ mesh, skin }) {
  const geometry = new three.BufferGeometry();
  geometry.setIndex(new three.BufferAttribute(mesh.triangles, 1));
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(mesh.positions), 3));
  geometry.setAttribute('skinIndex', new three.BufferAttribute(Uint16Array.from(skin.joints), 4));
  geometry.setAttribute('skinWeight', new three.BufferAttribute(Float32Array.from(skin.weights), 4));
  geometry.computeVertexNormals();
  return geometry;
}

const joint = new three.Matrix4();

/** Takes a pose as our models' motions write it (rest space to world space, 12 numbers a joint) into the bones. */
export function poseBones({ skeleton }, jointMatrices) {
  skeleton.bones.forEach((bone, j) => {
    joint.fromArray([...jointMatrices.subarray(12 * j, 12 * j + 12), 0, 0, 0, 1]).transpose();
    bone.matrixWorld.copy(skeleton.boneInverses[j]).invert().premultiply(joint);
    bone.matrix.copy(bone.matrixWorld);
    if (bone.parent.isBone) bone.matrix.premultiply(joint.copy(bone.parent.matrixWorld).invert());
    bone.matrix.decompose(bone.position, bone.quaternion, bone.scale);
  });
}
