import { poseSet, quaternionOf, quaternionProduct } from './joint-sets';
import { DISTORTION, misfitOf, RIGID_TOLERANCE } from './quaternions';
import { Collider, DUAL_QUATERNION, Shape } from './records';
import { rowsOf } from './rotation-center';
import { Bend, BentRecord, FourReaches, JointSet, MOST_TURNED, PosedSet } from './set-records';
import { boundTurns, imageApart, NARROW, poseTurns, SPREAD_OUT, STRAIGHT } from './turns';

/*
 * How far blending quaternions moves a vertex from where linear blending would put it: at most bend * (its mixed distance from the set's reference point) + about * mixing + rest.
 * deform/spherical-bend.ts and coarse-bend.ts prove it for spherical blending, docs/decisions/0034 for dual quaternions, and 0056 that what they say of the reference itself is multiplied by how much a vertex mixes its joints.
 */

/** One rounding of float64, times what errors of rotations grow by in spherical and dual quaternion blending (src/deform). */
const ROUNDOFF: f64 = 1.1102230246251565e-16;
const SPHERICAL_AMPLIFICATION: f64 = 32;
const DUAL_AMPLIFICATION: f64 = 256;

/** Rounding a bend to float32 cannot make it less, nor can multiplying and adding. */
const ROUNDED_UP: f64 = 1.000001;

/** What rounding may add to a bend of so many joints, as a share of how far away vertices and images may be: `skinningSlack` of math/rounding.ts for twice that, amplified. */
export function roundingOfBends(shape: Shape, joints: f64): f64 {
  const amplification = shape.skinning == DUAL_QUATERNION ? DUAL_AMPLIFICATION : SPHERICAL_AMPLIFICATION;
  return 2 * amplification * (64 + 16 * joints) * ROUNDOFF;
}

/** What rounding and joints that are rotations only nearly may add to a bend; `images`: how far apart the images of the reference are; none is 41 times as far from the centre. */
@inline
export function restOfBend(collider: Collider, set: JointSet, images: f64, misfit: f64): f64 {
  const reach = collider.reach + set.referenceLength;
  const rounding = roundingOfBends(collider.shape, <f64>set.joints);
  return misfit * reach + rounding * (collider.magnitude + reach + 41 * images);
}

