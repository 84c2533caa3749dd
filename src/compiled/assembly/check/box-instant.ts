import { LeafVertex, SelfInstant, SelfLeaf } from '../self/records';
import { BOX, CheckedNode } from './records';

/* The margins of reasons/boxes-over-window.ts. */
const LEAF_ROUNDING: f64 = 4.76837158203125e-7; // 2^-21
const SMALLEST: f64 = 1e-37;
const JOINING: f64 = 1.1368683772161603e-13; // 2^-43

/** Boxes that contain all nodes at an instant, six float32 each: `boxNodesAt` of reasons/boxes-over-window.ts, with the same operations. */
export function boxInstant(plan: SelfInstant, nodes: usize, vertices: usize, boxes: usize): void {
  for (let node = <i32>plan.nodeCount - 1; node >= 0; node--) {
    const box = boxes + <usize>node * BOX;
    const first = changetype<CheckedNode>(nodes + <usize>node * offsetof<CheckedNode>()).link;
    if (first < 0) {
      boxLeaf(plan, ~first, vertices, box);
      continue;
    }
    const child = boxes + <usize>first * BOX;
    for (let o: usize = 0; o < 12; o += 4) {
      joinSide(child + o, box + o, -1);
      joinSide(child + 12 + o, box + 12 + o, 1);
    }
  }
}

/** The less or the more of two numbers, and of those a box farther on, and what joining may lose. */
@inline
function joinSide(child: usize, out: usize, side: f64): void {
  const p = <f64>load<f32>(child);
  const q = <f64>load<f32>(child, BOX);
  store<f32>(out, <f32>(0.5 * (p + q + side * abs<f64>(p - q)) + side * (JOINING * (abs<f64>(p) + abs<f64>(q)))));
}

function boxLeaf(plan: SelfInstant, number: i32, vertices: usize, box: usize): void {
  const leaf = changetype<SelfLeaf>(plan.leaves + <usize>number * offsetof<SelfLeaf>());
  const half = f64x2.splat(0.5);
  const sides = f64x2(-1, 1);
  let vertex = leaf.vertices;
  let at = placeOf(vertices, vertex);
  let low = v128.load(at);
  let high = low;
  let z = v128.load_splat<f64>(at, 16);
  for (vertex += offsetof<LeafVertex>(); vertex < leaf.verticesEnd; vertex += offsetof<LeafVertex>()) {
    at = placeOf(vertices, vertex);
    const xy = v128.load(at);
    const alongZ = v128.load_splat<f64>(at, 16);
    low = f64x2.mul(half, f64x2.sub(f64x2.add(low, xy), f64x2.abs(f64x2.sub(low, xy))));
    high = f64x2.mul(half, f64x2.add(f64x2.add(high, xy), f64x2.abs(f64x2.sub(high, xy))));
    z = f64x2.mul(half, f64x2.add(f64x2.add(z, alongZ), f64x2.mul(sides, f64x2.abs(f64x2.sub(z, alongZ)))));
  }
  storeSides(box, f64x2.extract_lane(low, 0), f64x2.extract_lane(high, 0));
  storeSides(box + 4, f64x2.extract_lane(low, 1), f64x2.extract_lane(high, 1));
  storeSides(box + 8, f64x2.extract_lane(z, 0), f64x2.extract_lane(z, 1));
}

@inline
function storeSides(box: usize, low: f64, high: f64): void {
  const margin = LEAF_ROUNDING * (abs<f64>(low) + abs<f64>(high)) + 4 * SMALLEST;
  store<f32>(box, <f32>(low - margin));
  store<f32>(box, <f32>(high + margin), 12);
}

/** Among narrow vertices one takes 16 bytes, among these 24. */
@inline
function placeOf(vertices: usize, vertex: usize): usize {
  return vertices + (<usize>changetype<LeafVertex>(vertex).narrow >> 4) * 24;
}
