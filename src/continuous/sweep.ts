import { type Collider, createCollider, setPlacement, setPose } from '../collider.ts';
import type { Pose } from '../deform/posed-joints.ts';
import type { Shape } from '../shape.ts';

/**
 * An instance of a shape on its way from one pose to the next. During the step every vertex moves evenly and straight
 * from where the first pose puts it to where the second does: that is the motion all answers are about. (Poses a
 * sixtieth of a second apart differ little from it; where joints turn far, use smaller steps.)
 */
export interface Sweep {
  start: Collider;
  end: Collider;
  /** Goes up with every step. */
  step: number;
}

/**
 * An instance that rests: both poses are the rest pose.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#impacts}
 */
export function createSweep(shape: Shape): Sweep {
  return { start: createCollider(shape), end: createCollider(shape), step: 0 };
}

/**
 * Goes on to the next step: the end of the last one becomes the start, and `pose` the end. What the pose leaves out stays
 * as it was. Moves nothing yet. Cost: O(joints + weights).
 * @example
 * {@includeCode ../../examples/api/continuous.ts#impacts}
 */
export function sweepTo(
  sweep: Sweep,
  pose: Pose,
  placement: Float64Array | Float32Array | null = sweep.end.placement,
): void {
  const { start: next, end: start } = sweep;
  setPose(next, { jointMatrices: pose.jointMatrices ?? start.jointMatrices, weights: pose.weights ?? start.weights });
  if (next.placement !== null || placement !== null) setPlacement(next, placement);
  sweep.start = start;
  sweep.end = next;
  sweep.step++;
}

/**
 * Begins anew with the step from one pose to another.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#self-impacts}
 */
export function setSweep(sweep: Sweep, from: Pose, to: Pose): void {
  sweepTo(sweep, from);
  sweepTo(sweep, to);
}