/** The bend of one set in the current pose, from all its joints: `poseBend` of deform/spherical-bend.ts, and its like for dual quaternions. */
export function poseBend(collider: Collider, set: JointSet, posed: PosedSet): void {
  if (posed.bendEpoch == collider.epoch) return;
  posed.bendEpoch = collider.epoch;
  const isDual = collider.shape.skinning == DUAL_QUATERNION;
  const rows = collider.rows;
  const rx = set.referenceX;
  const ry = set.referenceY;
  const rz = set.referenceZ;
  const n = <usize>set.joints;
  const base = rowsOf(rows, set.members, 0);
  const first = quaternionOf(collider, set, 0);
  let distortion = load<f64>(base, DISTORTION);
  let q0 = v128.load(first);
  let q1 = v128.load(first, 16);
  let yx: f64 = 0;
  let yy: f64 = 0;
  let yz: f64 = 0;
  let squares: f64 = 0;
  let farthest: f64 = 0;
  for (let k: usize = 1; k < n; k++) {
    const m = rowsOf(rows, set.members, k);
    distortion = max<f64>(distortion, load<f64>(m, DISTORTION));
    const q = quaternionOf(collider, set, k);
    const side = f64x2.splat(quaternionProduct(q, first) < 0 ? -1 : 1);
    q0 = f64x2.add(q0, f64x2.mul(side, v128.load(q)));
    q1 = f64x2.add(q1, f64x2.mul(side, v128.load(q, 16)));
    const dx = imageApart(m, base, rx, ry, rz);
    const dy = imageApart(m + 32, base + 32, rx, ry, rz);
    const dz = imageApart(m + 64, base + 64, rx, ry, rz);
    yx += dx;
    yy += dy;
    yz += dz;
    const squared = dx * dx + dy * dy + dz * dz;
    squares += squared;
    farthest = max<f64>(farthest, squared);
  }
  if (!(distortion < RIGID_TOLERANCE)) {
    posed.bend = 0; // skinned linearly
    posed.bendAbout = 0;
    posed.bendRest = 0;
    return;
  }
  const misfit = misfitOf(distortion);
  const qx = f64x2.extract_lane(q0, 0);
  const qy = f64x2.extract_lane(q0, 1);
  const qz = f64x2.extract_lane(q1, 0);
  const qw = f64x2.extract_lane(q1, 1);
  const count = <f64>set.joints;
  const length = (qx * qx + qy * qy + qz * qz + qw * qw) / (count * count);
  let least: f64 = Infinity;
  for (let k: usize = 0; k < n; k++) {
    const q = quaternionOf(collider, set, k);
    const product = load<f64>(q) * qx + load<f64>(q, 8) * qy + load<f64>(q, 16) * qz + load<f64>(q, 24) * qw;
    least = min<f64>(least, quaternionProduct(q, first) < 0 ? -product : product);
  }
  const spread = max<f64>(0, 1 + length - (2 * least) / count) + 1e-15;
  if (isDual) {
    const images =
      (n == 2 ? 1 : 2) * sqrt<f64>(farthest) + 2 * misfit * set.referenceLength + 1e-14 * collider.magnitude;
    const root = sqrt<f64>(spread);
    posed.bend = spread < 0.5 ? (spread * (2 + 4 * root)) / (1 - spread) : Infinity;
    posed.bendAbout = spread < 0.5 ? (0.5 * images * (root + spread)) / (1 - spread) : Infinity;
    posed.bendRest = restOfBend(collider, set, images, misfit);
    return;
  }
  const deviation = squares - (yx * yx + yy * yy + yz * yz) / count;
  const images = sqrt<f64>(max<f64>(0, deviation)) + 1e-15 * collider.magnitude;
  posed.bend = spread < 0.5 ? (2 * spread) / (1 - spread) : 4 * spread;
  if (spread <= 0.25) {
    const turned = (spread + 0.5 * sqrt<f64>(spread / (1 - spread))) / (1 - spread);
    posed.bendAbout = 1.001 * images * (1.4143 + 120 * misfit) * turned;
    posed.bendRest = 42 * images * misfit + restOfBend(collider, set, images, misfit);
    return;
  }
  poseSet(collider, set);
  const x = posed.centerX - rx;
  const y = posed.centerY - ry;
  const z = posed.centerZ - rz;
  const offset = sqrt<f64>(x * x + y * y + z * z);
  posed.bendAbout = posed.bend * offset;
  posed.bendRest = misfit * offset + restOfBend(collider, set, offset, misfit);
}

/** How far four sets of a node are bent at most, by the coarse bounds of the pose; `Collider.bendRest` comes besides. */
@inline
function coarseOf(coarseBends: usize, four: usize): v128 {
  const a = v128.load64_zero(coarseBends + <usize>load<u32>(four, offsetof<FourReaches>('bend')));
  const b = v128.load64_zero(coarseBends + <usize>load<u32>(four + 8, offsetof<FourReaches>('bend')));
  const upper = v128.load64_lane(coarseBends + <usize>load<u32>(four + 4, offsetof<FourReaches>('bend')), a, 1);
  const lower = v128.load64_lane(coarseBends + <usize>load<u32>(four + 12, offsetof<FourReaches>('bend')), b, 1);
  const bend = v128.shuffle<i32>(upper, lower, 0, 2, 4, 6);
  const about = v128.shuffle<i32>(upper, lower, 1, 3, 5, 7);
  const far = f32x4.mul(bend, v128.load(four, offsetof<FourReaches>('reach')));
  const near = f32x4.mul(about, v128.load(four, offsetof<FourReaches>('mixing')));
  return f32x4.add(far, near);
}

/**
 * How far any vertex of a node is from where linear blending would put it, at most, by the coarse bounds alone; perhaps NaN. `record` is what is known of the sets of the node. Numbers that are not negative are compared
 * by their bits: so NaN is more than any.
 */
@inline
export function mostBent(collider: Collider, record: usize): f32 {
  const coarseBends = collider.coarseBends;
  let most = i32x4.splat(0);
  const end = beginOfBends(record);
  for (let four = record + offsetof<BentRecord>(); four < end; four += offsetof<FourReaches>()) {
    most = i32x4.max_u(most, coarseOf(coarseBends, four));
  }
  most = i32x4.max_u(most, v128.shuffle<i32>(most, most, 2, 3, 0, 1));
  most = i32x4.max_u(most, v128.shuffle<i32>(most, most, 1, 0, 3, 2));
  return f32x4.extract_lane(most, 0) + collider.bendRest;
}

