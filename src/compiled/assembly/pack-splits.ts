import { beginOfBends } from './bends';
import { edgesOf, NO_EDGE } from './pack-fours';
import { ARITY_BITS, ARITY_MASK, DUAL_QUATERNION, LeafRecord, Shape } from './records';
import { Bend, BentRecord, FourEdges, FourReaches, FourSets, JointSet, Reaches } from './set-records';
import { ShapeSource, wordAt } from './shape-source';

/*
 * How the edges of the skeleton that a joint-set spans split the weights of its vertices. An edge splits a vertex that has the weight W on joints below it by sqrt(W (1 - W)): at most 1/2, and hardly at all if
 * nearly all its weight is on one side. docs/decisions/0060 bounds by that how far a vertex is bent.
 */

/** Rounding to float32 cannot make it less. */
const ROUNDED_UP: f64 = 1.0000002;
/** More than rounding may take from the square of a split; so none is 0. */
const ROUNDING: f64 = 1e-12;

/** Whether a joint of a set is at or below an edge that the set spans: no way up to that is longer than all its edges. */
@inline
function isBelow(source: ShapeSource, joint: u32, edge: u32, edges: u32): bool {
  for (let k: u32 = 1; joint != edge && k < edges && <i32>joint >= 0; k++) joint = wordAt(source.parents, joint);
  return joint == edge;
}

/** By how much edge `k` of all paths splits the joints of a set that have the weights at `weights`; if that is 0, equal ones. */
function splitBy(source: ShapeSource, number: u32, k: u32, weights: usize): f64 {
  const edge = wordAt(source.pathEdges, k);
  if (edge == NO_EDGE) return 0.5;
  const edges = edgesOf(source, number);
  const first = wordAt(source.setStarts, number);
  const n = wordAt(source.setStarts, number + 1) - first;
  let below: f64 = 0;
  for (let joint: u32 = 0; joint < n; joint++) {
    if (!isBelow(source, wordAt(source.setJoints, first + joint), edge, edges)) continue;
    below += weights == 0 ? 1 / <f64>n : load<f64>(weights + (<usize>joint << 3));
  }
  return min<f64>(0.5, sqrt<f64>(max<f64>(0, below * (1 - below)) + ROUNDING));
}

@inline
function setAt(shape: Shape, number: u32): JointSet {
  return changetype<JointSet>(shape.sets + <usize>number * offsetof<JointSet>());
}

@inline
function weightsOf(source: ShapeSource, v: u32): usize {
  return source.weights + (<usize>wordAt(source.weightStarts, v) << 3);
}

@inline
function raise(at: usize, x: f32): void {
  store<f32>(at, max<f32>(load<f32>(at), x));
}

/** Writes `split` and `span` of all `FourEdges`, which are packed but for these, and the `Reaches` and `splits` of all `FourSets`. Cost: some 50 ns a vertex. */
export function packSplits(source: ShapeSource, shape: Shape): void {
  for (let v: u32 = 0; v < source.vertexCount; v++) {
    const number = wordAt(source.setOfVertex, v);
    const end = wordAt(source.pathStarts, number + 1);
    let edge = setAt(shape, number).edges;
    for (let k = wordAt(source.pathStarts, number); k < end; k++, edge += offsetof<FourEdges>()) {
      const split = splitBy(source, number, k, weightsOf(source, v));
      raise(edge + offsetof<FourEdges>('split'), <f32>(split * ROUNDED_UP));
    }
  }
  for (let number: u32 = 0; number < source.setCount; number++) packSpans(source, shape, number);
  for (let v: u32 = 0; v < source.vertexCount; v++) addVertex(source, shape, v);
}

/** Images of the reference are weighted as the vertex is under dual quaternions; under spherical blending their squares are added, as of equal weights. */
function packSpans(source: ShapeSource, shape: Shape, number: u32): void {
  const set = setAt(shape, number);
  const end = wordAt(source.pathStarts, number + 1);
  let edge = set.edges;
  let splits: f32 = 0;
  for (let k = wordAt(source.pathStarts, number); k < end; k++, edge += offsetof<FourEdges>()) {
    const split = load<f32>(edge, offsetof<FourEdges>('split'));
    const equal = sqrt<f64>(<f64>set.joints) * splitBy(source, number, k, 0);
    splits += split;
    store<f32>(edge, source.skinning == DUAL_QUATERNION ? split : <f32>(equal * ROUNDED_UP), offsetof<FourEdges>('span'));
  }
  if (set.joints > 1) store<f32>(set.reaches, splits, offsetof<FourSets>('splits'));
}

