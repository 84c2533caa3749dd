import assert from 'node:assert/strict';
import { createRotations, createTube, turnJoint, writeJointMatrices, writePlacement } from '../../models/index.ts'; // 'poseclash/models'
import {
  createCollider,
  createShape,
  createStats,
  findPairs,
  freshVolumes,
  loadShape,
  nodeLevels,
  normalizeWeights,
  posedPositions,
  posedVolumes,
  rotationCenters,
  saveShape,
  setPlacement,
  setPose,
  shapeBytes,
  validateTree,
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
  assert.equal(again.tree.leafCount, shape.tree.leafCount);
  assert.ok(shapeBytes(again) < 200 * 1000);
  // #endregion save
}

export function mendWeights(): void {
  const { mesh, skin } = createTube({ joints: 2, rings: 11, sides: 8 });
  // #region weights
  const careless = { ...skin, weights: skin.weights.map(weight => 3 * weight) };
  assert.throws(() => createShape(mesh, { kind: 'linear-blend', skin: careless }), /normalizeWeights/);
  createShape(mesh, { kind: 'linear-blend', skin: normalizeWeights(careless) }); // weights that sum to 1
  // #endregion weights
}

export function lookAtCenters(): void {
  const { mesh, skin, skeleton } = createTube({ joints: 3, rings: 21, sides: 12 });
  // #region centers
  const collider = createCollider(createShape(mesh, { kind: 'spherical-blend', skin, skeleton }));
  const centers = rotationCenters(collider); // x, y, z for each joint-set: what spherical blending turns vertices about
  assert.ok(centers.length > 0 && centers.length % 3 === 0);
  // #endregion centers
}

export function lookAtVolumes(): void {
  const { mesh, skin, skeleton } = createTube({ joints: 3, rings: 41, sides: 12 });
  // #region volumes
  const shape = createShape(mesh, { kind: 'spherical-blend', skin, skeleton }, { volumes: 'sphere', leafSize: 4 });
  const [a, b] = [createCollider(shape), createCollider(shape)];
  setPlacement(b, Float64Array.of(1, 0, 0, 0.19, 0, 1, 0, 0.9, 0, 0, 1, 0));
  findPairs(a, b, { stats: createStats() });
  const levels = nodeLevels(shape.tree); // 0 for the root
  const refitted = freshVolumes(a).filter((isFresh, node) => isFresh === 1 && levels[node] === 5).length;
  assert.ok(refitted < levels.filter(level => level === 5).length); // only what the query looked at

  const spheres = posedVolumes(a); // all of them: x, y, z, radius by node; refits the rest
  assert.equal(spheres.length, 4 * levels.length);
  validateTree(shape.tree, mesh.triangles.length / 3); // throws if the tree is not sound
  // #endregion volumes
}
