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
 * Chord and mismatch of the edge above each joint, four at once, as in deform/coarse-bend.ts, but float32; returns the largest misfit of a rigid joint. Along each axis of the mismatch, differences of joints and their products with
 * the junction x lose at most 12u (u = 2^-24) of stretch |x| + how far joints are from the origin of boxes, so 21u in length. Twice that is added.
 */
function measureEdges(collider: Collider, distortion: f64): f64 {
  const edges = collider.shape.edges;
  const quaternions = collider.quaternions;
  const narrowColumns = collider.narrowColumns;
  const slack = f32x4.splat(<f32>(2.6e-6 * (collider.stretch * <f64>collider.shape.farthestJunction + collider.offset)));
  const last = <usize>collider.jointCount - 1;
  let out = collider.chords;
  for (let j: usize = 0; j <= last; j += 4, out += 4 * offsetof<PosedEdge>()) {
    const k = min<usize>(j + 1, last); // the last joint goes with itself
    const l = min<usize>(j + 2, last);
    const m = min<usize>(j + 3, last);
    const upper = chordsSquared(quaternions, edges, j, k);
    const lower = chordsSquared(quaternions, edges, l, m);
    const chord = f32x4.sqrt(v128.shuffle<i64>(upper, lower, 0, 2));
    const a = junctionApart(narrowColumns, edges, j);
    const b = junctionApart(narrowColumns, edges, k);
    const c = junctionApart(narrowColumns, edges, l);
    const d = junctionApart(narrowColumns, edges, m);
    const xyAB = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const xyCD = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    const x = v128.shuffle<i64>(xyAB, xyCD, 0, 2);
    const y = v128.shuffle<i64>(xyAB, xyCD, 1, 3);
    const z = v128.shuffle<i64>(v128.shuffle<i32>(a, b, 2, 6, 3, 7), v128.shuffle<i32>(c, d, 2, 6, 3, 7), 0, 2);
    const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
    const mismatch = f32x4.add(f32x4.sqrt(plus(UNDERFLOW, squared)), slack);
    v128.store(out, v128.shuffle<i32>(chord, mismatch, 0, 4, 1, 5));
    v128.store(out, v128.shuffle<i32>(chord, mismatch, 2, 6, 3, 7), 16);
  }
  const none = collider.chords + (last + 1) * offsetof<PosedEdge>();
  store<u64>(none, 0);
  store<u64>(none + offsetof<PosedEdge>(), 0);
  changetype<PosedEdge>(none + offsetof<PosedEdge>()).chord = Infinity;
  return misfitOf(distortion < RIGID_TOLERANCE ? distortion : openEdges(collider));
}

/** Makes edges above and below joints that are not rigid endless; returns the largest distortion of the others. */
function openEdges(collider: Collider): f64 {
  let distortion: f64 = 0;
  for (let j: usize = 0; j < <usize>collider.jointCount; j++) {
    const ofJoint = load<f64>(collider.rows + (j << 7), DISTORTION);
    const ofParent = load<f64>(collider.rows + parentOf(collider.shape.edges, j, 7), DISTORTION);
    if (ofJoint < RIGID_TOLERANCE) distortion = max<f64>(distortion, ofJoint);
    if (ofJoint < RIGID_TOLERANCE && ofParent < RIGID_TOLERANCE) continue;
    changetype<PosedEdge>(collider.chords + j * offsetof<PosedEdge>()).chord = Infinity;
  }
  return distortion;
}

/** Where what takes `1 << shift` bytes for each joint is of the parent of joint j. */
@inline
function parentOf(edges: usize, j: usize, shift: usize): usize {
  return <usize>changetype<SkeletonEdge>(edges + j * offsetof<SkeletonEdge>()).parent << shift;
}

/** The squared chords of the edges above two joints, in float32. */
@inline
function chordsSquared(quaternions: usize, edges: usize, j: usize, k: usize): v128 {
  const first = products(quaternions + (j << 5), quaternions + parentOf(edges, j, 5));
  const second = products(quaternions + (k << 5), quaternions + parentOf(edges, k, 5));
  const product = f64x2.abs(f64x2.add(v128.shuffle<i64>(first, second, 0, 2), v128.shuffle<i64>(first, second, 1, 3)));
  const squared = f64x2.max(f64x2.splat(0), f64x2.sub(f64x2.splat(2), f64x2.add(product, product)));
  return f32x4.demote_f64x2_zero(f64x2.add(squared, f64x2.splat(1e-15)));
}

/** The product of two quaternions, in two parts that are still to be added. */
@inline
function products(p: usize, q: usize): v128 {
  return f64x2.add(f64x2.mul(v128.load(p), v128.load(q)), f64x2.mul(v128.load(p, 16), v128.load(q, 16)));
}

/** The image of the junction above joint j under that joint, less that under its parent, in float32. */
@inline
function junctionApart(narrowColumns: usize, edges: usize, j: usize): v128 {
  const edge = edges + j * offsetof<SkeletonEdge>();
  const m = narrowColumns + (j << 7);
  const p = narrowColumns + parentOf(edges, j, 7);
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
 * edge by edge are on that of the first as well. Sets of which this tells nothing are bounded by `poseBend`. `distortion` is the largest of all joints. Returns how far any vertex can be moved. Cost: some 3 ns a set.
 */
export function poseBends(collider: Collider, distortion: f64): f64 {
  const shape = collider.shape;
  const isDual = shape.skinning == DUAL_QUATERNION;
  const misfit = <f32>measureEdges(collider, distortion);
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
