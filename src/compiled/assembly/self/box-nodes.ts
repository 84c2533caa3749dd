import { storeBox } from '../boxes';
import { ARITY_BITS, ARITY_MASK } from '../records';
import { SAFE } from './measure-drift';
import { LeafVertex, NodeDrift, SelfBox, SelfInstant, SelfLeaf } from './records';

/**
 * Boxes and drifts of all nodes, from the leaves up: boxes of the narrow vertices (narrow-vertices.ts), drifts as in `joinDrift` of reasons/drift.ts.
 */
export function boxNodes(instant: SelfInstant): void {
  const boxes = instant.boxes;
  const drifts = instant.drifts;
  for (let node = <i32>instant.nodeCount - 1; node >= 0; node--) {
    const box = boxes + (<usize>node << 5);
    const link = changetype<SelfBox>(box).link;
    if (link < 0) {
      boxLeaf(instant, node, ~link);
      continue;
    }
    const first = link >> ARITY_BITS;
    const end = first + (link & ARITY_MASK);
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    let drift: f64 = changetype<SelfBox>(box).joint < 0 ? Infinity : 0;
    for (let child = first; child < end; child++) {
      const childBox = boxes + (<usize>child << 5);
      low = f32x4.pmin(low, v128.load(childBox));
      high = f32x4.pmax(high, v128.load(childBox, 16));
      const own = changetype<NodeDrift>(drifts + <usize>child * offsetof<NodeDrift>()).drift;
      drift = own > drift ? own : drift;
    }
    storeBox(box, low, high);
    changetype<NodeDrift>(drifts + <usize>node * offsetof<NodeDrift>()).drift = drift;
  }
}

@inline
function boxLeaf(instant: SelfInstant, node: i32, number: i32): void {
  const box = instant.boxes + (<usize>node << 5);
  const leaf = changetype<SelfLeaf>(instant.leaves + <usize>number * offsetof<SelfLeaf>());
  const narrowVertices = instant.narrowVertices;
  const squares = instant.squares;
  const end = leaf.verticesEnd;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  let most: f64 = 0;
  for (let vertex = leaf.vertices; vertex < end; vertex += offsetof<LeafVertex>()) {
    const point = v128.load(narrowVertices + <usize>changetype<LeafVertex>(vertex).narrow);
    const squared = load<f64>(squares + <usize>changetype<LeafVertex>(vertex).square);
    low = f32x4.pmin(low, point);
    high = f32x4.pmax(high, point);
    most = squared > most ? squared : most;
  }
  storeBox(box, low, high);
  const stretch = load<f64>(instant.stretches + (<usize>changetype<SelfBox>(box).joint << 3));
  changetype<NodeDrift>(instant.drifts + <usize>node * offsetof<NodeDrift>()).drift =
    (SAFE * sqrt<f64>(most) + instant.hidden) / stretch;
}
