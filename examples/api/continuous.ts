import assert from 'node:assert/strict';
import { createRotations, createTube, turnJoint, writeJointMatrices, writePlacement } from '../../models/index.ts';
import { createSweep, findImpacts, findSelfImpacts, sweepTo } from '../../src/continuous/index.ts'; // 'poseclash/continuous'
import { createShape } from '../../src/index.ts'; // 'poseclash'

const { mesh, skin, skeleton } = createTube({ joints: 6, rings: 43, sides: 8, radius: 0.05 });

/** The tube curled up by an angle at each joint. */
function curl(angle: number): Float64Array {
  const rotations = createRotations(skin.jointCount);
  for (let joint = 1; joint < skin.jointCount; joint++) turnJoint(rotations, joint, 0, 0, 1, angle);
  const [root, out] = [new Float64Array(12), new Float64Array(12 * skin.jointCount)];
  writePlacement(root, 0, 0, 0, 0);
  writeJointMatrices(skeleton, rotations, root, out);
  return out;
}

export function meetBetweenPoses(): void {
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
  // #region impacts
  const left = Float64Array.of(1, 0, 0, -2, 0, 1, 0, 0, 0, 0, 1, 0);
  const right = Float64Array.of(1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0);
  const [still, thrown] = [createSweep(shape), createSweep(shape)]; // instances on their way from pose to pose
  sweepTo(thrown, {}, left);
  sweepTo(thrown, {}, right); // one step from far left to far right: apart at both ends
  const { time, impacts } = findImpacts(still, thrown);
  assert.ok(Math.abs(time - (2 - 0.1) / 4) < 1e-6); // a share of the step; never late
  assert.ok(impacts[0].triangles[0] < mesh.triangles.length / 3); // who meets, where, and which joints lead there
  // #endregion impacts
}

export function curlUp(): void {
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
  // #region self-impacts
  const sweep = createSweep(shape);
  sweepTo(sweep, { jointMatrices: curl(0.8) });
  sweepTo(sweep, { jointMatrices: curl(1.1) }); // a step from the one to the other
  const stats = { volumeTests: 0, candidates: 0, featureTests: 0 };
  const { time, impacts, coverage } = findSelfImpacts(sweep, { skeleton, stats }); // when it first touches itself
  assert.ok(time > 0 && time < 1 && impacts.length > 0);
  assert.equal(coverage[0].checkedBy, 'views'); // closed surfaces are looked at from their joints
  assert.ok(stats.featureTests > 0);
  // #endregion self-impacts
}
