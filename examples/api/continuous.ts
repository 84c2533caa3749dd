import assert from 'node:assert/strict';
import { createRotations, createTube, turnJoint, writeJointMatrices, writePlacement } from '../../models/index.ts'; // 'poseclash/models'
import {
  createEmptyPlan,
  createImpact,
  createSelfCheck,
  createStepStats,
  createSweep,
  examineComponents,
  findContacts,
  findContactsByBruteForce,
  findEdgeEdgeImpact,
  findEdgeEdgeImpactExactly,
  findImpacts,
  findKeptApart,
  findSelfImpacts,
  findVertexTriangleImpact,
  findVertexTriangleImpactExactly,
  lookAtAll,
  placeObservers,
  planShape,
  setSweep,
  startFrom,
  sweepTo,
  takeStep,
} from '../../src/continuous/index.ts'; // 'poseclash/continuous'
import { createCollider, createShape, posedPositions, setPose } from '../../src/index.ts'; // 'poseclash'

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
  setSweep(sweep, { jointMatrices: curl(0.8) }, { jointMatrices: curl(1.1) });
  const stats = createStepStats();
  const { time, impacts, coverage } = findSelfImpacts(sweep, { skeleton, stats }); // when it first touches itself
  assert.ok(time > 0 && time < 1 && impacts.length > 0);
  assert.equal(coverage[0].checkedBy, 'views'); // closed surfaces are looked at from their joints
  assert.ok(stats.featureTests > 0);
  assert.equal(examineComponents(mesh).components[0].flaw, null); // what an open piece would lack is said here
  // #endregion self-impacts
}

export function meetAsFeatures(): void {
  // #region features
  // Four points, each going straight from `start` to `end`: a vertex above a triangle falls through it.
  const motion = {
    start: Float64Array.of(0.2, 0.2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0),
    end: Float64Array.of(0.2, 0.2, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0),
  };
  const impact = createImpact();
  assert.ok(findVertexTriangleImpact(motion, 0, motion, 3, 6, 9, 1e-6, impact)); // offsets into the arrays
  assert.equal(impact.state, 'impact');
  assert.ok(impact.time <= 0.5 && impact.time > 0.499); // at most a tolerance early, never late
  assert.ok(findVertexTriangleImpactExactly(motion, 0, motion, 3, 6, 9, impact)); // slower, exact numbers

  // The edge from point 0 to 1 against the one from 2 to 3: the first falls onto the second.
  const edges = {
    start: Float64Array.of(-1, 0, 1, 1, 0, 1, 0, -1, 0, 0, 1, 0),
    end: Float64Array.of(-1, 0, -1, 1, 0, -1, 0, -1, 0, 0, 1, 0),
  };
  assert.ok(findEdgeEdgeImpact(edges, 0, 3, edges, 6, 9, 1e-6, impact));
  assert.ok(findEdgeEdgeImpactExactly(edges, 0, 3, edges, 6, 9, impact));
  // #endregion features
}

export function checkAnyMotion(): void {
  const { mesh } = createTube({ joints: 1, rings: 9, sides: 6 });
  // #region any-motion
  // For motions that are no poses (cloth, simulation): give positions, step after step.
  const check = createSelfCheck(mesh, createEmptyPlan(mesh));
  const nobody = new Float64Array(0); // no observers: found by volumes alone
  startFrom(check, mesh.positions, nobody);
  const folded = mesh.positions.map((value, k) => (k % 3 === 1 ? Math.abs(value - 0.5) : value));
  takeStep(check, folded, nobody); // the upper half folds down onto the lower one
  findContacts(check, false);
  assert.ok(check.tester.contacts.count > 0);
  const found = check.tester.contacts.earliest;
  findContactsByBruteForce(check.tester); // the oracle: every feature with every other
  assert.equal(check.tester.contacts.earliest, found);
  // #endregion any-motion
}

export function lookFromJoints(): void {
  // #region views
  // What findSelfImpacts does, by hand: observers on the joints see which triangles face away.
  const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
  const { plan, radial } = planShape(shape, skeleton);
  const observers = radial.observers.filter(observer => observer !== null);
  const check = createSelfCheck(shape.mesh, plan);
  const collider = createCollider(shape);
  const joints = [0.6, 0.65].map((angle, k) => {
    setPose(collider, { jointMatrices: curl(angle) });
    const places = new Float64Array(6 * observers.length);
    placeObservers(observers, collider.posed.joints, places);
    const given = posedPositions(collider); // as numbered in the mesh; the check counts as the shape does
    const positions = Float64Array.from(given, (_, i) => given[3 * shape.vertexOrder[Math.floor(i / 3)] + (i % 3)]);
    if (k === 0) startFrom(check, positions, places);
    else takeStep(check, positions, places);
    return collider.posed.joints.slice();
  });
  // Joints whose followers cannot touch one another: rounding of posed vertices is less than the gaps they keep open.
  findKeptApart(joints[0], joints[1], check.keepsApart, (2 * collider.posed.slack) / check.restGap);
  lookAtAll(check, true); // findContacts does this too
  findContacts(check, true);
  assert.equal(check.tester.contacts.count, 0);
  // #endregion views
}
