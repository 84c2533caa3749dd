import { PosedSet, SetJoint } from './set-records';
/** Blended quaternions shorter than this, squared, have no direction; the set's first joint stands in for them. */
const VANISHED: f64 = 1e-16;

/**
 * The posed position of a vertex by the blended numbers of its joints, all rigid: `blendJoints`, then `turnAboutCenter` or `turnByDualQuaternion` of
 * src/deform, the same products and sums in the same order. `place` is where it is before, `weight` where its weights begin.
 */
@inline
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
  const squares0 = f64x2.mul(q0, q0);
  const squares1 = f64x2.mul(q1, q1);
  let squared =
    f64x2.extract_lane(squares0, 0) +
    f64x2.extract_lane(squares0, 1) +
    f64x2.extract_lane(squares1, 0) +
    f64x2.extract_lane(squares1, 1);
  if (!(squared > VANISHED)) {
    q0 = v128.load(first);
    q1 = v128.load(first, 16);
    squared = 1;
    if (isDual) {
      d0 = v128.load(first, 32);
      d1 = v128.load(first, 48);
    }
  }
  const w = f64x2.extract_lane(q1, 1);
  const yz = v128.shuffle<i64>(q0, q1, 1, 2);
  const zx = v128.shuffle<i64>(q1, q0, 0, 2);
  if (isDual) {
    const xy = v128.load(place);
    const z = load<f64>(place, 16);
    const qx = f64x2.extract_lane(q0, 0);
    const qy = f64x2.extract_lane(q0, 1);
    const qz = f64x2.extract_lane(q1, 0);
    const x = f64x2.extract_lane(xy, 0);
    const y = f64x2.extract_lane(xy, 1);
    // The product of the quaternion with the vertex, and the dual part.
    const z2 = f64x2.splat(z);
    const sxy = f64x2.add(
      f64x2.sub(
        f64x2.add(f64x2.mul(f64x2.splat(w), xy), f64x2.mul(yz, v128.shuffle<i64>(z2, xy, 0, 2))),
        f64x2.mul(zx, v128.shuffle<i64>(xy, z2, 1, 2)),
      ),
      d0,
    );
    const sx = f64x2.extract_lane(sxy, 0);
    const sy = f64x2.extract_lane(sxy, 1);
    const sz = w * z + qx * y - qy * x + f64x2.extract_lane(d1, 0);
    const sw = -(qx * x + qy * y + qz * z) + f64x2.extract_lane(d1, 1);
    const scale = 1 / squared;
    const syz = f64x2(sy, sz);
    const szx = f64x2(sz, sx);
    const turned = f64x2.sub(
      f64x2.sub(f64x2.mul(sxy, f64x2.splat(w)), f64x2.mul(f64x2.splat(sw), q0)),
      f64x2.sub(f64x2.mul(syz, zx), f64x2.mul(szx, yz)),
    );
    v128.store(posed, f64x2.mul(f64x2.splat(scale), turned));
    store<f64>(posed, scale * (sz * w - sw * qz - (sx * qy - sy * qx)), 16);
    return;
  }
  const uxy = f64x2.sub(v128.load(place), v128.load(changetype<usize>(set)));
  const uz = load<f64>(place, 16) - set.centerZ;
  const z2 = f64x2.splat(uz);
  const scale = 2 / squared;
  const txy = f64x2.add(
    f64x2.sub(
      f64x2.mul(yz, v128.shuffle<i64>(z2, uxy, 0, 2)),
      f64x2.mul(zx, v128.shuffle<i64>(uxy, z2, 1, 2)),
    ),
    f64x2.mul(f64x2.splat(w), uxy),
  );
  const crossZ = f64x2.mul(q0, v128.shuffle<i64>(uxy, uxy, 1, 0));
  const tz = f64x2.extract_lane(crossZ, 0) - f64x2.extract_lane(crossZ, 1) + w * uz;
  const t2 = f64x2.splat(tz);
  const aroundXY = f64x2.sub(
    f64x2.mul(yz, v128.shuffle<i64>(t2, txy, 0, 2)),
    f64x2.mul(zx, v128.shuffle<i64>(txy, t2, 1, 2)),
  );
  const around = f64x2.mul(q0, v128.shuffle<i64>(txy, txy, 1, 0));
  const aroundZ = f64x2.extract_lane(around, 0) - f64x2.extract_lane(around, 1);
  v128.store(posed, f64x2.add(f64x2.add(d0, uxy), f64x2.mul(f64x2.splat(scale), aroundXY)));
  store<f64>(posed, f64x2.extract_lane(d1, 0) + uz + scale * aroundZ, 16);
}