/**
 * Bounds where the vertices of a node can be, seen from where linear blending would put them: writes a box that holds 0 to `collider.bent`. Bounds of at most `little` are not looked at more
 * closely: these are the same in all directions.
 */
export function boundBends(collider: Collider, record: usize, little: f32): void {
  const sets = <i32>changetype<BentRecord>(record).sets;
  const widest = f32x4.splat(little);
  const rest = f32x4.splat(collider.bendRest);
  let most = f32x4.splat(0);
  let four = record + offsetof<BentRecord>();
  const bends = beginOfBends(record);
  v128.store(collider.bent, most);
  v128.store(collider.bent, most, 16);
  for (let first = 0; first < sets; first += 4, four += offsetof<FourReaches>()) {
    const moved = f32x4.add(coarseOf(collider.coarseBends, four), rest);
    const isLittle = f32x4.le(moved, widest);
    most = f32x4.pmax(most, v128.and(moved, isLittle));
    for (let close = ~i32x4.bitmask(isLittle) & 15; close != 0; close &= close - 1) {
      const k = first + ctz<i32>(close);
      if (k < sets) boundClosely(collider, changetype<Bend>(bends + <usize>k * offsetof<Bend>()));
    }
  }
  const isotropic = largest(most);
  widen(collider, f32x4.splat(-isotropic), f32x4.splat(isotropic));
}

/** The largest of four numbers. */
@inline
export function largest(x: v128): f32 {
  const pair = f32x4.pmax(x, v128.shuffle<i32>(x, x, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(pair, v128.shuffle<i32>(pair, pair, 1, 0, 3, 2)), 0);
}

/** Where the `Bend`s of a node begin, and where its record goes on behind them. */
@inline
export function beginOfBends(record: usize): usize {
  return record + offsetof<BentRecord>() + ((<usize>changetype<BentRecord>(record).sets + 3) >> 2) * offsetof<FourReaches>();
}
@inline
export function endOfBends(record: usize): usize {
  return beginOfBends(record) + changetype<BentRecord>(record).sets * offsetof<Bend>();
}

/** Makes `collider.bent` hold another box. NaN goes into it. */
@inline
export function widen(collider: Collider, low: v128, high: v128): void {
  v128.store(collider.bent, f32x4.min(v128.load(collider.bent), low));
  v128.store(collider.bent, f32x4.max(v128.load(collider.bent, 16), high), 16);
}

/** No vertex mixes its joints by more. */
export const MOST_MIXING: f32 = 2;

/** How much the vertices of a bend mix their joints, if that is not known as much as may be. */
@inline
export function mixingOf(bend: Bend): f32 {
  return bend.mixing < 0 ? MOST_MIXING : bend.mixing;
}

/** Widens `collider.bent` by the vertices of a set, bounded from all its joints in this pose. */
function boundClosely(collider: Collider, bend: Bend): void {
  const set = changetype<JointSet>(collider.shape.sets + <usize>bend.set);
  const posed = changetype<PosedSet>(collider.sets + <usize>set.posed);
  const reach = <f64>bend.reach;
  const mixing = <f64>mixingOf(bend);
  const isTurned = bend.mixing >= 0 && set.joints <= MOST_TURNED;
  if (isTurned && posed.turnEpoch != collider.epoch) poseTurns(collider, set, posed);
  if (!isTurned || posed.growth == SPREAD_OUT) {
    poseBend(collider, set, posed);
    const moved = <f32>((posed.bend * reach + posed.bendAbout * mixing + posed.bendRest) * ROUNDED_UP);
    widen(collider, f32x4.splat(-moved), f32x4.splat(moved));
  } else if (posed.growth != STRAIGHT) {
    const narrow = NARROW * (collider.reach + set.referenceLength);
    const residual = posed.residual * reach + posed.residualAbout * mixing + posed.residualRest;
    boundTurns(collider, set, posed, bend, <f32>(residual + narrow));
  }
}
