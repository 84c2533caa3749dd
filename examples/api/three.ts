import assert from 'node:assert/strict';
import * as THREE from 'three';
import { checkSubject } from '../../src/check/index.ts'; // 'poseclash/check'
import { createCollider, findNearestPoint, loadShape, saveShape, touches } from '../../src/index.ts'; // 'poseclash'
import * as objects from '../../src/three/index.ts';
import {
  accelerate,
  accelerateAsync,
  createVolumeHelper,
  meshMethods,
  skinnedMeshMethods,
  subjectOfThree,
  syncPose,
} from '../../src/three/index.ts'; // 'poseclash/three'

/** A pipe along y on two bones, 2 long and 0.4 thick. */
function createPipe(): THREE.SkinnedMesh {
  const geometry = new THREE.CylinderGeometry(0.2, 0.2, 2, 12, 16);
  const { position } = geometry.attributes;
  const share = Float32Array.from({ length: position.count }, (_, v) => (position.getY(v) > 0 ? 1 : 0));
  const indices = Array.from(share, upper => [upper, 0, 0, 0]).flat();
  const weights = Array.from(share, () => [1, 0, 0, 0]).flat();
  geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
  const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshBasicMaterial());
  const bones = [new THREE.Bone(), new THREE.Bone()];
  bones[0].add(bones[1]);
  mesh.add(bones[0]);
  mesh.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton(bones));
  return mesh;
}

export function acceleratePicking(): void {
  // #region accelerate
  const mesh = createPipe(); // any SkinnedMesh
  accelerate(mesh); // once: its raycast and bounds are fast and exact from now on
  mesh.skeleton.bones[1].rotation.z = -Math.PI / 2; // the upper half bends to the right
  mesh.updateMatrixWorld(true);

  const raycaster = new THREE.Raycaster(new THREE.Vector3(0.5, 5, 0), new THREE.Vector3(0, -1, 0));
  const [hit] = raycaster.intersectObject(mesh);
  assert.ok(Math.abs(hit.point.y - 0.2) < 0.01);
  assert.equal(hit.boneIndex, 1); // the bone this place follows most
  const near = findNearestPoint(mesh.boundsTree!, [0.5, 1.2, 0])!; // any query of the core, in the world
  assert.ok(Math.abs(near.distance - 1) < 0.01);

  const other = mesh.clone(); // accelerated as well
  other.position.set(0, 0, 0.1);
  assert.equal(touches(mesh.boundsTree!, other.boundsTree!), true); // both as they are posed now
  // #endregion accelerate
}

export async function accelerateAside(): Promise<void> {
  // #region accelerate-async
  const mesh = createPipe();
  const raycaster = new THREE.Raycaster(new THREE.Vector3(0, 0.5, 5), new THREE.Vector3(0, 0, -1));
  const ready = accelerateAsync(mesh); // the page goes on; three.js answers meanwhile
  assert.equal(raycaster.intersectObject(mesh)[0].boneIndex, undefined);
  await ready;
  assert.equal(raycaster.intersectObject(mesh)[0].boneIndex, 1); // and now the tree does
  // #endregion accelerate-async
}

export async function installOnce(): Promise<void> {
  // #region install
  const uninstall = objects.installPoseclash(THREE); // once, where the page begins
  const mesh = createPipe(); // any mesh that bends, made whenever
  const raycaster = new THREE.Raycaster(new THREE.Vector3(0, 0.5, 5), new THREE.Vector3(0, 0, -1));
  assert.equal(raycaster.intersectObject(mesh)[0].boneIndex, undefined); // three.js answers, and a worker begins
  while (!mesh.boundsTree) await new Promise(resolve => setTimeout(resolve, 1));
  assert.equal(raycaster.intersectObject(mesh)[0].boneIndex, 1); // from now on the tree does
  uninstall(); // all as it was
  // #endregion install
}

export function patchPrototypes(): void {
  const own = [THREE.Mesh.prototype.raycast, THREE.SkinnedMesh.prototype.raycast];
  const { computeBoundingBox, computeBoundingSphere } = THREE.SkinnedMesh.prototype;
  // #region prototypes
  Object.assign(THREE.Mesh.prototype, meshMethods); // once: for all meshes that are given a boundsTree
  Object.assign(THREE.SkinnedMesh.prototype, skinnedMeshMethods);
  const mesh = createPipe();
  const bytes = saveShape(accelerate(mesh).shape); // where files are made
  skinnedMeshMethods.computeBoundsTree.call(mesh, { shape: loadShape(bytes) }); // in the page
  mesh.skeleton.bones[0].position.x = 4;
  const raycaster = new THREE.Raycaster(new THREE.Vector3(4, 0, 5), new THREE.Vector3(0, 0, -1));
  assert.equal(raycaster.intersectObject(mesh)[0].boneIndex, 0);
  mesh.computeBoundingSphere();
  assert.ok(mesh.boundingSphere!.radius < 1.3);
  skinnedMeshMethods.disposeBoundsTree.call(mesh); // and three.js is on its own again
  assert.equal(mesh.boundsTree, null);
  // #endregion prototypes
  [THREE.Mesh.prototype.raycast, THREE.SkinnedMesh.prototype.raycast] = own;
  Object.assign(THREE.SkinnedMesh.prototype, { computeBoundingBox, computeBoundingSphere });
}

