import {
  type Collider,
  createCollider,
  createShape,
  type Shape,
  type ShapeOptions,
  type Skeleton,
  setPlacement,
  setPose,
} from '../../src/index.ts';
import { setRotationAbout } from '../../src/math/matrix34.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { posedVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { createRandomCharacter, type DeformerName, deformerOf, type RandomCharacter } from './random-character.ts';
import { createRandomPose, createRandomWeights, type PoseRange } from './random-pose.ts';

export const poseRanges = {
  moderate: { turn: 0.7, shift: 0, isAffine: false },
  'spread to 180 degrees and beyond': { turn: 2 * Math.PI, shift: 4, isAffine: false },
  'very far from the origin': { turn: 1, shift: 1e10, isAffine: false },
  'scaled, sheared and mirrored': { turn: 2, shift: 1, isAffine: true },
} satisfies Record<string, PoseRange>;

export type RangeName = keyof typeof poseRanges;
export const rangeNames = Object.keys(poseRanges) as RangeName[];

/** Every kind of tree and of volume. */
export const volumeChoices: ShapeOptions[] = [
  { volumes: 'box' },
  { volumes: 'sphere' },
  { volumes: 'dop', dopDirections: 18 },
  { volumes: 'box', tree: 'midpoint' },
  { volumes: 'sphere', tree: 'minimal-spheres' },
];

/** The shape of a character that deforms as named. */
export function createCharacterShape(
  name: DeformerName,
  character: RandomCharacter,
  options: ShapeOptions = {},
): Shape {
  return createShape(character.mesh, deformerOf(name, character), options);
}

/** A collider of it. */
export function createCharacterCollider(
  name: DeformerName,
  character: RandomCharacter,
  options: ShapeOptions = {},
): Collider {
  return createCollider(createCharacterShape(name, character, options));
}

/** Any pose within a range, with any weights. */
export function setRandomPose(random: Random, collider: Collider, skeleton: Skeleton, range: PoseRange): void {
  const matrices = createRandomPose(random, skeleton, range);
  const weights = createRandomWeights(random, collider.weights.length);
  setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length), weights });
}

/** A character in a random pose of a range, with any weights, half of them placed somewhere; modal ones on the way there. */
export function poseCharacter(
  name: DeformerName,
  seed: number,
  range: RangeName | PoseRange,
  options: ShapeOptions,
): Collider {
  const { shape, skeleton } = recallShape(name, seed, { leafSize: 1 + (seed % 4), ...options });
  return poseShape(shape, skeleton, seed, typeof range === 'string' ? poseRanges[range] : range);
}

interface Recalled {
  shape: Shape;
  skeleton: Skeleton;
}

const MOST_RECALLED = 500;
const recalled = new Map<string, Recalled>();

/**
 * Shapes that were asked for lately are kept: to build one takes longer than most questions about it, and many tests ask in many poses.
 * Nobody writes to a shape (test/regressions/orders.test.ts), so it does not matter who has asked about it before.
 */
function recallShape(name: DeformerName, seed: number, options: ShapeOptions): Recalled {
  const key = JSON.stringify([name, seed, options]);
  let known = recalled.get(key);
  if (!known) {
    const character = createRandomCharacter(seed);
    known = { shape: createCharacterShape(name, character, options), skeleton: character.skeleton };
    if (recalled.size === MOST_RECALLED) recalled.delete(recalled.keys().next().value!);
    recalled.set(key, known);
  }
  return known;
}

/** The same for a shape that there is already. */
export function poseShape(shape: Shape, skeleton: Skeleton, seed: number, range: PoseRange): Collider {
  const collider = createCollider(shape);
  const random = createRandom(seed + 1);
  const poses = shape.deformer.kind === 'modal' ? 4 : 1; // what is remembered from pose to pose must hold too
  for (let pose = 0; pose < poses; pose++) {
    const matrices = createRandomPose(random, skeleton, range);
    const weights = createRandomWeights(random, collider.weights.length);
    if (pose > 0 && random() < 0.7) {
      for (let m = 0; m < weights.length; m++) weights[m] = collider.weights[m] + 0.02 * weights[m];
    }
    setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length), weights });
    if (pose < poses - 1 && random() < 0.5) posedVolumes(collider);
  }
  if (random() < 0.5) {
    const placement = new Float64Array(12);
    setRotationAbout(placement, 0, 0.6, 0, 0.8 * Math.sin(1), 0.8 * Math.cos(1), random(), 10 * random(), 3);
    setPlacement(collider, placement);
  }
  return collider;
}
