import * as library from '../../src/index.ts';
import {
  type Collider,
  createCollider,
  createShape,
  type DeformerSource,
  type Mesh,
  type Pose,
  type Shape,
  setPlacement,
  setPose,
} from '../../src/index.ts';
import { setRotationAbout } from '../../src/math/matrix34.ts';
import type { Random } from '../../src/math/random.ts';
import { rotationCenters } from '../../src/query/surface/rotation-centers.ts';
import { createRandomCharacter, deformerNames, deformerOf } from './random-character.ts';
import { createRandomPose, createRandomWeights } from './random-pose.ts';
import { sortPairs } from './sort-pairs.ts';

/** A shape, and what poses of it are made from. */
export interface Cast {
  name: string;
  shape: Shape;
  mesh: Mesh;
  source: DeformerSource;
  skeleton: library.Skeleton;
}

/** One small shape for each kind of deformer, with volumes of all kinds among them. */
export function createCasts(random: Random): Cast[] {
  return deformerNames.map((name, k) => {
    const character = createRandomCharacter(Math.floor(1e9 * random()), 3);
    const source = deformerOf(name, character);
    const volumes = (['box', 'sphere', 'box', 'dop'] as const)[(k + Math.floor(4 * random())) % 4];
    const shape = createShape(character.mesh, source, { leafSize: 1 + Math.floor(3 * random()), volumes });
    return { name, shape, mesh: character.mesh, source, skeleton: character.skeleton };
  });
}

/** A collider, and what it has been told. */
export interface Actor {
  cast: Cast;
  collider: Collider;
  pose: Pose;
  placement: Float64Array | null;
}

export function createActor(cast: Cast): Actor {
  const collider = createCollider(cast.shape);
  const { jointMatrices, weights } = collider;
  return { cast, collider, pose: { jointMatrices: jointMatrices.slice(), weights: weights.slice() }, placement: null };
}

/** Another collider of the same shape that has never been asked anything, and was told only where it is now. */
export function createFresh({ cast, pose, placement }: Actor): Collider {
  const collider = createCollider(cast.shape);
  setPose(collider, pose);
  setPlacement(collider, placement);
  return collider;
}

/** A new pose, a little step, or a new place. */
export function move(random: Random, actor: Actor): void {
  const { collider, cast } = actor;
  const style = random();
  if (style < 0.4) {
    const matrices = createRandomPose(random, cast.skeleton, { turn: 0.8, shift: 0.5, isAffine: random() < 0.2 });
    const jointMatrices = matrices.slice(0, collider.jointMatrices.length);
    setPose(collider, { jointMatrices });
    actor.pose = { ...actor.pose, jointMatrices };
  } else if (style < 0.7) {
    const size = random() < 0.5 ? 0.02 : 1;
    const weights = createRandomWeights(random, collider.weights.length);
    for (let m = 0; m < weights.length; m++) weights[m] = (1 - size) * collider.weights[m] + size * 0.4 * weights[m];
    setPose(collider, { weights });
    actor.pose = { ...actor.pose, weights };
  } else {
    const placement = new Float64Array(12);
    const angle = random();
    setRotationAbout(placement, 0, 0, Math.sin(angle), 0, Math.cos(angle), random(), random(), random());
    placement[3] -= 40 * Number(random() < 0.1);
    setPlacement(collider, random() < 0.1 ? null : placement);
    actor.placement = collider.placement?.slice() ?? null;
  }
}

/** Every query of the library as a question of one or two colliders with numbers drawn beforehand; answers compare by value. */
export const questions: Record<string, (a: Collider, b: Collider, n: Float64Array) => unknown> = {
  findPairs: (a, b) => library.findPairs(a, b),
  touches: (a, b) => library.touches(a, b),
  firstPair: (a, b) => library.firstPair(a, b) !== null, // which pair is not said
  findClosePairs: (
    a,
    b,
    n, // boxes of modal bodies remember earlier poses
  ) =>
    [a, b].some(({ shape }) => shape.deformer.kind === 'modal')
      ? 0
      : library.findClosePairs([a, b], { maxDistance: n[6] }),
  findSelfPairs: a => sortPairs(library.findSelfPairs(a)),
  touchesSelf: a => library.touchesSelf(a),
  findNearestPair: (a, b, n) => {
    const found = library.findNearestPair(a, b, { maxDistance: n[6] < 0.5 ? Infinity : n[6] });
    return found?.distance === 0 ? 0 : found; // which pair touches is not said
  },
  findPairsWithin: (a, b, n) => library.findPairsWithin(a, b, 0.3 * n[6]),
  findNearestPoint: (a, _, n) =>
    library.findNearestPoint(a, n.subarray(0, 3), { maxDistance: n[6] < 0.5 ? Infinity : 2 * n[6] }),
  castRay: (a, _, n) => library.castRay(a, { origin: n.subarray(0, 3), direction: n.subarray(3, 6) }),
  castRayAll: (a, _, n) => library.castRayAll(a, { origin: n.subarray(0, 3), direction: n.subarray(3, 6) }),
  hitsRay: (a, _, n) => library.hitsRay(a, { origin: n.subarray(0, 3), direction: n.subarray(3, 6) }),
  touchesSphere: (a, _, n) => library.touchesCapsule(a, n.subarray(0, 3), n.subarray(0, 3), n[6]),
  findInSphere: (a, _, n) => library.findInCapsule(a, n.subarray(0, 3), n.subarray(0, 3), 2 * n[6]),
  touchesCapsule: (a, _, n) => library.touchesCapsule(a, n.subarray(0, 3), n.subarray(3, 6), 0.3 * n[6]),
  findInCapsule: (a, _, n) => library.findInCapsule(a, n.subarray(0, 3), n.subarray(3, 6), 0.3 * n[6]),
  tightBounds: a => library.boundsOf(a, { tight: true }),
  boundsOf: a => (a.shape.deformer.kind === 'modal' ? 0 : library.boundsOf(a)), // of what the root remembers
  boundsOver: (a, _, n) => library.boundsOver(a, [{ weights: a.weights.map(w => w * n[6]) }, {}], { tight: true }),
  pointOn: (a, _, n) => library.pointOn(a, Math.floor(17.9 * n[6]), [0.25, 0.25, 0.5]),
  jointsAt: (a, _, n) => library.jointsAt(a, Math.floor(17.9 * n[6]), [0.25, 0.25, 0.5]),
  rotationCenters: a => rotationCenters(a),
  posedPositions: a => library.posedPositions(a),
};

/** Numbers for a question: a point, a direction or another point, and a number from 0 to 1. */
export function drawNumbers(random: Random): Float64Array {
  return Float64Array.from({ length: 7 }, (_, k) => (k < 6 ? 6 * random() - 2 : random()));
}
