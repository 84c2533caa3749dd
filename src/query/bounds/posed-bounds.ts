import { type Collider, checkCollider, refitRoot, setPose } from '../../collider.ts';
import type { Pose } from '../../deform/posed-joints.ts';
import { sayValue } from '../../math/say-value.ts';
import { giveBack, takeWorkspace, type Workspace } from '../../workspace.ts';
import { checkOptions, checkTarget } from '../check-input.ts';
import { AWAY, boxNode, farthestCorner, findOutermost } from './outermost.ts';

/** A box and a sphere, each of which contains every posed vertex. */
export interface Bounds {
  low: Float64Array;
  high: Float64Array;
  center: Float64Array;
  radius: number;
}

export interface BoundsOptions {
  /** Where the answer goes: bounds to be used again and again. */
  into?: Bounds;
  /** The smallest box rather than the quickest. Default false. */
  tight?: boolean;
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
 * Bounds of the collider in its current pose, in the world: they contain every vertex, rounding included. Fills `into`,
 * and then makes no objects.
 *
 * As a rule they are taken from the volume of the root, and somewhat larger than need be: boxes under linear blending by
 * 1 to 3 % along each axis, under blends of quaternions by up to 40 %; shapes with spheres have their sphere, and its
 * box. Good for culling and framing. Cost: that of refitting one node, at any size of the mesh: about 2 us for linear
 * blends of 56 joints (20 to 90 us for blends of quaternions); next to nothing if a query has done it.
 *
 * With `tight`: the smallest box, up to rounding, and the smallest sphere about the middle of that box. Looks for the
 * outermost vertex each way (`findOutermost`). Cost: 50 to 150 us for linear blends, growing as the depth of the tree.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#bounds}
 */
export function boundsOf(collider: Collider, options: BoundsOptions = {}): Bounds {
  checkOptions(options, 'boundsOf');
  const { into: target = createBounds(), tight = false } = options;
  checkBounds(collider, target, 'boundsOf');
  checkTight(tight, 'boundsOf');
  const workspace = takeWorkspace(collider);
  if (tight) setTight(collider, target, workspace);
  else setFromRoot(collider, target, workspace);
  giveBack(collider, workspace, undefined);
  return target;
}

function setFromRoot(collider: Collider, target: Bounds, { box }: Workspace): void {
  refitRoot(collider);
  boxNode(collider, 0, box);
  setBox(box, target);
  if (collider.shape.volumeKind === 'sphere') target.radius = 0.5 * (box[3] - box[0]);
}

function setTight(collider: Collider, target: Bounds, workspace: Workspace): void {
  const { low, high, center } = target;
  for (let axis = 0; axis < 3; axis++) {
    low[axis] = -findOutermost(collider, axis, center, workspace);
    high[axis] = findOutermost(collider, 3 + axis, center, workspace);
    center[axis] = 0.5 * (low[axis] + high[axis]);
  }
  target.radius = findOutermost(collider, AWAY, center, workspace);
}

/**
 * Bounds of the collider over a list of poses, such as the frames of a clip: each pose is measured by
 * `boundsOf` with the same options, and the collider is put back into the pose it had.
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
export function boundsOver(collider: Collider, poses: Iterable<Pose>, options: BoundsOptions = {}): Bounds {
  checkOptions(options, 'boundsOver');
  const { into: target = createBounds(), tight = false } = options;
  checkBounds(collider, target, 'boundsOver');
  checkTight(tight, 'boundsOver');
  if (typeof poses !== 'object' || typeof poses?.[Symbol.iterator] !== 'function') {
    throw new Error(`boundsOver: poses is ${sayValue(poses)}; give a list of poses.`);
  }
  const before = { jointMatrices: collider.jointMatrices.slice(), weights: collider.weights.slice() };
  const whole = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  try {
    for (const pose of poses) {
      setPose(collider, pose);
      const { low, high } = boundsOf(collider, { into: target, tight });
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
  checkTarget(target?.low, caller);
  checkTarget(target.high, caller);
  checkTarget(target.center, caller);
}

function checkTight(tight: boolean, caller: string): void {
  if (typeof tight !== 'boolean') throw new Error(`${caller}: tight is ${sayValue(tight)}; give true or false.`);
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
