import { type Collider, checkCollider, refitRoot, setPose } from '../../collider.ts';
import type { Pose } from '../../deform/posed-joints.ts';
import { sayValue } from '../../math/say-value.ts';
import { giveBack, takeWorkspace } from '../../workspace.ts';
import { checkOptions, checkTarget } from '../check-input.ts';
import { AWAY, boxNode, farthestCorner, findOutermost } from './outermost.ts';

/** A box and a sphere, each of which contains every posed vertex. */
export interface Bounds {
  low: Float64Array;
  high: Float64Array;
  center: Float64Array;
  radius: number;
}

/** Where the answer goes: a record to be used again and again. */
export interface BoundsOptions {
  into?: Bounds;
}

/**
 * Room for bounds, to be used again and again.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#bounds}
 */
export function createBounds(): Bounds {
  return { low: new Float64Array(3), high: new Float64Array(3), center: new Float64Array(3), radius: 0 };
}

/**
 * Bounds of the collider in its current pose, in the world, taken from the volume of its root: they contain every
 * vertex, rounding included, and are somewhat larger than need be: boxes under linear blending by 1 to 3 % along each
 * axis, under blends of quaternions by up to 40 %; shapes with spheres have their sphere, and its box. Good for culling
 * and framing. Fills `into`, and then makes no objects. Cost: that of refitting one node, at any size of the mesh:
 * about 2 us for linear blends of 56 joints (20 to 90 us for blends of quaternions); next to nothing if a query has
 * done it.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#bounds}
 */
export function posedBounds(collider: Collider, options: BoundsOptions = {}): Bounds {
  checkOptions(options, 'posedBounds');
  const { into: target = createBounds() } = options;
  checkBounds(collider, target, 'posedBounds');
  const workspace = takeWorkspace(collider);
  const { box } = workspace;
  refitRoot(collider);
  boxNode(collider, 0, box);
  setBox(box, target);
  if (collider.shape.volumeKind === 'sphere') target.radius = 0.5 * (box[3] - box[0]);
  giveBack(collider, workspace, undefined);
  return target;
}

/**
 * The smallest box around the collider in its current pose, up to rounding, and the smallest sphere about the middle of
 * that box. Both contain every vertex, rounding included. Looks for the outermost vertex each way (`findOutermost`).
 * Fills `into`, and then makes no objects. Cost: 50 to 150 us for linear blends, growing as the depth of the tree.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#bounds}
 */
export function tightBounds(collider: Collider, options: BoundsOptions = {}): Bounds {
  checkOptions(options, 'tightBounds');
  const { into: target = createBounds() } = options;
  checkBounds(collider, target, 'tightBounds');
  const workspace = takeWorkspace(collider);
  const { low, high, center } = target;
  for (let axis = 0; axis < 3; axis++) {
    low[axis] = -findOutermost(collider, axis, center, workspace);
    high[axis] = findOutermost(collider, 3 + axis, center, workspace);
    center[axis] = 0.5 * (low[axis] + high[axis]);
  }
  target.radius = findOutermost(collider, AWAY, center, workspace);
  giveBack(collider, workspace, undefined);
  return target;
}

/**
 * Bounds of the collider over a list of poses, such as the frames of a clip: each pose is measured by
 * `posedBounds` (with `tight`, by `tightBounds`), and the collider is put back into the pose it had.
 *
 * What lies between two poses of the list is bounded too if every vertex goes straight from the one place to the other,
 * for the box is convex: under linear blending and for rigid meshes if joint matrices are interpolated number by
 * number, for morph and modal meshes if weights are and the joint stands still. In all other cases (joints turned by
 * interpolated quaternions, quaternion blends, chains) vertices take arcs that may leave the box by a little: an arc of
 * angle t about a joint at distance r by r (1 - cos(t / 2)), a thousandth of r for 5 degrees. Give more poses, or leave
 * room.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#bounds}
 */
export function boundsOver(
  collider: Collider,
  poses: Iterable<Pose>,
  options: BoundsOptions & { tight?: boolean } = {},
): Bounds {
  checkOptions(options, 'boundsOver');
  const { into: target = createBounds(), tight = false } = options;
  checkBounds(collider, target, 'boundsOver');
  if (typeof poses !== 'object' || typeof poses?.[Symbol.iterator] !== 'function') {
    throw new Error(`boundsOver: poses is ${sayValue(poses)}; give a list of poses.`);
  }
  const before = { jointMatrices: collider.jointMatrices.slice(), weights: collider.weights.slice() };
  const whole = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  try {
    for (const pose of poses) {
      setPose(collider, pose);
      const { low, high } = tight ? tightBounds(collider, { into: target }) : posedBounds(collider, { into: target });
      for (let axis = 0; axis < 3; axis++) {
        whole[axis] = Math.min(whole[axis], low[axis]);
        whole[3 + axis] = Math.max(whole[3 + axis], high[axis]);
      }
    }
  } finally {
    setPose(collider, before);
  }
  if (!(whole[0] <= whole[3])) throw new Error('boundsOver: there are no poses; give at least one.');
  setBox(whole, target);
  return target;
}

function checkBounds(collider: Collider, target: Bounds, caller: string): void {
  checkCollider(collider, 'the collider', caller);
  checkTarget(target?.low, caller, 'createBounds');
  checkTarget(target.high, caller, 'createBounds');
  checkTarget(target.center, caller, 'createBounds');
}

/** Sets box and sphere to a box (low corner, high corner). */
function setBox(from: Float64Array, target: Bounds): void {
  for (let axis = 0; axis < 3; axis++) {
    target.low[axis] = from[axis];
    target.high[axis] = from[3 + axis];
    target.center[axis] = 0.5 * (from[axis] + from[3 + axis]);
  }
  target.radius = farthestCorner(from, target.center);
}
