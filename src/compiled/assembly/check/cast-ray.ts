import { BOX, boxAt, cornerAt, nodeAt, PosedBody } from './records';

/**
 * A slot of a body that a ray hits, or -1: `castRay` of check/evidence/rays.ts where any will do. The same operations, so of the same nodes and
 * triangles, but boxes are looked at before they wait. `usesMarks`: slots marked with 1 are passed.
 */
export function castRay(
  body: PosedBody,
  x: f64,
  y: f64,
  z: f64,
  alongX: f64,
  alongY: f64,
  alongZ: f64,
  usesMarks: bool,
): i32 {
  const fromXY = f64x2(x, y);
  const fromZ = f64x2.splat(z);
  const perXY = f64x2(1 / alongX, 1 / alongY);
  const perZ = f64x2.splat(1 / alongZ);
  const marks = body.marks;
  const stack = body.stack;
  let top = stack;
  store<i32>(top, 0);
  top += mayHit(boxAt(body, 0), fromXY, fromZ, perXY, perZ) << 2;
  while (top > stack) {
    top -= 4;
    const node = nodeAt(body, load<i32>(top));
    const first = node.link;
    if (first >= 0) {
      const box = boxAt(body, first);
      store<i32>(top, first);
      top += mayHit(box, fromXY, fromZ, perXY, perZ) << 2;
      store<i32>(top, first + 1);
      top += mayHit(box + BOX, fromXY, fromZ, perXY, perZ) << 2;
      continue;
    }
    const end = node.slotEnd;
    for (let slot = node.slotStart; slot < end; slot++) {
      if (usesMarks && load<u8>(marks + slot) == 1) continue;
      if (isHit(body, slot, x, y, z, alongX, alongY, alongZ)) return slot;
    }
  }
  return -1;
}

/** 0 if a ray passes beside a box, else 1. */
@inline
function mayHit(box: usize, fromXY: v128, fromZ: v128, perXY: v128, perZ: v128): usize {
  const low = f64x2.mul(f64x2.sub(f64x2.promote_low_f32x4(v128.load_zero<i64>(box)), fromXY), perXY);
  const high = f64x2.mul(f64x2.sub(f64x2.promote_low_f32x4(v128.load_zero<i64>(box, 12)), fromXY), perXY);
  const sides = v128.load32_lane(box, v128.load_zero<i32>(box, 20), 1, 8);
  const depth = f64x2.mul(f64x2.sub(f64x2.promote_low_f32x4(sides), fromZ), perZ);
  const near = f64x2.min(low, high);
  const far = f64x2.max(low, high);
  const nearZ = min<f64>(f64x2.extract_lane(depth, 0), f64x2.extract_lane(depth, 1));
  const farZ = max<f64>(f64x2.extract_lane(depth, 0), f64x2.extract_lane(depth, 1));
  const begins = max<f64>(max<f64>(f64x2.extract_lane(near, 0), f64x2.extract_lane(near, 1)), nearZ);
  const ends = min<f64>(min<f64>(f64x2.extract_lane(far, 0), f64x2.extract_lane(far, 1)), farZ);
  return <usize>!(ends < 0 || begins > ends);
}

/** Whether a ray hits a triangle, by the test of [Moller1997]. */
@inline
function isHit(body: PosedBody, slot: u32, x: f64, y: f64, z: f64, dx: f64, dy: f64, dz: f64): bool {
  const a = cornerAt(body, slot, 0);
  const b = cornerAt(body, slot, 1);
  const c = cornerAt(body, slot, 2);
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax;
  const uy = load<f64>(b, 8) - ay;
  const uz = load<f64>(b, 16) - az;
  const vx = load<f64>(c) - ax;
  const vy = load<f64>(c, 8) - ay;
  const vz = load<f64>(c, 16) - az;
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const scale = ux * px + uy * py + uz * pz;
  if (scale == 0) return false;
  const sx = x - ax;
  const sy = y - ay;
  const sz = z - az;
  const u = (sx * px + sy * py + sz * pz) / scale;
  if (!(u >= 0 && u <= 1)) return false;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const v = (dx * qx + dy * qy + dz * qz) / scale;
  if (!(v >= 0 && u + v <= 1)) return false;
  const distance = (vx * qx + vy * qy + vz * qz) / scale;
  return distance > 0 && distance < Infinity;
}
