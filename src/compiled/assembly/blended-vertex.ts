import { PosedSet, SetJoint } from './set-records';
/** Blended quaternions shorter than this, squared, have no direction; the set's first joint stands in for them. */
const VANISHED: f64 = 1e-16;

/**
 * The posed position of a vertex by the blended numbers of its joints, all rigid: `blendJoints`, then `turnAboutCenter` or `turnByDualQuaternion` of
 * src/deform, the same products and sums in the same order. `place` is where it is before, `weight` where its weights begin.
 */
export function poseBlendedVertex(isDual: bool, set: PosedSet, n: u32, weight: usize, place: usize, posed: usize): void {
  const first = changetype<usize>(set) + offsetof<PosedSet>();
  let q0 = f64x2.splat(0);
  let q1 = q0;
  let d0 = q0;
  let d1 = q0;
  for (let joint = first, end = first + n * offsetof<SetJoint>(); joint < end; joint += offsetof<SetJoint>()) {
    const w = v128.load_splat<f64>(weight);
    weight += 8;
    q0 = f64x2.add(q0, f64x2.mul(w, v128.load(joint)));
    q1 = f64x2.add(q1, f64x2.mul(w, v128.load(joint, 16)));
    d0 = f64x2.add(d0, f64x2.mul(w, v128.load(joint, 32)));
    d1 = f64x2.add(d1, f64x2.mul(w, v128.load(joint, 48)));
  }
  let qx = f64x2.extract_lane(q0, 0);
  let qy = f64x2.extract_lane(q0, 1);
  let qz = f64x2.extract_lane(q1, 0);
  let qw = f64x2.extract_lane(q1, 1);
  let squared = qx * qx + qy * qy + qz * qz + qw * qw;
  if (!(squared > VANISHED)) {
    const joint = changetype<SetJoint>(first);
    qx = joint.x;
    qy = joint.y;
    qz = joint.z;
    qw = joint.w;
    squared = 1;
    if (isDual) {
      d0 = v128.load(first, 32);
      d1 = v128.load(first, 48);
    }
  }
  const dx = f64x2.extract_lane(d0, 0);
  const dy = f64x2.extract_lane(d0, 1);
  const dz = f64x2.extract_lane(d1, 0);
  const x = load<f64>(place);
  const y = load<f64>(place, 8);
  const z = load<f64>(place, 16);
  if (isDual) {
    const sx = qw * x + qy * z - qz * y + dx;
    const sy = qw * y + qz * x - qx * z + dy;
    const sz = qw * z + qx * y - qy * x + dz;
    const sw = -(qx * x + qy * y + qz * z) + f64x2.extract_lane(d1, 1);
    const scale = 1 / squared;
    store<f64>(posed, scale * (sx * qw - sw * qx - (sy * qz - sz * qy)));
    store<f64>(posed, scale * (sy * qw - sw * qy - (sz * qx - sx * qz)), 8);
    store<f64>(posed, scale * (sz * qw - sw * qz - (sx * qy - sy * qx)), 16);
    return;
  }
  const ux = x - set.centerX;
  const uy = y - set.centerY;
  const uz = z - set.centerZ;
  const scale = 2 / squared;
  const tx = qy * uz - qz * uy + qw * ux;
  const ty = qz * ux - qx * uz + qw * uy;
  const tz = qx * uy - qy * ux + qw * uz;
  store<f64>(posed, dx + ux + scale * (qy * tz - qz * ty));
  store<f64>(posed, dy + uy + scale * (qz * tx - qx * tz), 8);
  store<f64>(posed, dz + uz + scale * (qx * ty - qy * tx), 16);
}
