import { restOfBend, widen } from './bends';
import { narrow } from './boxes';
import { poseSet, quaternionProduct } from './joint-sets';
import { DISTORTION, misfitOf } from './quaternions';
import { Collider, DUAL_QUATERNION } from './records';
import { rowsOf } from './rotation-center';
import { Bend, JointSet, PosedSet, SetJoint, Turn } from './set-records';

/** More than float32 may lose where turns are made and multiplied by boxes, as a share of how far vertices, reference and centre are from the origin: docs/decisions/0056. */
export const NARROW: f64 = 1.6e-5;

/** Whether the turns of a set are known: spreads beyond that make them grow too much, and leave too much beside. */
const MOST_SPREAD: f64 = 0.25;

/**
 * Half way between any two joints of a set, where blending quaternions takes a vertex u (relative to the reference), seen from where linear blending does: affine maps B_kl. Any vertex of the set is
 * bent by sum 4 w_k w_l B_kl u, times at most `growth`; and besides by what `residual`, `residualAbout` and `residualRest` say (docs/decisions/0034).
 */
export function poseTurns(collider: Collider, set: JointSet, posed: PosedSet): void {
  posed.turnEpoch = collider.epoch;
  const isDual = collider.shape.skinning == DUAL_QUATERNION;
  const n = <usize>set.joints;
  poseSet(collider, set);
  if (posed.isRigid == 0) {
    posed.growth = STRAIGHT;
    return;
  }
  // The reference, seen from the centre of rotation.
  const x = isDual ? 0 : set.referenceX - posed.centerX;
  const y = isDual ? 0 : set.referenceY - posed.centerY;
  const z = isDual ? 0 : set.referenceZ - posed.centerZ;
  const cx = f32x4.splat(<f32>x);
  const cy = f32x4.splat(<f32>y);
  const cz = f32x4.splat(<f32>z);
  const joints = changetype<usize>(posed) + offsetof<PosedSet>();
  let turn = joints + n * offsetof<SetJoint>();
  let least: f64 = 1;
  let total: f64 = 0;
  let misfit: f64 = 0;
  let images: f64 = 0;
  for (let k: usize = 0; k < n; k++) {
    const p = joints + k * offsetof<SetJoint>();
    const rowK = rowsOf(collider.rows, set.members, k);
    misfit = max<f64>(misfit, misfitOf(load<f64>(rowK, DISTORTION)));
    for (let l = k + 1; l < n; l++) {
      const q = joints + l * offsetof<SetJoint>();
      const rowL = rowsOf(collider.rows, set.members, l);
      const product = quaternionProduct(p, q);
      least = min<f64>(least, product);
      total += 2 - 2 * product;
      const xy = f64x2.add(v128.load(p), v128.load(q));
      const zw = f64x2.add(v128.load(p, 16), v128.load(q, 16));
      const squares = f64x2.add(f64x2.mul(xy, xy), f64x2.mul(zw, zw));
      const root = sqrt<f64>(2 / (f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1)));
      storeTurn(turn, narrow(xy, zw), <f32>root, narrowOf(collider, set, k), narrowOf(collider, set, l));
      if (isDual) images = max<f64>(images, storeShift(turn, set, p, q, rowK, rowL, product));
      else {
        const shift = f32x4.add(
          f32x4.add(f32x4.mul(v128.load(turn), cx), f32x4.mul(v128.load(turn, 16), cy)),
          f32x4.mul(v128.load(turn, 32), cz),
        );
        v128.store(turn, shift, 48);
      }
      turn += offsetof<Turn>();
    }
  }
  // A quaternion is from the mean of n, squared, its mean squared distance from all less half the mean over all pairs; no distance is above that of the farthest two.
  const count = <f64>set.joints;
  const farthest = 2 - 2 * least + 1e-14;
  const spread = n == 2 ? 0.25 * farthest : min<f64>(farthest, ((count - 1) / count) * farthest - total / (count * count) + 1e-14);
  if (!(least > 0 && spread <= MOST_SPREAD)) {
    posed.growth = SPREAD_OUT;
    return;
  }
  const reach = collider.reach + set.referenceLength;
  const growth = 1 / (1 - spread);
  posed.growth = <f32>(n == 2 ? 1.000001 : growth * 1.000001);
  if (isDual) {
    const apart = sqrt<f64>(images) + 2 * misfit * set.referenceLength + 1e-14 * collider.magnitude;
    posed.residual = (n == 2 ? 2 : 4) * spread * sqrt<f64>(spread) * growth;
    posed.residualAbout = apart * spread * growth;
    posed.residualRest = NARROW * apart + 4 * misfit * reach + restOfBend(collider, set, apart, misfit);
    return;
  }
  const offset = sqrt<f64>(x * x + y * y + z * z);
  posed.residual = (n == 2 ? 1 : 2) * sqrt<f64>(farthest) * spread * growth;
  posed.residualAbout = posed.residual * offset;
  posed.residualRest = NARROW * offset + 4 * misfit * (reach + offset) + restOfBend(collider, set, offset, misfit);
}

/** In `PosedSet.growth`: joints are not blended by quaternions; or are turned too far from each other for turns to tell much. */
export const STRAIGHT: f32 = 0;
export const SPREAD_OUT: f32 = -1;

/** The columns of a joint in float32. */
@inline
function narrowOf(collider: Collider, set: JointSet, k: usize): usize {
  return rowsOf(collider.narrowColumns, set.members, k);
}

/**
 * Writes the three columns of a turn: of the rotation by a quaternion q, given in float32 and not of length 1, less the mean of two joints. With v the vector and w the real part of q times `root`,
 * the root of 2 / |q|^2, the column of axis i is e_i (1 - v.v) + v_i v + w (v x e_i).
 */
