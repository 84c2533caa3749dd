import { DISTORTION, MISFIT, poseSet, quaternionOf, quaternionProduct, RIGID_TOLERANCE } from './joint-sets';
import { Collider, DUAL_QUATERNION } from './records';
import { rowsOf } from './rotation-center';
import { Bend, CoarseBend, JointSet, MOST_TURNED, PosedSet, SetEdge, SkeletonEdge } from './set-records';
import { boundTurns, imageApart, NARROW, poseTurns, SPREAD_OUT, STRAIGHT } from './turns';

/*
 * How far blending quaternions moves a vertex from where linear blending would put it: at most bend * (its mixed distance from the set's reference point) + offset.
 * deform/spherical-bend.ts and coarse-bend.ts prove it for spherical blending, docs/decisions/0034 for dual quaternions.
 */

/** One rounding of float64, times what errors of rotations grow by in spherical and dual quaternion blending (src/deform). */
const ROUNDOFF: f64 = 1.1102230246251565e-16;
const SPHERICAL_AMPLIFICATION: f64 = 32;
const DUAL_AMPLIFICATION: f64 = 256;

/** Rounding a bend to float32 cannot make it less, nor can multiplying and adding. */
const ROUNDED_UP: f64 = 1.000001;

/** `skinningSlack` of math/rounding.ts. */
@inline
function skinningSlack(joints: f64, magnitude: f64): f64 {
  return (64 + 16 * joints) * ROUNDOFF * magnitude;
}

/** What rounding and joints that are rotations only nearly may add to a bend; `images` is how far images of the reference are apart, or less than 41 of these are from the centre. */
@inline
export function restOfBend(collider: Collider, set: JointSet, images: f64, misfit: f64): f64 {
  const reach = collider.reach + set.referenceLength;
  const joints = <f64>set.joints;
  if (collider.shape.skinning == DUAL_QUATERNION) {
    return misfit * reach + DUAL_AMPLIFICATION * skinningSlack(joints, 2 * (collider.magnitude + reach));
  }
  return misfit * reach + SPHERICAL_AMPLIFICATION * skinningSlack(joints, 2 * (collider.magnitude + reach + 41 * images));
}

/** Chord and mismatch of the edge above each joint, as in deform/coarse-bend.ts; returns the largest misfit. */
function measureEdges(collider: Collider): f64 {
  const edges = collider.shape.edges;
  const rows = collider.rows;
  const quaternions = collider.quaternions;
  let misfit: f64 = 0;
  for (let j: usize = 0; j < <usize>collider.jointCount; j++) {
    const edge = changetype<SkeletonEdge>(edges + j * offsetof<SkeletonEdge>());
    const m = rows + (j << 7);
    const isRigid = load<f64>(m, DISTORTION) < RIGID_TOLERANCE;
    if (isRigid && load<f64>(m, MISFIT) > misfit) misfit = load<f64>(m, MISFIT);
    if (edge.parent < 0) continue;
    const p = rows + (<usize>edge.parent << 7);
    const out = collider.chords + (j << 4);
    if (!isRigid || !(load<f64>(p, DISTORTION) < RIGID_TOLERANCE)) {
      store<f64>(out, Infinity);
      store<f64>(out, 0, 8);
      continue;
    }
    const product = quaternionProduct(quaternions + (j << 5), quaternions + (<usize>edge.parent << 5));
    const dx = subtractRows(m, p, edge);
    const dy = subtractRows(m + 32, p + 32, edge);
    const dz = subtractRows(m + 64, p + 64, edge);
    store<f64>(out, sqrt<f64>(max<f64>(0, 2 - 2 * abs<f64>(product)) + 1e-15));
    store<f64>(out, sqrt<f64>(dx * dx + dy * dy + dz * dz) + 1e-14 * collider.magnitude, 8);
  }
  return misfit;
}

@inline
function subtractRows(m: usize, p: usize, edge: SkeletonEdge): f64 {
  return (
    (load<f64>(m) - load<f64>(p)) * edge.x +
    (load<f64>(m, 8) - load<f64>(p, 8)) * edge.y +
    (load<f64>(m, 16) - load<f64>(p, 16)) * edge.z +
    (load<f64>(m, 24) - load<f64>(p, 24))
  );
}

/**
 * Bounds the bends of all sets from the edges of the skeleton, as deform/coarse-bend.ts does. From the middle of the longest way between two joints, along chords, no quaternion is farther than half of
 * all chords of the set together: a spread may be measured from there. Spreads of at most 1/4 are put in where they divide: so a set takes no root and no division. Sets of which this tells nothing are bounded by `poseBend`. Returns how far any vertex can be moved.
 */