/** Raises the `Reaches` that are being gathered of its set as far as a vertex reaches. No edge splits it by more than `share` of what it splits any vertex of the set. */
function addVertex(source: ShapeSource, shape: Shape, v: u32): void {
  const number = wordAt(source.setOfVertex, v);
  const set = setAt(shape, number);
  if (set.joints == 1) return;
  const weights = weightsOf(source, v);
  const end = wordAt(source.pathStarts, number + 1);
  let edge = set.edges;
  let share: f64 = 0;
  for (let k = wordAt(source.pathStarts, number); k < end; k++, edge += offsetof<FourEdges>()) {
    share = max<f64>(share, splitBy(source, number, k, weights) / <f64>load<f32>(edge, offsetof<FourEdges>('split')));
  }
  const squared = share * share;
  let mixing = squared;
  if (source.skinning != DUAL_QUATERNION) {
    let alone: f64 = 0; // by how much any one joint is split from the others
    for (let k: usize = 0; k < <usize>set.joints; k++) {
      const weight = load<f64>(weights + (k << 3));
      alone = max<f64>(alone, weight * (1 - weight));
    }
    mixing = max<f64>(squared, 2 * share * sqrt<f64>(alone + ROUNDING));
  }
  const rest = source.positions + 24 * <usize>v;
  const x = load<f64>(rest) - set.referenceX;
  const y = load<f64>(rest, 8) - set.referenceY;
  const z = load<f64>(rest, 16) - set.referenceZ;
  const reach = squared * sqrt<f64>(x * x + y * y + z * z);
  raise(set.reaches + offsetof<Reaches>('reach'), <f32>(reach * ROUNDED_UP));
  raise(set.reaches + offsetof<Reaches>('mixing'), <f32>(mixing * ROUNDED_UP));
}

@inline
function recordOf(shape: Shape, node: i32): usize {
  return load<usize>(shape.records + (<usize>node << 2));
}

@inline
function linkOf(shape: Shape, node: i32): i32 {
  return load<i32>(shape.links + (<usize>node << 2));
}

@inline
function setOfBend(shape: Shape, record: usize, k: u32): JointSet {
  const bend = changetype<Bend>(beginOfBends(record) + <usize>k * offsetof<Bend>());
  return changetype<JointSet>(shape.sets + <usize>bend.set);
}

/** Where the numbers of set k of a record are. */
@inline
function laneOf(record: usize, k: u32): usize {
  return record + offsetof<BentRecord>() + <usize>(k >> 2) * offsetof<FourReaches>() + <usize>((k & 3) << 2);
}

/** Raises one `Reaches` to another. */
@inline
function join(lane: usize, other: usize): void {
  raise(lane + offsetof<Reaches>('reach'), load<f32>(other, offsetof<Reaches>('reach')));
  raise(lane + offsetof<Reaches>('mixing'), load<f32>(other, offsetof<Reaches>('mixing')));
}

/** Writes the `Reaches` of all nodes, which are packed but for these: children first, for what these have parents have too. So no vertex is looked at oftener than it has leaves. */
export function packReaches(source: ShapeSource, shape: Shape): void {
  for (let node = <i32>shape.nodeCount - 1; node >= 0; node--) {
    const record = recordOf(shape, node);
    if (linkOf(shape, node) < 0 || record == 0) continue;
    const sets = changetype<BentRecord>(record).sets;
    for (let k: u32 = 0; k < sets; k++) setOfBend(shape, record, k).reaches = laneOf(record, k);
    addChildren(source, shape, node);
    for (let k = sets; k < ((sets + 3) & ~3); k++) join(laneOf(record, k), laneOf(record, sets - 1));
  }
}

function addChildren(source: ShapeSource, shape: Shape, node: i32): void {
  const link = linkOf(shape, node);
  const first = link >> ARITY_BITS;
  for (let child = first; child < first + (link & ARITY_MASK); child++) addNode(source, shape, child);
}

/** Raises the `Reaches` that are being gathered as far as the vertices of a node reach. */
function addNode(source: ShapeSource, shape: Shape, node: i32): void {
  const record = recordOf(shape, node);
  if (linkOf(shape, node) < 0) {
    const end = record + offsetof<LeafRecord>() + (<usize>changetype<LeafRecord>(record).vertexCount << 2);
    for (let id = record + offsetof<LeafRecord>(); id < end; id += 4) addVertex(source, shape, load<u32>(id));
  } else if (record == 0) addChildren(source, shape, node);
  else {
    const sets = changetype<BentRecord>(record).sets;
    for (let k: u32 = 0; k < sets; k++) join(setOfBend(shape, record, k).reaches, laneOf(record, k));
  }
}