@inline
function storeTurn(turn: usize, quaternion: v128, root: f32, m: usize, p: usize): void {
  const q = f32x4.mul(quaternion, f32x4.splat(root));
  const x = f32x4.extract_lane(q, 0);
  const y = f32x4.extract_lane(q, 1);
  const z = f32x4.extract_lane(q, 2);
  const w = f32x4.extract_lane(q, 3);
  const rest: f32 = 1 - (x * x + y * y + z * z);
  const half = f32x4.splat(0.5);
  const column0 = f32x4.add(f32x4.mul(q, f32x4.splat(x)), f32x4(rest, w * z, -(w * y), 0));
  const column1 = f32x4.add(f32x4.mul(q, f32x4.splat(y)), f32x4(-(w * z), rest, w * x, 0));
  const column2 = f32x4.add(f32x4.mul(q, f32x4.splat(z)), f32x4(w * y, -(w * x), rest, 0));
  v128.store(turn, f32x4.sub(column0, f32x4.mul(half, f32x4.add(v128.load(m), v128.load(p)))));
  v128.store(turn, f32x4.sub(column1, f32x4.mul(half, f32x4.add(v128.load(m, 16), v128.load(p, 16)))), 16);
  v128.store(turn, f32x4.sub(column2, f32x4.mul(half, f32x4.add(v128.load(m, 32), v128.load(p, 32)))), 32);
}

/** Under dual quaternions the reference itself is bent by (y_k - y_l) x vec(q_k conj(q_l)) / 2 (1 + q_k.q_l), y being its images. Returns how far these are apart, squared. */
function storeShift(turn: usize, set: JointSet, p: usize, q: usize, rowK: usize, rowL: usize, product: f64): f64 {
  const x = imageApart(rowK, rowL, set.referenceX, set.referenceY, set.referenceZ);
  const y = imageApart(rowK + 32, rowL + 32, set.referenceX, set.referenceY, set.referenceZ);
  const z = imageApart(rowK + 64, rowL + 64, set.referenceX, set.referenceY, set.referenceZ);
  const px = load<f64>(p);
  const py = load<f64>(p, 8);
  const pz = load<f64>(p, 16);
  const pw = load<f64>(p, 24);
  const qx = load<f64>(q);
  const qy = load<f64>(q, 8);
  const qz = load<f64>(q, 16);
  const qw = load<f64>(q, 24);
  const ix = px * qw - pw * qx - (py * qz - pz * qy);
  const iy = py * qw - pw * qy - (pz * qx - px * qz);
  const iz = pz * qw - pw * qz - (px * qy - py * qx);
  const s = 0.5 / (1 + product);
  const shift = f32x4(<f32>(s * (y * iz - z * iy)), <f32>(s * (z * ix - x * iz)), <f32>(s * (x * iy - y * ix)), 0);
  v128.store(turn, shift, 48);
  return x * x + y * y + z * z;
}

/** One coordinate of the image of a point under one row of a joint, less that under another. */
@inline
export function imageApart(m: usize, base: usize, x: f64, y: f64, z: f64): f64 {
  return (
    load<f64>(m) * x + load<f64>(m, 8) * y + load<f64>(m, 16) * z + load<f64>(m, 24) -
    (load<f64>(base) * x + load<f64>(base, 8) * y + load<f64>(base, 16) * z + load<f64>(base, 24))
  );
}

/** Widens `collider.bent` by the box of what turns, mixed and grown, make of the vertices of a bend, and by `rest` around that. */
export function boundTurns(collider: Collider, set: JointSet, posed: PosedSet, bend: Bend, rest: f32): void {
  const at = changetype<usize>(bend);
  const n = <usize>set.joints;
  const turns = changetype<usize>(posed) + offsetof<PosedSet>() + n * offsetof<SetJoint>();
  const x = v128.load_splat<f32>(at, offsetof<Bend>('x'));
  const y = v128.load_splat<f32>(at, offsetof<Bend>('y'));
  const z = v128.load_splat<f32>(at, offsetof<Bend>('z'));
  const halfX = v128.load_splat<f32>(at, offsetof<Bend>('halfX'));
  const halfY = v128.load_splat<f32>(at, offsetof<Bend>('halfY'));
  const halfZ = v128.load_splat<f32>(at, offsetof<Bend>('halfZ'));
  let turnedLow = f32x4.splat(0);
  let turnedHigh = f32x4.splat(0);
  for (let turn = turns, last = turns + ((n * (n - 1)) >> 1) * offsetof<Turn>(); turn < last; turn += offsetof<Turn>()) {
    const c0 = v128.load(turn);
    const c1 = v128.load(turn, 16);
    const c2 = v128.load(turn, 32);
    const middle = f32x4.add(
      f32x4.add(f32x4.mul(c0, x), f32x4.mul(c1, y)),
      f32x4.add(f32x4.mul(c2, z), v128.load(turn, 48)),
    );
    const half = f32x4.add(
      f32x4.add(f32x4.mul(f32x4.abs(c0), halfX), f32x4.mul(f32x4.abs(c1), halfY)),
      f32x4.mul(f32x4.abs(c2), halfZ),
    );
    turnedLow = f32x4.pmin(turnedLow, f32x4.sub(middle, half));
    turnedHigh = f32x4.pmax(turnedHigh, f32x4.add(middle, half));
  }
  const scale = f32x4.splat(bend.mixing * posed.growth);
  const around = f32x4.splat(rest);
  widen(collider, f32x4.sub(f32x4.mul(scale, turnedLow), around), f32x4.add(f32x4.mul(scale, turnedHigh), around));
}
