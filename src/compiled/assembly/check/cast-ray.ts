import { boxAt, cornerAt, nodeAt, PosedBody, pushIf } from './records';

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
  let top = pushIf(mayHit(boxAt(body, 0), fromXY, fromZ, perXY, perZ), stack, 0);
  while (top > stack) {
    top -= 4;
    const node = nodeAt(body, load<i32>(top));
    const first = node.link;
    if (first >= 0) {
      top = pushIf(mayHit(boxAt(body, first), fromXY, fromZ, perXY, perZ), top, first);
      top = pushIf(mayHit(boxAt(body, first + 1), fromXY, fromZ, perXY, perZ), top, first + 1);
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
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const scale = dot(ux, uy, uz, px, py, pz);
  if (scale == 0) return false;
  const sx = x - load<f64>(a);
  const sy = y - load<f64>(a, 8);
  const sz = z - load<f64>(a, 16);
  const u = dot(sx, sy, sz, px, py, pz) / scale;
  if (!(u >= 0 && u <= 1)) return false;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const v = dot(dx, dy, dz, qx, qy, qz) / scale;
  if (!(v >= 0 && u + v <= 1)) return false;
  const distance = dot(vx, vy, vz, qx, qy, qz) / scale;
  return distance > 0 && distance < Infinity;
}

@inline
function dot(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64): f64 {
  return ax * bx + ay * by + az * bz;
}
