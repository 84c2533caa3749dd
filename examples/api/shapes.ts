import assert from 'node:assert/strict';
import { createRotations, createTube, turnJoint, writeJointMatrices, writePlacement } from '../../models/index.ts';
import {
  createStats,
  freshVolumes,
  nodeLevels,
  posedVolumes,
  shapeBytes,
  treeOf,
  validateTree,
} from '../../src/debug.ts'; // 'poseclash/debug'
import {
  createCollider,
  createShape,
  createShapeAsync,
  findPairs,
  loadShape,
  matrix34From4x4,
  normalizeWeights,
  posedPositions,
  saveShape,
  setPlacement,
  setPose,
} from '../../src/index.ts'; // 'poseclash'

export function poseAnArm(): void {
  // #region pose
  const { mesh, skin, skeleton } = createTube({ joints: 3, rings: 21, sides: 12 }); // an arm along y, 1 long
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton }); // once per model
  const collider = createCollider(shape); // one per instance

  const rotations = createRotations(skin.jointCount);
  turnJoint(rotations, 1, 0, 0, 1, Math.PI / 2); // the middle joint by a right angle about z
  const placement = new Float64Array(12);
  writePlacement(placement, 0, 0, 0, 0);
  const jointMatrices = new Float64Array(12 * skin.jointCount);
  writeJointMatrices(skeleton, rotations, placement, jointMatrices);

  setPose(collider, { jointMatrices }); // copies the matrices and moves nothing yet
  const x = posedPositions(collider).filter((_, k) => k % 3 === 0);
  assert.ok(Math.min(...x) < -0.6); // the hand is out to the left now

  setPlacement(collider, Float64Array.of(1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0)); // 5 to the right, as a whole
  assert.ok(posedPositions(collider)[0] > 4.8);
  // #endregion pose
}

export function keepAShape(): void {
  const { mesh, skin } = createTube({ joints: 3, rings: 21, sides: 12 });
  // #region save
  const shape = createShape(mesh, { kind: 'dual-quaternion-blend', skin });
  const buffer = saveShape(shape, { shared: true }); // a SharedArrayBuffer: many workers can read it at once
  const again = loadShape(buffer); // reads it in place
  assert.equal(shapeBytes(again), shapeBytes(shape));
  // #endregion save
}

export async function buildAside(): Promise<void> {
  const { mesh, skin } = createTube({ joints: 3, rings: 21, sides: 12 });
  // #region async
  const leaving = new AbortController(); // leaving.abort() ends the worker
  const shape = await createShapeAsync(mesh, { kind: 'linear-blend', skin }, { signal: leaving.signal });
  createCollider(shape); // the same shape as createShape builds
  // #endregion async
}

export function mendWeights(): void {
  const { mesh, skin } = createTube({ joints: 2, rings: 11, sides: 8 });
  // #region weights
  const careless = { ...skin, weights: skin.weights.map(weight => 3 * weight) };
  assert.throws(() => createShape(mesh, { kind: 'linear-blend', skin: careless }), /normalizeWeights/);
  createShape(mesh, { kind: 'linear-blend', skin: normalizeWeights(careless) }); // weights that sum to 1
  // #endregion weights
}

export function takeMatrices(): void {
  const { mesh } = createTube({ joints: 1, rings: 11, sides: 8 });
  // #region matrices
  const elements = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1); // column by column, as in WebGL
  const collider = createCollider(createShape(mesh, { kind: 'rigid' }));
  assert.throws(() => setPlacement(collider, elements), /matrix34From4x4/);
  setPlacement(collider, matrix34From4x4(elements)); // 3 rows of 4
  assert.ok(posedPositions(collider)[0] > 4.8);
  // #endregion matrices
}

export function lookAtVolumes(): void {
  const { mesh, skin, skeleton } = createTube({ joints: 3, rings: 41, sides: 12 });
  // #region volumes
  const shape = createShape(mesh, { kind: 'spherical-blend', skin, skeleton }, { volumes: 'sphere', leafSize: 4 });
  const [a, b] = [createCollider(shape), createCollider(shape)];
  setPlacement(b, Float64Array.of(1, 0, 0, 0.19, 0, 1, 0, 0.9, 0, 0, 1, 0));
  findPairs(a, b, { stats: createStats() });
  const levels = nodeLevels(treeOf(shape)); // 0 for the root
  const refitted = freshVolumes(a).filter((isFresh, node) => isFresh === 1 && levels[node] === 5).length;
  assert.ok(refitted < levels.filter(level => level === 5).length); // only what the query looked at

  const spheres = posedVolumes(a); // all of them: x, y, z, radius by node; refits the rest
  assert.equal(spheres.length, 4 * levels.length);
  validateTree(treeOf(shape), mesh.triangles.length / 3); // throws if the tree is not sound
  // #endregion volumes
}
