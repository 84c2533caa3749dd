import { roundingOfBends } from './bends';
import { Shape } from './records';
import { FourEdges, FourSets, JointSet, PosedEdge } from './set-records';
import { ShapeSource, wordAt } from './shape-source';

/** Rounding to float32 cannot make it less. */
const ROUNDED_UP: f64 = 1.0000002;

export const NO_EDGE: u32 = 0xffffffff;

@inline
export function edgesOf(source: ShapeSource, set: u32): u32 {
  return wordAt(source.pathStarts, set + 1) - wordAt(source.pathStarts, set);
}

/** How many edges the set of four has that has most. */
function mostEdges(source: ShapeSource, first: u32): u32 {
  let most: u32 = 0;
  for (let s = first; s < min<u32>(first + 4, source.setCount); s++) most = max<u32>(most, edgesOf(source, s));
  return most;
}

/** The bytes of all `FourSets` and their edges. */
export function measureFours(source: ShapeSource): usize {
  let bytes: usize = 0;
  for (let first: u32 = 0; first < source.setCount; first += 4) {
    bytes += offsetof<FourSets>() + mostEdges(source, first) * offsetof<FourEdges>();
  }
  return bytes;
}

/** Writes them, of sets that are packed already. */
export function packFours(source: ShapeSource, shape: Shape): void {
  let at = shape.fours;
  for (let first: u32 = 0; first < source.setCount; first += 4) {
    const four = at;
    const edges = four + offsetof<FourSets>();
    const edgeCount = mostEdges(source, first);
    changetype<FourSets>(four).edgeCount = edgeCount;
    at = edges + edgeCount * offsetof<FourEdges>();
    for (let k: u32 = 0; k < 4; k++) {
      const count: u32 = first + k < source.setCount ? edgesOf(source, first + k) : 0;
      const lane = <usize>k << 2;
      if (count > 0) packLane(shape, first + k, four + lane, edges + lane);
      for (let e: u32 = 0; e < edgeCount; e++) {
        packEdge(source, e < count ? wordAt(source.pathStarts, first + k) + e : NO_EDGE, edges + e * offsetof<FourEdges>() + lane);
      }
    }
  }
}

/** What a set that spans edges is, to its lane of `FourSets`. */
function packLane(shape: Shape, number: u32, lane: usize, edges: usize): void {
  const set = changetype<JointSet>(shape.sets + number * offsetof<JointSet>());
  set.edges = edges;
  set.reaches = lane;
  store<f32>(lane, <f32>(set.referenceLength * ROUNDED_UP), offsetof<FourSets>('referenceLength'));
  store<f32>(lane, <f32>(roundingOfBends(shape, <f64>set.joints) * ROUNDED_UP), offsetof<FourSets>('rounding'));
}

/** Edge `k` of all paths, to a lane of `FourEdges`. */
function packEdge(source: ShapeSource, k: u32, lane: usize): void {
  let edge = source.jointCount;
  if (k != NO_EDGE) {
    edge = min<u32>(wordAt(source.pathEdges, k), edge + 1);
    store<f32>(lane, <f32>(load<f64>(source.pathDistances + (<usize>k << 3)) * ROUNDED_UP), offsetof<FourEdges>('distance'));
  }
  store<u32>(lane, edge * <u32>offsetof<PosedEdge>(), offsetof<FourEdges>('edge'));
}