export function collideObjects(): void {
  // #region objects
  const knight = new THREE.Group(); // a whole character: several meshes
  knight.add(createPipe(), createPipe());
  knight.children[1].position.x = 0.6;
  const dragon = createPipe();
  dragon.position.x = 1.5;
  assert.equal(objects.touches(knight, dragon), false);
  dragon.skeleton.bones[1].rotation.z = Math.PI / 2; // its upper half bends to the left
  assert.equal(objects.touches(knight, dragon), true); // nothing is updated or rendered in between
  const [{ meshA, pairs }] = objects.findPairs(knight, dragon); // faces, mesh by mesh
  assert.ok(meshA === knight.children[1] && pairs.length > 0);
  dragon.position.x = 5;
  assert.equal(objects.findNearestPair(knight, dragon, { maxDistance: 1 }), null);
  assert.deepEqual([...objects.findClosePairs([knight, dragon])], []); // a crowd: whose bounds touch
  // #endregion objects
}

export function castAtInstances(): void {
  // #region instances
  const rocks = new THREE.InstancedMesh(new THREE.IcosahedronGeometry(1, 3), new THREE.MeshBasicMaterial(), 1000);
  const place = new THREE.Matrix4();
  for (let k = 0; k < rocks.count; k++) rocks.setMatrixAt(k, place.makeTranslation(3 * k, 0, 0));
  const colliders = accelerate(rocks); // once; or a BatchedMesh
  const raycaster = new THREE.Raycaster(new THREE.Vector3(30, 0, 9), new THREE.Vector3(0, 0, -1));
  assert.equal(raycaster.intersectObject(rocks)[0].instanceId, 10);
  rocks.setMatrixAt(10, place.makeTranslation(30, 5, 0)); // nothing else has to be said
  assert.equal(raycaster.intersectObject(rocks).length, 0);

  const pipe = createPipe();
  pipe.position.set(61, 0, 0);
  assert.deepEqual(
    objects.findPairs(pipe, rocks).map(({ instanceB }) => instanceB),
    [20],
  );
  assert.equal(touches(colliders.at(20), accelerate(pipe)), true); // any query of the core, for one of them
  // #endregion instances
}

export function trackContacts(): void {
  // #region contacts
  const [hand, ball] = [createPipe(), createPipe()];
  ball.position.x = 1;
  const tracker = objects.createContactTracker([hand, ball]); // any number of meshes and characters
  assert.equal(tracker.update().begun.length, 0);
  ball.position.x = 0.3;
  const [{ a, b }] = tracker.update().begun; // once a frame
  assert.ok(a === hand && b === ball);
  const { depth, direction } = objects.findSeparation(a, b)!; // how deep, and which way leads out
  assert.ok(Math.abs(depth - 0.1) < 0.01 && direction[0] < -0.99);
  assert.equal(tracker.update().ongoing.length, 1);
  ball.position.x = 1;
  assert.equal(tracker.update().ended.length, 1);
  // #endregion contacts
}

export function measureNearness(): void {
  // #region nearest
  const hand = createPipe();
  hand.skeleton.bones[1].rotation.z = -Math.PI / 2; // the upper half bends to the right
  const near = objects.findNearestPoint(hand, new THREE.Vector3(0.5, 1.2, 0), { maxDistance: 2 })!;
  assert.ok(near.mesh === hand && Math.abs(near.distance - 1) < 0.01);
  // #endregion nearest
}

export function collideMeshes(): void {
  // #region colliders
  const mesh = createPipe();
  const { shape } = accelerate(mesh);
  const ghost = createCollider(shape); // a collider of your own: where the mesh was when you last said so
  mesh.position.x = 3;
  syncPose(ghost, mesh); // bones, morph weights and place of the mesh, as they are now
  mesh.position.x = 3.3;
  assert.equal(touches(ghost, mesh.boundsTree!), true);

  const lines = createVolumeHelper(ghost, 5); // draws the volumes of level 5
  lines.update(); // after every pose
  assert.ok(lines.geometry.getAttribute('position').count > 0);
  // #endregion colliders
}

export function checkScene(): void {
  // #region subject
  const [wall, ram] = ['wall', 'ram'].map(name =>
    Object.assign(new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial()), { name }),
  );
  const scene = new THREE.Scene().add(wall, ram);
  ram.position.x = 3;
  const track = new THREE.VectorKeyframeTrack('ram.position', [0, 1], [3, 0.1, 0.1, -3, 0.1, 0.1]);
  const { issues } = checkSubject(subjectOfThree(scene, [new THREE.AnimationClip('charge', 1, [track])]));
  assert.equal(issues[0].list, 'collision');
  assert.deepEqual([issues[0].a.body, issues[0].b.body].sort(), ['ram', 'wall']);
  assert.equal(ram.position.x, 3); // the scene is as it was
  // #endregion subject
}

export function followSurface(): void {
  const mesh = createPipe();
  const gltf = { scene: mesh, parser: { associations: new Map([[mesh, { meshes: 0, primitives: 0 }]]) } }; // of GLTFLoader
  // #region surface-points
  const raycaster = new THREE.Raycaster(new THREE.Vector3(0, 0.5, 5), new THREE.Vector3(0, 0, -1));
  const [hit] = raycaster.intersectObject(mesh);
  const surface = objects.writeSurface(gltf, hit); // '0 0 83 97 84 0.500 ...', the data-surface of <model-viewer>
  const hotspot = objects.readSurface(gltf, surface);
  const freckles = objects.sampleSurface(mesh, 100, { seed: 7 });

  mesh.skeleton.bones[1].rotation.z = -Math.PI / 2;
  mesh.updateMatrixWorld(true);
  const [place, normal] = [new THREE.Vector3(), new THREE.Vector3()];
  objects.pointOnSurface(hotspot, place, normal); // in each frame: it has gone along
  assert.ok(Math.abs(place.x - 0.5) < 0.01 && normal.z > 0.9);
  for (const freckle of freckles) objects.pointOnSurface(freckle, place);
  // #endregion surface-points
}
