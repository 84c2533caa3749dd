import { MOST_MIXING, poseBend } from './bends';
import { DISTORTION, misfitOf, RIGID_TOLERANCE } from './quaternions';
import { Collider, DUAL_QUATERNION } from './records';
import { CoarseBend, FourEdges, FourSets, JointSet, PosedEdge, PosedSet, SkeletonEdge } from './set-records';

/*
 * Bends of all sets at once, from the edges of the skeleton (deform/coarse-bend.ts), four sets side by side in float32. All numbers are sums and products of numbers that are not negative, so a hundred
 * roundings make none of them less by more than their share; what underflows on the way is far below `UNDERFLOW`.
 */
const ROUNDED_UP: f32 = 1.00001;
const UNDERFLOW: f32 = 1e-37;

/** Chord and mismatch of the edge above each joint, as in deform/coarse-bend.ts, but float32; returns the largest misfit. */
function measureEdges(collider: Collider): f64 {
  const edges = collider.shape.edges;
  const jointCount = <usize>collider.jointCount;
  const quaternions = collider.quaternions;
  const least = f64x2(1e-15, 0);
  const slack = f64x2(0, 1e-14 * collider.magnitude);
  let distortion: f64 = 0;
  let out = collider.chords;
  for (let j: usize = 0; j < jointCount; j++, out += offsetof<PosedEdge>()) {
    const edge = changetype<SkeletonEdge>(edges + j * offsetof<SkeletonEdge>());
    const row = collider.rows + (j << 7);
    const isRigid = load<f64>(row, DISTORTION) < RIGID_TOLERANCE;
    if (isRigid) distortion = max<f64>(distortion, load<f64>(row, DISTORTION));
    if (edge.parent < 0) continue;
    const parent = <usize>edge.parent;
    if (!isRigid || !(load<f64>(collider.rows + (parent << 7), DISTORTION) < RIGID_TOLERANCE)) {
      changetype<PosedEdge>(out).chord = Infinity;
      continue;
    }
    const p = quaternions + (j << 5);
    const q = quaternions + (parent << 5);
    const products = f64x2.add(f64x2.mul(v128.load(p), v128.load(q)), f64x2.mul(v128.load(p, 16), v128.load(q, 16)));
    const product = abs<f64>(f64x2.extract_lane(products, 0) + f64x2.extract_lane(products, 1));
    const xy = junctionApart(collider.columns + (j << 7), collider.columns + (parent << 7), edge);
    const z = junctionApart(collider.columns + (j << 7) + 16, collider.columns + (parent << 7) + 16, edge);
    const squares = f64x2.mul(xy, xy);
    const height = f64x2.extract_lane(z, 0);
    const mismatch = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + height * height;
    const both = f64x2.add(f64x2.sqrt(f64x2.add(f64x2(max<f64>(0, 2 - 2 * product), mismatch), least)), slack);
    v128.store64_lane(out, f32x4.demote_f64x2_zero(both), 0);
  }
  changetype<PosedEdge>(out + offsetof<PosedEdge>()).chord = Infinity;
  return misfitOf(distortion);
}

/** Two coordinates of the image of the junction of an edge under one joint (its columns), less those under the other. */
@inline
function junctionApart(m: usize, p: usize, edge: SkeletonEdge): v128 {
  return f64x2.add(
    f64x2.add(
      f64x2.add(
        f64x2.mul(f64x2.sub(v128.load(m), v128.load(p)), f64x2.splat(edge.x)),
        f64x2.mul(f64x2.sub(v128.load(m, 32), v128.load(p, 32)), f64x2.splat(edge.y)),
      ),
      f64x2.mul(f64x2.sub(v128.load(m, 64), v128.load(p, 64)), f64x2.splat(edge.z)),
    ),
    f64x2.sub(v128.load(m, 96), v128.load(p, 96)),
  );
}

@inline
function times(x: f32, y: v128): v128 {
  return f32x4.mul(f32x4.splat(x), y);
}

@inline
function plus(x: f32, y: v128): v128 {
  return f32x4.add(f32x4.splat(x), y);
}

/**
 * Bounds the bends of all sets, as deform/coarse-bend.ts does. From the middle of the longest way between two joints, along chords, no quaternion is farther than half of
 * all chords of the set together: a spread may be measured from there. Spreads of at most 1/4 are put in where they divide: so a set takes no root and no division. Sets of which this tells nothing are bounded by
 * `poseBend`. Returns how far any vertex can be moved. Cost: some 3 ns a set.
 */
