import { Ray } from '@babylonjs/core/Culling/ray.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { compare, createNumbers, createTally } from './draw.js';

/** Picks the meshes of a scene, in poses of its own, by their trees and by Babylon, after it has posed every vertex. */
export function probe(scene, poses, raysOfPose) {
  const meshes = scene.meshes.filter(mesh => mesh.isPickable && mesh.getTotalVertices() > 0);
  if (meshes.some(mesh => !Object.hasOwn(mesh, 'intersects'))) return null;
  const tally = createTally();
  const numbers = createNumbers(7);
  for (let pose = 0; pose < poses; pose++) {
    bend(scene, numbers);
    for (let k = 0; k < raysOfPose; k++) {
      const { ray, size } = aim(meshes, numbers);
      const mine = scene.pickWithRay(ray);
      compare(tally, describe(mine), describe(askBabylon(meshes, ray)), size);
    }
  }
  return tally;
}

function describe(pick) {
  return pick?.hit ? { object: pick.pickedMesh.uniqueId, face: pick.faceId, distance: pick.distance } : null;
}

function bend(scene, numbers) {
  for (const bone of scene.skeletons.flatMap(({ bones }) => bones)) {
    const node = bone.getTransformNode() ?? bone;
    const [yaw, pitch, roll] = [0.6 * numbers() - 0.3, 0.6 * numbers() - 0.3, 0.6 * numbers() - 0.3];
    node.rotationQuaternion = Quaternion.RotationYawPitchRoll(yaw, pitch, roll);
  }
  for (const manager of scene.morphTargetManagers) {
    for (let m = 0; m < manager.numTargets; m++) manager.getTarget(m).influence = 1.4 * numbers() - 0.4;
  }
}

function refresh(mesh) {
  mesh.skeleton?.prepare(true);
  mesh.computeWorldMatrix(true);
  mesh.refreshBoundingInfo({ applySkeleton: true, applyMorph: true });
}

/** From outside at a place near a vertex, as it is posed now; without the width that Babylon gives triangles. */
function aim(meshes, numbers) {
  const mesh = meshes[Math.floor(numbers() * meshes.length)];
  refresh(mesh);
  const positions = mesh.getPositionData(true, true);
  const vertex = Math.floor((numbers() * positions.length) / 3);
  const size = mesh.getBoundingInfo().boundingSphere.radiusWorld;
  const around = () => new Vector3(numbers() - 0.5, numbers() - 0.5, numbers() - 0.5);
  const at = Vector3.TransformCoordinates(Vector3.FromArray(positions, 3 * vertex), mesh.getWorldMatrix());
  const target = at.add(around().scale(0.1 * size));
  const origin = target.add(
    around()
      .normalize()
      .scale(4 * size),
  );
  return { ray: new Ray(origin, target.subtract(origin).normalize(), 1e6, 0), size };
}

function askBabylon(meshes, ray) {
  const picks = meshes.map(mesh => {
    refresh(mesh);
    const local = Ray.Transform(ray, mesh.getWorldMatrix().clone().invert());
    return Object.getPrototypeOf(mesh).intersects.call(mesh, local, false);
  });
  return picks.filter(({ hit }) => hit).sort((a, b) => a.distance - b.distance)[0];
}
