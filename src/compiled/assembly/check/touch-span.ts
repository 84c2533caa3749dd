/** While one triangle moves past another, from when to when they touch: `TouchSpan` of query/elementary/touch-span.ts. */
@unmanaged
export class TouchSpan {
  from: f64;
  to: f64;
  /** Spans that begin after the first of these times, or end by the second, are of no interest. */
  latestFrom: f64;
  leastTo: f64;
  /** The direction of the first. */
  x: f64;
  y: f64;
  z: f64;
  unused: f64;
}

/** Behind it, the corners: x, y and z of each, every vector with one number of the first triangle and one of the second; then the edges of either. */
const CORNERS: usize = 64;
const EDGES: usize = CORNERS + 9 * 16;
const OTHER_EDGES: usize = EDGES + 72;

/**
 * `findTouchSpan` of query/elementary/touch-span.ts of the triangles with these corners: whether they touch from soon enough for long enough. The same operations, so the same
 * numbers; the shadows of both triangles are cast at once.
 */
export function findTouchSpan(
  span: TouchSpan,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  e: usize,
  f: usize,
): bool {
  const at = changetype<usize>(span);
  span.from = -Infinity;
  span.to = Infinity;
  storeCorners(at + CORNERS, a, d);
  storeCorners(at + CORNERS + 48, b, e);
  storeCorners(at + CORNERS + 96, c, f);
  storeEdges(at + EDGES, a, b, c);
  storeEdges(at + OTHER_EDGES, d, e, f);
  narrow(span, at + EDGES, at + EDGES + 24);
  if (!isOfInterest(span)) return false;
  narrow(span, at + OTHER_EDGES, at + OTHER_EDGES + 24);
  for (let i = at + EDGES; i < at + OTHER_EDGES; i += 24) {
    for (let j = at + OTHER_EDGES; j < at + OTHER_EDGES + 72; j += 24) {
      if (!isOfInterest(span)) return false;
      narrow(span, i, j);
    }
  }
  return isOfInterest(span);
}

@inline
function isOfInterest(span: TouchSpan): bool {
  return span.from <= span.to && span.from <= span.latestFrom && span.to > span.leastTo;
}

/** Stores x, y and z of two vertices, beside each other. */
@inline
export function storeCorners(out: usize, one: usize, other: usize): void {
  v128.store(out, v128.load64_lane(other, v128.load_zero<f64>(one), 1));
  v128.store(out, v128.load64_lane(other, v128.load_zero<f64>(one, 8), 1, 8), 16);
  v128.store(out, v128.load64_lane(other, v128.load_zero<f64>(one, 16), 1, 16), 32);
}

@inline
function storeEdges(out: usize, a: usize, b: usize, c: usize): void {
  storeEdge(out, a, b);
  storeEdge(out + 24, b, c);
  storeEdge(out + 48, c, a);
}

@inline
function storeEdge(out: usize, from: usize, to: usize): void {
  store<f64>(out, load<f64>(to) - load<f64>(from));
  store<f64>(out, load<f64>(to, 8) - load<f64>(from, 8), 8);
  store<f64>(out, load<f64>(to, 16) - load<f64>(from, 16), 16);
}

/** Leaves of the time that during which shadows on the axis across two edges overlap. */
function narrow(span: TouchSpan, i: usize, j: usize): void {
  const nx = load<f64>(i, 8) * load<f64>(j, 16) - load<f64>(i, 16) * load<f64>(j, 8);
  const ny = load<f64>(i, 16) * load<f64>(j) - load<f64>(i) * load<f64>(j, 16);
  const nz = load<f64>(i) * load<f64>(j, 8) - load<f64>(i, 8) * load<f64>(j);
  if (nx == 0 && ny == 0 && nz == 0) return;
  const x = f64x2.splat(nx);
  const y = f64x2.splat(ny);
  const z = f64x2.splat(nz);
  const corners = changetype<usize>(span) + CORNERS;
  const p = heightsOf(corners, x, y, z);
  const q = heightsOf(corners + 48, x, y, z);
  const r = heightsOf(corners + 96, x, y, z);
  const low = f64x2.pmin(f64x2.pmin(f64x2.pmin(f64x2.splat(Infinity), p), q), r);
  const high = f64x2.pmax(f64x2.pmax(f64x2.pmax(f64x2.splat(-Infinity), p), q), r);
  // How far the second is from the first on either side: its low from the high of the first, its high from the low of the first.
  const ways = f64x2.sub(v128.shuffle<i64>(low, high, 1, 3), v128.shuffle<i64>(low, high, 2, 0));
  const speed = nx * span.x + ny * span.y + nz * span.z;
  if (speed == 0) {
    if (v128.any_true(f64x2.lt(high, v128.shuffle<i64>(low, low, 1, 0)))) span.to = -Infinity;
    return;
  }
  const times = f64x2.div(ways, f64x2.splat(speed));
  const turned = v128.shuffle<i64>(times, times, 1, 0);
  const at = changetype<usize>(span);
  const known = v128.load(at);
  const from = f64x2.pmax(known, f64x2.pmin(times, turned));
  const to = f64x2.pmin(known, f64x2.pmax(times, turned));
  v128.store(at, v128.shuffle<i64>(from, to, 0, 3));
}

/** How high two vertices are along an axis. */
@inline
export function heightsOf(corner: usize, x: v128, y: v128, z: v128): v128 {
  const atX = f64x2.mul(x, v128.load(corner));
  const atY = f64x2.mul(y, v128.load(corner, 16));
  return f64x2.add(f64x2.add(atX, atY), f64x2.mul(z, v128.load(corner, 32)));
}
