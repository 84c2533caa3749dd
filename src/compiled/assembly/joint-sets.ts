import { DISTORTION, RIGID_TOLERANCE } from './quaternions';
import { Collider, DUAL_QUATERNION } from './records';
import { findRotationCenter, rowsOf } from './rotation-center';
import { JointSet, PosedSet, SetJoint } from './set-records';

/** The quaternion of a joint, 32 bytes. */
@inline
export function quaternionOf(collider: Collider, set: JointSet, k: usize): usize {
  return collider.quaternions + (<usize>load<u32>(set.members + (k << 2)) << 5);
}

@inline
export function quaternionProduct(p: usize, q: usize): f64 {
  const xy = f64x2.mul(v128.load(p), v128.load(q));
  const zw = f64x2.mul(v128.load(p, 16), v128.load(q, 16));
  return f64x2.extract_lane(xy, 0) + f64x2.extract_lane(xy, 1) + f64x2.extract_lane(zw, 0) + f64x2.extract_lane(zw, 1);
}

/**
 * Brings what the vertices of a joint-set are blended by to the current pose, if it is stale: `poseSphericalSet` and `poseDualQuaternionSet` of src/deform, the
 * same products and sums in the same order. Quaternions are turned to the side of the set's first joint.
 */
export function poseSet(collider: Collider, set: JointSet): PosedSet {
  const posed = changetype<PosedSet>(collider.sets + <usize>set.posed);
  if (posed.epoch == collider.epoch) return posed;
  posed.epoch = collider.epoch;
  const n = <usize>set.joints;
  const first = quaternionOf(collider, set, 0);
  const isDual = collider.shape.skinning == DUAL_QUATERNION;
  let isRigid: u32 = 1;
  let out = changetype<usize>(posed) + offsetof<PosedSet>();
  for (let k: usize = 0; k < n; k++) {
    const row = rowsOf(collider.rows, set.members, k);
    if (!(load<f64>(row, DISTORTION) < RIGID_TOLERANCE)) isRigid = 0;
    const q = quaternionOf(collider, set, k);
    const side = f64x2.splat(quaternionProduct(q, first) < 0 ? -1 : 1);
    const xy = f64x2.mul(side, v128.load(q));
    const zw = f64x2.mul(side, v128.load(q, 16));
    v128.store(out, xy);
    v128.store(out, zw, 16);
    const joint = changetype<SetJoint>(out);
    out += offsetof<SetJoint>();
    if (!isDual) continue;
    const x = f64x2.extract_lane(xy, 0);
    const y = f64x2.extract_lane(xy, 1);
    const z = f64x2.extract_lane(zw, 0);
    const w = f64x2.extract_lane(zw, 1);
    const tx = load<f64>(row, 24);
    const ty = load<f64>(row, 56);
    const tz = load<f64>(row, 88);
    joint.dualX = tx * w + ty * z - tz * y;
    joint.dualY = ty * w + tz * x - tx * z;
    joint.dualZ = tz * w + tx * y - ty * x;
    joint.dualW = -(tx * x + ty * y + tz * z);
  }
  posed.isRigid = isRigid;
  if (isRigid == 0 || isDual) return posed;
  const spread = placeImages(collider, set, posed, changetype<usize>(set));
  if (spread <= 1e-12 * collider.magnitude) {
    posed.centerX = set.referenceX;
    posed.centerY = set.referenceY;
    posed.centerZ = set.referenceZ;
  } else {
    findRotationCenter(collider.rows, set.members, n, changetype<usize>(set), changetype<usize>(posed));
    placeImages(collider, set, posed, changetype<usize>(posed));
  }
  return posed;
}

/** Writes the images of a rest point, at `point`, under the joints of a set, x and y at once; returns how far the farthest is from their mean. */
function placeImages(collider: Collider, set: JointSet, posed: PosedSet, point: usize): f64 {
  const x = v128.load_splat<f64>(point);
  const y = v128.load_splat<f64>(point, 8);
  const z = v128.load_splat<f64>(point, 16);
  const start = changetype<usize>(posed) + offsetof<PosedSet>();
  const end = start + <usize>set.joints * offsetof<SetJoint>();
  let meanXY = f64x2.splat(0);
  let meanZ = meanXY;
  let k: usize = 0;
  for (let out = start; out < end; out += offsetof<SetJoint>()) {
    const m = rowsOf(collider.columns, set.members, k++);
    const imageXY = imageUnder(m, x, y, z);
    const imageZ = imageUnder(m + 16, x, y, z);
    meanXY = f64x2.add(meanXY, imageXY);
    meanZ = f64x2.add(meanZ, imageZ);
    v128.store(out, imageXY, offsetof<SetJoint>('dualX'));
    v128.store(out, imageZ, offsetof<SetJoint>('dualZ'));
  }
  const share = f64x2.splat(1 / <f64>set.joints);
  meanXY = f64x2.mul(meanXY, share);
  meanZ = f64x2.mul(meanZ, share);
  let squared: f64 = 0;
  for (let out = start; out < end; out += offsetof<SetJoint>()) {
    const apart = f64x2.sub(v128.load(out, offsetof<SetJoint>('dualX')), meanXY);
    const height = f64x2.sub(v128.load(out, offsetof<SetJoint>('dualZ')), meanZ);
    const squares = f64x2.mul(apart, apart);
    const distance =
      f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + f64x2.extract_lane(f64x2.mul(height, height), 0);
    if (distance > squared) squared = distance;
  }
  return sqrt<f64>(squared);
}

/** Two coordinates of the image of a point under a joint, whose columns begin at `m`. */
@inline
export function imageUnder(m: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(
    f64x2.add(f64x2.add(f64x2.mul(v128.load(m), x), f64x2.mul(v128.load(m, 32), y)), f64x2.mul(v128.load(m, 64), z)),
    v128.load(m, 96),
  );
}
