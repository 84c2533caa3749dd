import { Collider } from './records';

/** Where the numbers of a joint tell its distortion (deform/posed-joints.ts), in bytes. */
export const DISTORTION: usize = 104;
/** Joints this near to a rotation are blended as rotations. */
export const RIGID_TOLERANCE: f64 = 1e-3;

/** How far a rigid joint of such a distortion can be from the rotation of its quaternion: at most 4.3 times the distortion, and some roundings (docs/decisions/0056). */
@inline
export function misfitOf(distortion: f64): f64 {
  return 5 * distortion + 1e-14;
}

/** Of two joints the number `at` bytes into each, which is the first of 16 bytes: `evenOf`, or the second: `oddOf`. */
@inline
function evenOf(m: usize, p: usize, at: usize): v128 {
  return v128.shuffle<i64>(v128.load(m + at), v128.load(p + at), 0, 2);
}
@inline
function oddOf(m: usize, p: usize, at: usize): v128 {
  return v128.shuffle<i64>(v128.load(m + at), v128.load(p + at), 1, 3);
}

@inline
function square(x: v128): v128 {
  return f64x2.mul(x, x);
}

/** How much the sum of three squares differs from 1. */
@inline
function differFrom1(x: v128, y: v128, z: v128): v128 {
  return f64x2.abs(f64x2.sub(f64x2.add(f64x2.add(square(x), square(y)), square(z)), f64x2.splat(1)));
}

/** How far two columns are from a right angle. */
@inline
function product(x: v128, y: v128, z: v128, otherX: v128, otherY: v128, otherZ: v128): v128 {
  return f64x2.abs(f64x2.add(f64x2.add(f64x2.mul(x, otherX), f64x2.mul(y, otherY)), f64x2.mul(z, otherZ)));
}

/** 1 and the numbers of the diagonal, the last two added or subtracted. */
@inline
function difference(x: v128, y: v128, z: v128): v128 {
  return f64x2.sub(f64x2.sub(f64x2.add(f64x2.splat(1), x), y), z);
}

/**
 * Makes the quaternions of all joints in `rows`, two at a time, and measures how far they are from rotations: `poseQuaternions` of deform/posed-joints.ts. They are the same numbers, to the last bit:
 * each of the four ways to find one is computed, and that is chosen which is taken there. The last joint of an odd number goes with itself. Returns the largest distortion, which is Infinity if there is a reflection.
 */
export function poseQuaternions(collider: Collider): f64 {
  const last = collider.rows + (<usize>collider.jointCount << 7) - 128;
  let out = collider.quaternions;
  let largest = f64x2.splat(0);
  for (let m = collider.rows; m <= last; m += 256) {
    const p = m == last ? m : m + 128;
    const xx = evenOf(m, p, 0);
    const yy = oddOf(m, p, 32);
    const zz = evenOf(m, p, 80);
    const m6 = evenOf(m, p, 48);
    const m9 = oddOf(m, p, 64);
    const turnX = f64x2.sub(m9, m6);
    const yz = f64x2.add(m6, m9);
    const m2 = evenOf(m, p, 16);
    const m8 = evenOf(m, p, 64);
    const turnY = f64x2.sub(m2, m8);
    const xz = f64x2.add(m2, m8);
    const m1 = oddOf(m, p, 0);
    const m4 = evenOf(m, p, 32);
    const turnZ = f64x2.sub(m4, m1);
    const xy = f64x2.add(m1, m4);
    const trace = f64x2.add(f64x2.add(xx, yy), zz);
    const whole = f64x2.add(f64x2.add(f64x2.add(f64x2.splat(1), xx), yy), zz);
    const isW = f64x2.gt(trace, f64x2.splat(0));
    const isX = v128.and(f64x2.gt(xx, yy), f64x2.gt(xx, zz));
    const isY = f64x2.gt(yy, zz);
    let x = v128.bitselect(turnX, v128.bitselect(difference(xx, yy, zz), v128.bitselect(xy, xz, isY), isX), isW);
    let y = v128.bitselect(turnY, v128.bitselect(xy, v128.bitselect(difference(yy, xx, zz), yz, isY), isX), isW);
    let z = v128.bitselect(turnZ, v128.bitselect(xz, v128.bitselect(yz, difference(zz, xx, yy), isY), isX), isW);
    let w = v128.bitselect(whole, v128.bitselect(turnX, v128.bitselect(turnY, turnZ, isY), isX), isW);
    const squares = f64x2.add(f64x2.add(f64x2.add(square(x), square(y)), square(z)), square(w));
    const scale = f64x2.div(f64x2.splat(1), f64x2.sqrt(squares));
    x = f64x2.mul(x, scale);
    y = f64x2.mul(y, scale);
    z = f64x2.mul(z, scale);
    w = f64x2.mul(w, scale);
    const q = out + ((p - m) >> 2);
    v128.store(out, v128.shuffle<i64>(x, y, 0, 2));
    v128.store(out, v128.shuffle<i64>(z, w, 0, 2), 16);
    v128.store(q, v128.shuffle<i64>(x, y, 1, 3));
    v128.store(q, v128.shuffle<i64>(z, w, 1, 3), 16);
    out += 64;

    const minorX = f64x2.sub(f64x2.mul(yy, zz), f64x2.mul(m6, m9));
    const minorY = f64x2.sub(f64x2.mul(m4, zz), f64x2.mul(m6, m8));
    const minorZ = f64x2.sub(f64x2.mul(m4, m9), f64x2.mul(yy, m8));
    const determinant = f64x2.add(f64x2.sub(f64x2.mul(xx, minorX), f64x2.mul(m1, minorY)), f64x2.mul(m2, minorZ));
    const farthest = f64x2.max(f64x2.max(differFrom1(xx, m4, m8), differFrom1(m1, yy, m9)), differFrom1(m2, m6, zz));
    const across = f64x2.add(f64x2.add(farthest, product(xx, m4, m8, m1, yy, m9)), product(xx, m4, m8, m2, m6, zz));
    let distortion = f64x2.add(across, product(m1, yy, m9, m2, m6, zz));
    distortion = v128.bitselect(distortion, f64x2.splat(Infinity), f64x2.gt(determinant, f64x2.splat(0)));
    v128.store64_lane(m, distortion, 0, DISTORTION);
    v128.store64_lane(p, distortion, 1, DISTORTION);
    largest = f64x2.max(largest, distortion);
  }
  return max<f64>(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
}
