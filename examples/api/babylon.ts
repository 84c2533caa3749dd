import assert from 'node:assert/strict';
import { Bone } from '@babylonjs/core/Bones/bone.js';
import { Skeleton } from '@babylonjs/core/Bones/skeleton.js';
import { Ray } from '@babylonjs/core/Culling/ray.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import '@babylonjs/core/Materials/standardMaterial.js'; // the material of meshes without one
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import { accelerate, colliderOf, findPairs, hotspotAt, refreshBounds, touches } from '../../src/babylon/index.ts'; // 'poseclash/babylon'
import { findNearestPoint } from '../../src/index.ts'; // 'poseclash'

function createScene(): Scene {
  Logger.LogLevels = Logger.ErrorLogLevel;
  return new Scene(new NullEngine());
}

/** A pipe along y on two bones, 2 long and 0.4 thick. */
function createPipe(scene: Scene): Mesh {
  const mesh = CreateCylinder('pipe', { height: 2, diameter: 0.4, tessellation: 12, subdivisions: 16 }, scene);
  const positions = mesh.getVerticesData('position')!;
  const vertices = Array.from({ length: positions.length / 3 }, (_, v) => (positions[3 * v + 1] > 0 ? 1 : 0));
  mesh.setVerticesData(
    'matricesIndices',
    vertices.flatMap(upper => [upper, 0, 0, 0]),
  );
  mesh.setVerticesData(
    'matricesWeights',
    vertices.flatMap(() => [1, 0, 0, 0]),
  );
  mesh.skeleton = new Skeleton('skeleton', 'skeleton', scene);
  const lower = new Bone('lower', mesh.skeleton, null, Matrix.Identity());
  new Bone('upper', mesh.skeleton, lower, Matrix.Identity());
  return mesh;
}

export function acceleratePicking(): void {
  const scene = createScene();
  // #region accelerate
  const mesh = createPipe(scene); // any mesh, with a skeleton, morph targets, both or neither
  accelerate(mesh); // once: scene.pick and all its kin are fast and exact on it from now on
  mesh.skeleton!.bones[1].setRotation(new Vector3(0, 0, -Math.PI / 2)); // the upper half bends to the right
  const pick = scene.pickWithRay(new Ray(new Vector3(0.5, 5, 0), new Vector3(0, -1, 0)))!;
  assert.ok(Math.abs(pick.pickedPoint!.y - 0.2) < 0.01);
  // #endregion accelerate
}

export function askTheCore(): void {
  const scene = createScene();
  // #region colliders
  const mesh = createPipe(scene);
  mesh.position.x = 3;
  const nearest = findNearestPoint(colliderOf(mesh), [3, 0.5, 1.2])!; // any query of the core, in the world
  assert.ok(Math.abs(nearest.distance - 1) < 0.01);
  // #endregion colliders
}

export function refresh(): void {
  const scene = createScene();
  // #region bounds
  const mesh = createPipe(scene);
  mesh.skeleton!.bones[1].setRotation(new Vector3(0, 0, -Math.PI / 2));
  refreshBounds(mesh); // as mesh.refreshBoundingInfo({ applySkeleton: true }), without posing every vertex
  assert.ok(Math.abs(mesh.getBoundingInfo().boundingBox.maximumWorld.x - 1) < 0.01);
  // #endregion bounds
}

export function touch(): void {
  const scene = createScene();
  // #region touches
  const [a, b] = [createPipe(scene), createPipe(scene)]; // or nodes with many meshes below them
  b.position.x = 0.3;
  assert.equal(touches(a, b), true);
  const [{ meshA, meshB, pairs }] = findPairs(a, b); // face of meshA, face of meshB, ...
  assert.ok(meshA === a && meshB === b && pairs.length > 0);
  // #endregion touches
}

export function followASpot(): void {
  const scene = createScene();
  // #region hotspots
  const mesh = createPipe(scene);
  accelerate(mesh);
  const pick = scene.pickWithRay(new Ray(new Vector3(-5, 0.7, 0), new Vector3(1, 0, 0)))!;
  mesh.skeleton!.bones[1].setRotation(new Vector3(0, 0, -Math.PI / 2));
  const { point, normal, bones } = hotspotAt(pick); // where that spot is by now
  assert.ok(Math.abs(point.x - 0.7) < 0.01 && normal.y > 0.9);
  assert.equal(bones[0].bone.name, 'upper'); // the bone it follows most
  // #endregion hotspots
}
