import { type Collider, createCollider, setPlacement, setPose } from '../collider.ts';
import type { Pose } from '../deform/posed-joints.ts';
import type { Shape } from '../shape.ts';
import type { SelfSearch } from './self-search.ts';
import type { SweepBoxes } from './sweep-boxes.ts';

/**
 * An instance of a shape on its way from one pose to the next. During the step every vertex moves evenly and straight
 * from where the first pose puts it to where the second does: that is the motion all answers are about. (Poses a
 * sixtieth of a second apart differ little from it; where joints turn far, use smaller steps.)
 *
 * Both ends may also be posed and placed by `setPose` and `setPlacement`: queries notice.
 */
export interface Sweep {
  start: Collider;
  end: Collider;
  /** Goes up with every step taken by `sweepTo`. @internal */
  step: number;
  /** What queries keep for the next one, made when first needed; each names the poses it is of. @internal */
  boxes: SweepBoxes | null;
  /** @internal */
  self: SelfSearch | null;
}

/**
 * An instance that rests: both poses are the rest pose.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#impacts}
 */
export function createSweep(shape: Shape): Sweep {
  return { start: createCollider(shape), end: createCollider(shape), step: 0, boxes: null, self: null };
}

/**
 * Goes on to the next step: the end of the last one becomes the start, and `pose` the end. What the pose leaves out stays
 * as it was. Moves nothing yet. A pose or placement that is refused changes nothing. Cost: O(joints + weights).
 * @example
 * {@includeCode ../../examples/api/continuous.ts#impacts}
 */
export function sweepTo(
  sweep: Sweep,
  pose: Pose,
  placement: Float64Array | Float32Array | null = sweep.end.placement,
): void {
  const { start: next, end: start } = sweep;
  const before = rememberPose(next);
  try {
    setPose(next, { jointMatrices: pose.jointMatrices ?? start.jointMatrices, weights: pose.weights ?? start.weights });
    if (next.placement !== null || placement !== null) setPlacement(next, placement);
  } catch (error) {
    restorePose(next, before);
    throw error;
  }
  sweep.start = start;
  sweep.end = next;
  sweep.step++;
}

/**
 * Begins anew with the step from one pose to another. If one of them is refused, nothing changes.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#self-impacts}
 */
export function setSweep(sweep: Sweep, from: Pose, to: Pose): void {
  const { start, end, step } = sweep;
  const before = rememberPose(start);
  sweepTo(sweep, from);
  try {
    sweepTo(sweep, to);
  } catch (error) {
    restorePose(start, before);
    sweep.start = start;
    sweep.end = end;
    sweep.step = step;
    throw error;
  }
}

interface KnownPose {
  jointMatrices: Float64Array;
  weights: Float64Array;
  placement: Float64Array | null;
}

/** Arrays, not copies: `setPose` writes the next pose to spare ones, so these hold until the pose after that. */
function rememberPose({ jointMatrices, weights, placement }: Collider): KnownPose {
  return { jointMatrices, weights, placement };
}

/** A pose and a placement that were accepted together: the one alone might be refused beside what there is now. */
function restorePose(collider: Collider, { jointMatrices, weights, placement }: KnownPose): void {
  collider.placement = placement;
  setPose(collider, { jointMatrices, weights });
}
