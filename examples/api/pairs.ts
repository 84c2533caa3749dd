import assert from 'node:assert/strict';
import { createRotations, createTube, turnJoint, writeJointMatrices, writePlacement } from '../../models/index.ts';
import { createStats, findPairsByBruteForce, findSelfPairsByBruteForce } from '../../src/debug.ts'; // 'poseclash/debug'
import {
  type Collider,
  createCollider,
  createShape,
  createTracker,
  findClosePairs,
  findPairs,
  findSelfPairs,
  findSeparation,
  firstPair,
  setPlacement,
  setPose,
  touches,
  touchesSelf,
  trackPairs,
  trackTouch,
} from '../../src/index.ts'; // 'poseclash'

function createArms(): [Collider, Collider] {
  const { mesh, skin } = createTube({ joints: 3, rings: 11, sides: 8 }); // along y, 1 long, 0.2 thick
  const shape = createShape(mesh, { kind: 'linear-blend', skin });
  return [createCollider(shape), createCollider(shape)];
}

function moveTo(collider: Collider, x: number): void {
  setPlacement(collider, Float64Array.of(1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0));
}

export function askTwoBodies(): void {
  const [a, b] = createArms();
  // #region pairs
  moveTo(b, 0.3); // two arms side by side, each 0.2 thick
  assert.equal(touches(a, b), false);
  moveTo(b, 0.15);
  assert.equal(touches(a, b), true); // yes or no: stops at the first pair

  const stats = createStats();
  const pairs = findPairs(a, b, { stats }); // [triangle of a, triangle of b, ...]
  const [first, second] = firstPair(a, b)!; // any one of them, or null
  assert.ok(pairs.some((triangle, k) => k % 2 === 0 && triangle === first && pairs[k + 1] === second));
  assert.equal(findPairsByBruteForce(a, b).length, pairs.length); // the oracle: every triangle with every other
  assert.ok(stats.triangleTests < 176 * 176); // the query itself tested far fewer
  // #endregion pairs
}

export function partTwoBodies(): void {
  const [a, b] = createArms();
  // #region separation
  moveTo(b, 0.15); // 0.05 deep in each other
  const { depth, direction, atLeast } = findSeparation(a, b)!;
  assert.ok(atLeast <= depth && depth < 0.06 && direction[0] < -0.9); // a has to go to the left
  moveTo(a, -0.06);
  assert.equal(findSeparation(a, b), null); // they do not touch any more
  // #endregion separation
}

export function followTwoBodies(): void {
  const [a, b] = createArms();
  // #region tracking
  const tracker = createTracker(a, b); // remembers where the last query ended; worth it for small motions and hard cases
  for (let frame = 0; frame < 10; frame++) {
    moveTo(b, 0.25 - 0.01 * frame);
    assert.equal(trackTouch(tracker), touches(a, b)); // the same answers
    assert.equal(trackPairs(tracker).length, findPairs(a, b).length);
  }
  // #endregion tracking
}

export function askMany(): void {
  const [a, b] = createArms();
  const [c] = createArms();
  // #region crowd
  const colliders = [a, b, c];
  moveTo(b, 0.15);
  moveTo(c, 3);
  const close = findClosePairs(colliders); // which may touch, by their bounds: places in the list, two by two
  assert.deepEqual([...close], [0, 1]);
  for (let k = 0; k < close.length; k += 2) assert.ok(touches(colliders[close[k]], colliders[close[k + 1]])); // then exactly
  // #endregion crowd
}

export function askInTime(): void {
  const [a, b] = createArms();
  moveTo(b, 0.15);
  // #region limit
  const { pairs, isComplete, open } = findPairs(a, b, { limit: { volumeTests: 40 } }); // or milliseconds, or depth
  assert.equal(isComplete, false);
  assert.ok(pairs.length < findPairs(a, b).length && open.length > 0); // certain ones, and boxes in which all others are
  assert.equal(touches(a, b, { limit: { depth: 1 } }), 'unknown'); // never a false that is not certain
  // #endregion limit
}

export function askOneBody(): void {
  // #region self
  const { mesh, skin, skeleton } = createTube({ joints: 6, rings: 43, sides: 8, radius: 0.05 });
  const collider = createCollider(createShape(mesh, { kind: 'linear-blend', skin, skeleton }));
  assert.equal(touchesSelf(collider), false);

  const rotations = createRotations(skin.jointCount);
  for (let joint = 1; joint < 6; joint++) turnJoint(rotations, joint, 0, 0, 1, 1.25); // curled up to a ring
  const [root, jointMatrices] = [new Float64Array(12), new Float64Array(12 * skin.jointCount)];
  writePlacement(root, 0, 0, 0, 0);
  writeJointMatrices(skeleton, rotations, root, jointMatrices);
  setPose(collider, { jointMatrices });
  const pairs = findSelfPairs(collider); // neighbours count only if they share more than neighbours share
  assert.ok(pairs.length > 0);
  assert.equal(findSelfPairsByBruteForce(collider).length, pairs.length);
  // #endregion self
}
