import * as three from 'three';
import { compare, createNumbers, createTally } from './draw.js';

const own = { skinned: three.SkinnedMesh.prototype.raycast, plain: three.Mesh.prototype.raycast };

/** Casts rays at all meshes of an object, in poses of its own, by their trees and by three.js; null if a tree is not there yet. */
export function probe(root, poses, raysOfPose) {
  const meshes = [];
  root.traverse(object => {
    if (object.isMesh) meshes.push(object);
  });
  if (meshes.length === 0) throw new Error('there is no mesh to probe');
  if (meshes.some(mesh => !Object.hasOwn(mesh, 'boundsTree'))) return null;
  const tally = createTally();
  const numbers = createNumbers(7);
  const raycaster = new three.Raycaster();
  for (let pose = 0; pose < poses; pose++) {
    bend(root, numbers);
    for (let ray = 0; ray < raysOfPose; ray++) {
      const size = aim(raycaster, meshes, numbers);
      raycaster.firstHitOnly = true;
      const [mine] = raycaster.intersectObjects(meshes, false);
      compare(tally, describe(mine), describe(askThree(meshes, raycaster)), size);
    }
  }
  return tally;
}

function describe(hit) {
  return hit && { object: hit.object.uuid, face: hit.faceIndex, distance: hit.distance };
}

/** Turns every bone and sets every morph target, whatever an animation has made of them. */
function bend(root, numbers) {
  root.traverse(object => {
    if (object.isBone) object.rotation.set(0.6 * numbers() - 0.3, 0.6 * numbers() - 0.3, 0.6 * numbers() - 0.3);
    object.morphTargetInfluences?.forEach((_, m, influences) => {
      influences[m] = 1.4 * numbers() - 0.4;
    });
  });
}

/** From outside at a place near a vertex, as it is posed now. Returns how large the mesh is. */
function aim(raycaster, meshes, numbers) {
  const mesh = meshes[Math.floor(numbers() * meshes.length)];
  mesh.geometry.computeBoundingSphere();
  mesh.updateWorldMatrix(true, true);
  if (mesh.isSkinnedMesh) for (const bone of mesh.skeleton.bones) bone.updateWorldMatrix(true, false);
  const size = mesh.geometry.boundingSphere.radius * mesh.matrixWorld.getMaxScaleOnAxis();
  const around = () => new three.Vector3(numbers() - 0.5, numbers() - 0.5, numbers() - 0.5);
  const target = mesh.getVertexPosition(
    Math.floor(numbers() * mesh.geometry.attributes.position.count),
    new three.Vector3(),
  );
  mesh.localToWorld(target).addScaledVector(around(), 0.1 * size);
  const origin = around()
    .normalize()
    .multiplyScalar(4 * size)
    .add(target);
  raycaster.set(origin, target.sub(origin).normalize());
  return size;
}

/** The nearest hit of every triangle as three.js poses it; its spheres of older poses are put aside. */
function askThree(meshes, raycaster) {
  const hits = [];
  for (const mesh of meshes) {
    const bounded = mesh.isSkinnedMesh ? mesh : mesh.geometry;
    const { boundingSphere, boundingBox } = bounded;
    bounded.boundingSphere = new three.Sphere(new three.Vector3(), Number.MAX_VALUE);
    bounded.boundingBox = null;
    (mesh.isSkinnedMesh ? own.skinned : own.plain).call(mesh, raycaster, hits);
    Object.assign(bounded, { boundingSphere, boundingBox });
  }
  return hits.sort((a, b) => a.distance - b.distance)[0];
}