export function poseBends(collider: Collider): f64 {
  const shape = collider.shape;
  const isDual = shape.skinning == DUAL_QUATERNION;
  const misfit = <f32>measureEdges(collider);
  const reach = <f32>collider.reach;
  const magnitude = <f32>collider.magnitude;
  let out = collider.coarseBends;
  let most = f32x4.splat(0);
  let mostRest = most;
  let worst: f64 = 0;
  let at = shape.fours;
  for (let first: u32 = 0; first < shape.setCount; first += 4) {
    const four = changetype<FourSets>(at);
    at += offsetof<FourSets>();
    let turn = f32x4.splat(0);
    let apart = f32x4.splat(0);
    for (const end = at + four.edgeCount * offsetof<FourEdges>(); at < end; at += offsetof<FourEdges>()) {
      const upper = v128.load64_lane(edgeAt(collider, at, 4), v128.load64_zero(edgeAt(collider, at, 0)), 1);
      const lower = v128.load64_lane(edgeAt(collider, at, 12), v128.load64_zero(edgeAt(collider, at, 8)), 1);
      const chord = v128.shuffle<i32>(upper, lower, 0, 2, 4, 6);
      turn = f32x4.add(turn, chord);
      const way = f32x4.mul(times(2, plus(misfit, chord)), v128.load(at, offsetof<FourEdges>('distance')));
      apart = f32x4.add(apart, f32x4.add(way, v128.shuffle<i32>(upper, lower, 1, 3, 5, 7)));
    }
    const reference = v128.load(changetype<usize>(four), offsetof<FourSets>('referenceLength'));
    const rounding = v128.load(changetype<usize>(four), offsetof<FourSets>('rounding'));
    const spread = plus(1e-15, times(0.2501, f32x4.mul(turn, turn)));
    const root = plus(4e-8, times(0.5001, turn));
    let images: v128;
    let bend: v128;
    let about: v128;
    if (isDual) {
      images = plus(1e-15 * magnitude, f32x4.add(apart, times(2 * misfit, reference)));
      bend = f32x4.mul(times(1.3334, spread), plus(2, times(4, root)));
      about = f32x4.mul(times(0.6667, images), f32x4.add(root, spread));
    } else {
      const span = v128.load(changetype<usize>(four), offsetof<FourSets>('span'));
      images = plus(1e-15 * magnitude, f32x4.mul(span, apart));
      bend = times(2.6667, spread);
      const turned = f32x4.add(times(1.3334, spread), times(0.77, root));
      about = f32x4.mul(times(1.001 * (1.4143 + 120 * misfit), images), turned);
    }
    const reaches = plus(reach, reference);
    const away = f32x4.add(plus(magnitude, reaches), times(41, images));
    const rest = f32x4.add(times(misfit, f32x4.add(reaches, times(42, images))), f32x4.mul(rounding, away));
    const isKnown = f32x4.le(spread, f32x4.splat(0.25));
    bend = v128.bitselect(times(ROUNDED_UP, bend), f32x4.splat(Infinity), isKnown);
    about = v128.bitselect(times(ROUNDED_UP, about), f32x4.splat(Infinity), isKnown);
    v128.store(out, v128.shuffle<i32>(bend, about, 0, 4, 1, 5));
    v128.store(out, v128.shuffle<i32>(bend, about, 2, 6, 3, 7), 16);
    out += 4 * offsetof<CoarseBend>();
    const far = f32x4.mul(bend, v128.load(changetype<usize>(four), offsetof<FourSets>('reach')));
    const moved = f32x4.add(f32x4.add(far, times(MOST_MIXING, about)), rest);
    const isFinite = f32x4.lt(moved, f32x4.splat(Infinity));
    most = f32x4.pmax(most, v128.and(moved, isFinite));
    mostRest = f32x4.pmax(mostRest, v128.and(rest, isFinite));
    const finite = i32x4.bitmask(isFinite);
    for (let k = first; k < min<u32>(first + 4, shape.setCount); k++) {
      if ((finite >> (k - first)) & 1) continue;
      const set = changetype<JointSet>(shape.sets + k * offsetof<JointSet>());
      const posed = changetype<PosedSet>(collider.sets + <usize>set.posed);
      poseBend(collider, set, posed);
      const farthest = posed.bend * set.reach + MOST_MIXING * posed.bendAbout + posed.bendRest;
      worst = worst < farthest ? farthest : worst + 0 * farthest; // NaN if any of them is
    }
  }
  collider.bendRest = ROUNDED_UP * largest(mostRest) + UNDERFLOW;
  return ROUNDED_UP * max<f64>(worst, <f64>largest(most)) + collider.bendRest;
}

/** The largest of four numbers. */
@inline
function largest(x: v128): f32 {
  const pair = f32x4.pmax(x, v128.shuffle<i32>(x, x, 2, 3, 0, 1));
  return max<f32>(f32x4.extract_lane(pair, 0), f32x4.extract_lane(pair, 1));
}

/** The posed edge that a `FourEdges` names `k` bytes from its beginning. */
@inline
function edgeAt(collider: Collider, edges: usize, k: usize): usize {
  return collider.chords + <usize>load<u32>(edges + k);
}
