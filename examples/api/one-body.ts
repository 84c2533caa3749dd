import assert from 'node:assert/strict';
import { createTube } from '../../models/index.ts';
import {
  castRayByBruteForce,
  findNearestPairByBruteForce,
  findNearestPointByBruteForce,
  findPairsWithinByBruteForce,
} from '../../src/debug.ts'; // 'poseclash/debug'
import {
  boundsOf,
  boundsOver,
  type Collider,
  castRay,
  castRayAll,
  createCollider,
  createShape,
  findInCapsule,
  findNearestPair,
  findNearestPoint,
  findPairsWithin,
  hitsRay,
  jointsAt,
  pointOn,
  setPlacement,
  setPose,
  touchesCapsule,
} from '../../src/index.ts'; // 'poseclash'

function createArm(): Collider {
  const { mesh, skin } = createTube({ joints: 3, rings: 11, sides: 8 }); // along y, 1 long, 0.2 thick
  return createCollider(createShape(mesh, { kind: 'linear-blend', skin }));
}

export function castRays(): void {
  const arm = createArm();
  // #region rays
  const ray = { origin: [2, 0.51, 0.01], direction: [-1, 0, 0] }; // lengths are in units of the direction
  const hit = castRay(arm, ray)!; // the first hit, or null
  assert.ok(Math.abs(hit.distance - 1.9) < 0.01);
  assert.equal(hit.side, 'front');
  assert.equal(castRayAll(arm, ray).length, 2); // in and out again, nearest first
  assert.equal(hitsRay(arm, ray, { far: 1 }), false); // is anything in the way?

  assert.equal(castRay(arm, ray, { side: 'back', into: hit }), hit); // an answer used again: takes no memory per ray
  assert.equal(castRayByBruteForce(arm, ray)[1].triangle, hit.triangle); // the oracle
  // #endregion rays
}

export function followASpot(): void {
  const arm = createArm();
  // #region anchors
  const { triangle, barycentrics } = castRay(arm, { origin: [2, 0.66, 0], direction: [-1, 0, 0] })!;
  const share = jointsAt(arm, triangle, barycentrics)[0]; // the joint this spot follows most
  assert.ok(share.weight >= jointsAt(arm, triangle, barycentrics)[1].weight); // all of them, heaviest first

  setPlacement(arm, Float64Array.of(1, 0, 0, 7, 0, 1, 0, 0, 0, 0, 1, 0));
  const spot = pointOn(arm, triangle, barycentrics); // where the spot is now
  assert.ok(Math.abs(spot.point[0] - 7.1) < 0.01);
  assert.ok(spot.normal[0] > 0.9);
  // #endregion anchors
}

export function measureNearness(): void {
  const [arm, other] = [createArm(), createArm()];
  setPlacement(other, Float64Array.of(1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0));
  // #region nearness
  const nearest = findNearestPoint(arm, [1, 0.5, 0])!;
  assert.ok(Math.abs(nearest.distance - 0.9) < 0.01);
  assert.equal(findNearestPoint(arm, [1, 0.5, 0], { maxDistance: 0.2 }), null); // nothing within 0.2
  assert.equal(findNearestPointByBruteForce(arm, [1, 0.5, 0])!.distance, nearest.distance);

  const gap = findNearestPair(arm, other)!; // 0 exactly if they touch
  assert.ok(Math.abs(gap.distance - 0.3) < 1e-9);
  assert.equal(findNearestPairByBruteForce(arm, other).distance, gap.distance);
  const pairs = findPairsWithin(arm, other, 0.31); // pairs of triangles at most so far apart
  assert.equal(findPairsWithinByBruteForce(arm, other, 0.31).length, pairs.length);
  // #endregion nearness
}

export function probe(): void {
  const arm = createArm();
  // #region probes
  assert.equal(touchesCapsule(arm, [-1, 0.5, 0.3], [1, 0.5, 0.3], 0.1), false); // from, to, radius
  assert.ok(findInCapsule(arm, [-1, 0.5, 0], [1, 0.5, 0], 0.01).length > 0); // the triangles that reach into it
  const point = [0.25, 0.5, 0];
  assert.equal(touchesCapsule(arm, point, point, 0.1), false); // a sphere
  assert.ok(findInCapsule(arm, point, point, 0.2).length > 0);
  // #endregion probes
}

export function boundABody(): void {
  const arm = createArm();
  const identities = Float64Array.from({ length: 36 }, (_, k) =>
    k % 12 === 0 || k % 12 === 5 || k % 12 === 10 ? 1 : 0,
  );
  const higher = identities.map((value, k) => (k % 12 === 7 ? 1 : value));
  // #region bounds
  setPose(arm, { jointMatrices: identities });
  const bounds = boundsOf(arm); // from the joints alone: every vertex is inside
  const tight = boundsOf(arm, { tight: true }); // the smallest box, up to rounding: looks at the vertices that could be outermost
  assert.ok(bounds.high[1] >= tight.high[1] && tight.high[1] >= 1);

  const poses = [{ jointMatrices: identities }, { jointMatrices: higher }];
  assert.ok(boundsOver(arm, poses).high[1] >= 2); // over several poses, as of a clip
  // #endregion bounds
}
