import { Collider, DUAL_QUATERNION } from './records';
import { findRotationCenter, rowsOf } from './rotation-center';
import { JointSet, PosedSet, SetJoint } from './set-records';

/** Where the numbers of a joint tell its distortion and its misfit (deform/posed-joints.ts), in bytes. */
export const DISTORTION: usize = 104;
export const MISFIT: usize = 112;
/** Joints this near to a rotation are blended as rotations. */
export const RIGID_TOLERANCE: f64 = 1e-3;

/** The quaternion of a joint, 32 bytes. */
@inline
export function quaternionOf(collider: Collider, set: JointSet, k: usize): usize {
  return collider.quaternions + (<usize>load<u32>(set.members + (k << 2)) << 5);
}

@inline
export function quaternionProduct(p: usize, q: usize): f64 {
  return (
    load<f64>(p) * load<f64>(q) +
    load<f64>(p, 8) * load<f64>(q, 8) +
    load<f64>(p, 16) * load<f64>(q, 16) +
    load<f64>(p, 24) * load<f64>(q, 24)
  );
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
    const side: f64 = quaternionProduct(q, first) < 0 ? -1 : 1;
    const x = side * load<f64>(q);
    const y = side * load<f64>(q, 8);
    const z = side * load<f64>(q, 16);
    const w = side * load<f64>(q, 24);
    const joint = changetype<SetJoint>(out);
    joint.x = x;
    joint.y = y;
    joint.z = z;
    joint.w = w;
    out += offsetof<SetJoint>();
    if (!isDual) continue;
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

/** Writes the images of a rest point, at `point`, under the joints of a set; returns how far the farthest is from their mean. */
function placeImages(collider: Collider, set: JointSet, posed: PosedSet, point: usize): f64 {
  const x = load<f64>(point);
  const y = load<f64>(point, 8);
  const z = load<f64>(point, 16);
  const start = changetype<usize>(posed) + offsetof<PosedSet>();
  const end = start + <usize>set.joints * offsetof<SetJoint>();
  let meanX: f64 = 0;
  let meanY: f64 = 0;
  let meanZ: f64 = 0;
  let k: usize = 0;
  for (let out = start; out < end; out += offsetof<SetJoint>()) {
    const m = rowsOf(collider.rows, set.members, k++);
    const px = load<f64>(m) * x + load<f64>(m, 8) * y + load<f64>(m, 16) * z + load<f64>(m, 24);
    const py = load<f64>(m, 32) * x + load<f64>(m, 40) * y + load<f64>(m, 48) * z + load<f64>(m, 56);
    const pz = load<f64>(m, 64) * x + load<f64>(m, 72) * y + load<f64>(m, 80) * z + load<f64>(m, 88);
    meanX += px;
    meanY += py;
    meanZ += pz;
    changetype<SetJoint>(out).dualX = px;
    changetype<SetJoint>(out).dualY = py;
    changetype<SetJoint>(out).dualZ = pz;
  }
  const share = 1 / <f64>set.joints;
  meanX *= share;
  meanY *= share;
  meanZ *= share;
  let squared: f64 = 0;
  for (let out = start; out < end; out += offsetof<SetJoint>()) {
    const dx = changetype<SetJoint>(out).dualX - meanX;
    const dy = changetype<SetJoint>(out).dualY - meanY;
    const dz = changetype<SetJoint>(out).dualZ - meanZ;
    const distance = dx * dx + dy * dy + dz * dz;
    if (distance > squared) squared = distance;
  }
  return sqrt<f64>(squared);
}
