import { type Collider, checkCollider, createCollider, refitRoot, setPlacement, setPose } from '../../collider.ts';
import { boxNode } from '../../query/bounds/outermost.ts';
import { ANY_DIRECTION, createMotion, type Motion, measureMotion } from '../../query/track/motion.ts';
import type { World } from '../world.ts';

/**
 * A collider of any deformer that bodies meet: moved by whoever poses it, never by contact. In a step its points go
 * straight and evenly from the pose it had to the one it was given since.
 */
export interface WorldCollider {
  /** What the user poses: where it will be at the end of the coming step. */
  end: Collider;
  /** The same shape as it is now, with the bodies: contacts are looked for here, by the tree that every query walks. */
  start: Collider;
  /** Which pose of `end` the other one has. */
  epoch: number;
  era: number;
  /** Whether the two poses differ, and how far any point moves from one to the other, at most (m). */
  isMoving: boolean;
  reach: number;
  motion: Motion;
  /** Around it as it is now: low corner, high corner. */
  box: Float64Array;
}

/** A surface is looked for as far away as it comes in a step, up to this speed (m/s): one that is faster may be met a step late. */
const FASTEST_SURFACE = 20;

/**
 * Lets the bodies of a world collide with a collider, whatever deforms it: pushed, carried and dragged by its triangles as they are
 * posed. Returns its number. Before each step pose it (`setPose`, `setPlacement`) as it is to be when that step ends; one that is not
 * posed again stands still. It is moved by nothing else, and colliders do not touch each other. A jump counts as speed. A body
 * that others press hard against a thin surface may still be squeezed into it: both of its sides hold, and none is the inside.
 *
 * Costs a second instance of its shape; then for each step and body near it one query (`findInCapsule`), and 30 ns for each triangle
 * within the sphere around the body and each level of the tree of the body.
 * @example
 * {@includeCode ../../../examples/api/simulate.ts#collider}
 */
export function addCollider(world: World, collider: Collider): number {
  checkCollider(collider, 'the collider', 'addCollider');
  if (world.colliders.some(({ end }) => end === collider)) {
    throw new Error('addCollider: the collider is in the world already; add each once.');
  }
  const start = createCollider(collider.shape);
  copyPose(collider, start);
  const { epoch } = collider.posed;
  const common = { end: collider, start, epoch, era: collider.era, isMoving: false, reach: 0 };
  return world.colliders.push({ ...common, motion: createMotion(collider), box: new Float64Array(6) }) - 1;
}

/** Sees which colliders were posed since the last step, and how far that moves them. */
export function beginColliders({ colliders, options }: World): void {
  for (const collider of colliders) {
    const { end, start, motion } = collider;
    const { travel } = motion;
    collider.isMoving = end.posed.epoch !== collider.epoch || end.era !== collider.era;
    const before = travel[ANY_DIRECTION];
    measureMotion(motion);
    const way = collider.isMoving ? travel[ANY_DIRECTION] - before : 0;
    const most = FASTEST_SURFACE * options.timeStep;
    collider.reach = way <= most ? way : most; // NaN, if the motion has no bound, is not
    refitRoot(start);
    boxNode(start, 0, collider.box);
  }
}

/** The end of this step is the beginning of the next. */
export function finishColliders({ colliders }: World): void {
  for (const collider of colliders) {
    if (!collider.isMoving) continue;
    copyPose(collider.end, collider.start);
    collider.epoch = collider.end.posed.epoch;
    collider.era = collider.end.era;
  }
}

function copyPose({ jointMatrices, weights, placement }: Collider, to: Collider): void {
  setPose(to, { jointMatrices, weights });
  if (placement !== null || to.placement !== null) setPlacement(to, placement);
}
