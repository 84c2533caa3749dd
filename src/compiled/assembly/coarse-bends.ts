import { largest, MOST_MIXING, poseBend } from './bends';
import { DISTORTION, misfitOf, RIGID_TOLERANCE } from './quaternions';
import { Collider, DUAL_QUATERNION } from './records';
import { CoarseBend, FourEdges, FourSets, JointSet, PosedEdge, PosedSet, SkeletonEdge } from './set-records';

/*
 * Bends of all sets at once, from the edges of the skeleton, four sets side by side in float32. All numbers are sums and products of numbers that are not negative, so a hundred
 * roundings make none of them less by more than their share; what underflows on the way is far below `UNDERFLOW`.
 *
 * Between two joints of a set quaternions differ by the sum of what they differ by along the edges between them, of lengths c. So V, the variance of the quaternions of a vertex, is at most h^2 with h = sum c s, s being by how
 * much each edge splits the vertex (pack-splits.ts); and images of the reference, z apart on the two sides of an edge, have a deviation of at most sum z s. From these come all bounds: docs/decisions/0060.
 */
const ROUNDED_UP: f32 = 1.00001;
const UNDERFLOW: f32 = 1e-37;

/**
 * Chord and mismatch of the edge above each joint, as in deform/coarse-bend.ts, but float32; returns the largest misfit. Along each axis of the mismatch, differences of joints and their products with the junction x lose at
 * most 12u (u = 2^-24) of stretch |x| + how far joints are from the origin of boxes, so 21u in length. Twice that is added.
 */
function measureEdges(collider: Collider): f64 {
  const edges = collider.shape.edges;
  const jointCount = <usize>collider.jointCount;
  const quaternions = collider.quaternions;
  const narrowColumns = collider.narrowColumns;
  const farthest = collider.stretch * <f64>collider.shape.farthestJunction + collider.offset;
  const least = f64x2(1e-15, 0);
  const slack = f64x2(0, 2.6e-6 * farthest);
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
    const apart = junctionApart(narrowColumns + (j << 7), narrowColumns + (parent << 7), changetype<usize>(edge));
    const xy = f64x2.promote_low_f32x4(apart); // so that no square underflows
    const z = <f64>f32x4.extract_lane(apart, 2);
    const squares = f64x2.mul(xy, xy);
    const mismatch = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + z * z;
    const both = f64x2.sqrt(f64x2.add(f64x2(max<f64>(0, 2 - 2 * product), mismatch), least));
    v128.store64_lane(out, f32x4.demote_f64x2_zero(f64x2.add(both, slack)), 0);
  }
  changetype<PosedEdge>(out + offsetof<PosedEdge>()).chord = Infinity;
  return misfitOf(distortion);
}