export function poseBends(collider: Collider): f64 {
  const shape = collider.shape;
  const isDual = shape.skinning == DUAL_QUATERNION;
  const chords = collider.chords;
  const misfit = measureEdges(collider);
  const end = shape.sets + shape.setCount * offsetof<JointSet>();
  let worst: f64 = 0;
  let out = collider.coarseBends - offsetof<CoarseBend>();
  for (let at = shape.sets; at < end; at += offsetof<JointSet>()) {
    const set = changetype<JointSet>(at);
    out += offsetof<CoarseBend>();
    if (set.joints == 1) continue;
    let bend: f64 = Infinity;
    let offset: f64 = Infinity;
    let turn: f64 = 0;
    let apart: f64 = 0;
    const lastEdge = set.edges + set.edgeCount * offsetof<SetEdge>();
    for (let e = set.edges; e < lastEdge; e += offsetof<SetEdge>()) {
      const chord = chords + <usize>changetype<SetEdge>(e).edge;
      turn += load<f64>(chord);
      apart += (2 * load<f64>(chord) + 2 * misfit) * changetype<SetEdge>(e).distance + load<f64>(chord, 8);
    }
    const spread = 0.25 * turn * turn * 1.0001 + 1e-15;
    const root = 0.5 * turn * 1.0001 + 4e-8;
    let moved: f64;
    if (set.edgeCount > 0 && spread <= 0.25) {
      if (isDual) {
        const images = apart + 2 * misfit * set.referenceLength + 1e-15 * collider.magnitude;
        bend = 1.3334 * spread * (2 + 4 * root);
        offset = 1.3334 * images * (root + spread) + restOfBend(collider, set, images, misfit);
      } else {
        const images = set.span * apart + 1e-15 * collider.magnitude;
        const turned = 1.3334 * spread + 1.54 * root;
        bend = 2.6667 * spread;
        offset =
          1.001 * images * ((1.4143 + 120 * misfit) * turned + 41 * misfit) + restOfBend(collider, set, images, misfit);
      }
      moved = bend * set.reach + offset;
    } else if (set.edgeCount > 0 && apart < Infinity && !isDual) {
      // No two rotations of a vector are farther apart than twice its length, nor is the centre farther from the reference than 41 times how far apart its images are.
      moved = 2.01 * (collider.reach + set.referenceLength + 41 * set.span * apart + collider.magnitude);
    } else {
      const posed = changetype<PosedSet>(collider.sets + <usize>set.posed);
      poseBend(collider, set, posed);
      moved = posed.bend * set.reach + posed.bendOffset;
    }
    changetype<CoarseBend>(out).bend = <f32>(bend * ROUNDED_UP);
    changetype<CoarseBend>(out).offset = <f32>(offset * ROUNDED_UP);
    worst = worst < moved ? moved : worst + 0 * moved; // NaN if any of them is
  }
  return worst;
}

/** The bend of one set in the current pose, from all its joints: `poseBend` of deform/spherical-bend.ts, and its like for dual quaternions. */
function poseBend(collider: Collider, set: JointSet, posed: PosedSet): void {
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
  let misfit = load<f64>(base, MISFIT);
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
    misfit = max<f64>(misfit, load<f64>(m, MISFIT));
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
    posed.bendOffset = 0;
    return;
  }
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
    posed.bendOffset =
      spread < 0.5 ? (images * (root + spread)) / (1 - spread) + restOfBend(collider, set, images, misfit) : Infinity;
    return;
  }
  const deviation = squares - (yx * yx + yy * yy + yz * yz) / count;
  const images = sqrt<f64>(max<f64>(0, deviation)) + 1e-15 * collider.magnitude;
  posed.bend = spread < 0.5 ? (2 * spread) / (1 - spread) : 4 * spread;
  if (spread <= 0.25) {
    const turned = (spread + sqrt<f64>(spread / (1 - spread))) / (1 - spread);
    posed.bendOffset =
      1.001 * images * ((1.4143 + 120 * misfit) * turned + 41 * misfit) + restOfBend(collider, set, images, misfit);
    return;
  }
  poseSet(collider, set);
  const x = posed.centerX - rx;
  const y = posed.centerY - ry;
  const z = posed.centerZ - rz;
  const offset = sqrt<f64>(x * x + y * y + z * z);
  posed.bendOffset = min<f64>(2, posed.bend) * offset + misfit * offset + restOfBend(collider, set, offset, misfit);
}

/**
 * Bounds where the vertices of a node can be, seen from where linear blending would put them: writes a box that holds 0 to `collider.bent`. `bends` up to `end` are the sets of the node. Bounds of at most
 * `little` are not looked at more closely: these are the same in all directions.
 */
export function boundBends(collider: Collider, bends: usize, end: usize, little: f32): void {
  const sets = collider.shape.sets;
  const coarseBends = collider.coarseBends;
  let most: f32 = 0;
  let low = f32x4.splat(0);
  let high = f32x4.splat(0);
  for (let at = bends; at < end; at += offsetof<Bend>()) {
    const number = <usize>changetype<Bend>(at).set;
    const coarse = changetype<CoarseBend>(coarseBends + number * offsetof<CoarseBend>());
    let moved = coarse.bend * changetype<Bend>(at).reach + coarse.offset;
    if (!(moved <= little)) {
      const set = changetype<JointSet>(sets + number * offsetof<JointSet>());
      const posed = changetype<PosedSet>(collider.sets + <usize>set.posed);
      const reach = <f64>changetype<Bend>(at).reach;
      const mixing = changetype<Bend>(at).mixing;
      const isTurned = mixing >= 0 && set.joints <= MOST_TURNED;
      if (isTurned && posed.turnEpoch != collider.epoch) poseTurns(collider, set, posed);
      if (!isTurned || posed.growth == SPREAD_OUT) {
        poseBend(collider, set, posed);
        moved = <f32>((posed.bend * reach + posed.bendOffset) * ROUNDED_UP);
      } else if (posed.growth == STRAIGHT) moved = 0;
      else {
        const narrow = NARROW * (collider.reach + collider.magnitude + set.referenceLength);
        const rest = f32x4.splat(<f32>(posed.residual * reach + posed.residualOffset + narrow));
        boundTurns(collider, set, posed, changetype<Bend>(at));
        low = f32x4.pmin(low, f32x4.sub(v128.load(collider.bent), rest));
        high = f32x4.pmax(high, f32x4.add(v128.load(collider.bent, 16), rest));
        moved = 0;
      }
    }
    most = most < moved ? moved : most + 0 * moved;
  }
  const isotropic = f32x4.splat(most);
  v128.store(collider.bent, f32x4.pmin(low, f32x4.neg(isotropic)));
  v128.store(collider.bent, f32x4.pmax(high, isotropic), 16);
}