/** The image of the junction of an edge under one joint (its columns in float32), less that under the other. */
@inline
function junctionApart(m: usize, p: usize, edge: usize): v128 {
  const x = f32x4.mul(f32x4.sub(v128.load(m), v128.load(p)), v128.load_splat<f32>(edge, offsetof<SkeletonEdge>('x')));
  const y = f32x4.mul(f32x4.sub(v128.load(m, 16), v128.load(p, 16)), v128.load_splat<f32>(edge, offsetof<SkeletonEdge>('y')));
  const z = f32x4.mul(f32x4.sub(v128.load(m, 32), v128.load(p, 32)), v128.load_splat<f32>(edge, offsetof<SkeletonEdge>('z')));
  return f32x4.add(f32x4.add(x, y), f32x4.add(z, f32x4.sub(v128.load(m, 48), v128.load(p, 48))));
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
 * Bounds the bends of all sets. A variance of at most 1/4 is put in where it divides: so a set takes no root and no division. Where all chords of a set together are below sqrt(2), quaternions that are taken to one side
 * edge by edge are on that of the first as well. Sets of which this tells nothing are bounded by `poseBend`. Returns how far any vertex can be moved. Cost: some 3 ns a set.
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
    let deviation = f32x4.splat(0);
    let apart = f32x4.splat(0);
    for (const end = at + four.edgeCount * offsetof<FourEdges>(); at < end; at += offsetof<FourEdges>()) {
      const upper = v128.load64_lane(edgeAt(collider, at, 4), v128.load64_zero(edgeAt(collider, at, 0)), 1);
      const lower = v128.load64_lane(edgeAt(collider, at, 12), v128.load64_zero(edgeAt(collider, at, 8)), 1);
      const chord = v128.shuffle<i32>(upper, lower, 0, 2, 4, 6);
      turn = f32x4.add(turn, chord);
      const way = f32x4.mul(times(2, plus(misfit, chord)), v128.load(at, offsetof<FourEdges>('distance')));
      deviation = f32x4.add(deviation, f32x4.mul(chord, v128.load(at, offsetof<FourEdges>('split'))));
      const both = f32x4.add(way, v128.shuffle<i32>(upper, lower, 1, 3, 5, 7));
      apart = f32x4.add(apart, f32x4.mul(both, v128.load(at, offsetof<FourEdges>('span'))));
    }
    const reference = v128.load(changetype<usize>(four), offsetof<FourSets>('referenceLength'));
    const rounding = v128.load(changetype<usize>(four), offsetof<FourSets>('rounding'));
    deviation = plus(4e-8, times(1.0002, deviation));
    const variance = f32x4.mul(deviation, deviation);
    let images: v128;
    let bend: v128;
    let about: v128;
    if (isDual) {
      const splits = v128.load(changetype<usize>(four), offsetof<FourSets>('splits'));
      const grown = plus(2, times(1.0002, turn));
      images = plus(1e-15 * magnitude, f32x4.add(apart, f32x4.mul(times(2 * misfit, reference), splits)));
      bend = f32x4.mul(times(1.3334, variance), grown);
      about = f32x4.mul(f32x4.mul(times(0.6667, images), deviation), grown);
    } else {
      images = plus(1e-15 * magnitude, apart);
      bend = times(2.6667, variance);
      const turned = f32x4.add(times(1.3334, variance), times(0.6667, deviation));
      about = f32x4.mul(times(1.001 * (1.4143 + 120 * misfit), images), turned);
    }
    const reaches = plus(reach, reference);
    const away = f32x4.add(plus(magnitude, reaches), times(41, images));
    const rest = f32x4.add(times(misfit, f32x4.add(reaches, times(70, images))), f32x4.mul(rounding, away));
    const isKnown = v128.and(f32x4.le(variance, f32x4.splat(0.25)), f32x4.lt(turn, f32x4.splat(1.41)));
    bend = v128.bitselect(times(ROUNDED_UP, bend), f32x4.splat(Infinity), isKnown);
    about = v128.bitselect(times(ROUNDED_UP, about), f32x4.splat(Infinity), isKnown);
    v128.store(out, v128.shuffle<i32>(bend, about, 0, 4, 1, 5));
    v128.store(out, v128.shuffle<i32>(bend, about, 2, 6, 3, 7), 16);
    out += 4 * offsetof<CoarseBend>();
    const far = f32x4.mul(bend, v128.load(changetype<usize>(four), offsetof<FourSets>('reach')));
    const near = f32x4.mul(about, v128.load(changetype<usize>(four), offsetof<FourSets>('mixing')));
    const moved = f32x4.add(f32x4.add(far, near), rest);
    const isFinite = f32x4.lt(moved, f32x4.splat(Infinity));
    most = f32x4.pmax(most, v128.and(moved, isFinite));
    mostRest = f32x4.pmax(mostRest, v128.and(rest, isFinite));
    for (let unknown = ~i32x4.bitmask(isFinite) & 15; unknown != 0; unknown &= unknown - 1) {
      const k = first + ctz<u32>(unknown);
      if (k >= shape.setCount) break;
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

/** The posed edge that a `FourEdges` names `k` bytes from its beginning. */
@inline
function edgeAt(collider: Collider, edges: usize, k: usize): usize {
  return collider.chords + <usize>load<u32>(edges + k);
}
