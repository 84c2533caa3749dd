import { BodyWindow } from './window-records';

/** Whether two triangles are more than some length apart at rest: by `quickRestGap` of reasons/rest-gaps.ts, with the same operations. */
@inline
export function isFartherAtRest(body: BodyWindow, one: u32, other: u32, length: f64): bool {
  const corners = body.plan.corners;
  const a = vertexAt(body, corners + 12 * <usize>one);
  const b = vertexAt(body, corners + 12 * <usize>one + 4);
  const c = vertexAt(body, corners + 12 * <usize>one + 8);
  const d = vertexAt(body, corners + 12 * <usize>other);
  const e = vertexAt(body, corners + 12 * <usize>other + 4);
  const f = vertexAt(body, corners + 12 * <usize>other + 8);
  return length < gapFromMiddles(a, b, c, d, e, f);
}

@inline
function vertexAt(body: BodyWindow, corner: usize): usize {
  return body.rest + 24 * <usize>load<u32>(corner);
}

function gapFromMiddles(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize): f64 {
  const x = sumOf(d, e, f) - sumOf(a, b, c);
  const y = sumOf(d + 8, e + 8, f + 8) - sumOf(a + 8, b + 8, c + 8);
  const z = sumOf(d + 16, e + 16, f + 16) - sumOf(a + 16, b + 16, c + 16);
  const size = sqrt<f64>(x * x + y * y + z * z);
  if (!(size > 1e-100)) return 0;
  let end: f64 = 0;
  const atB = along(x, y, z, b, a);
  const atC = along(x, y, z, c, a);
  if (atB > end) end = atB;
  if (atC > end) end = atC;
  let begin: f64 = Infinity;
  const atD = along(x, y, z, d, a);
  const atE = along(x, y, z, e, a);
  const atF = along(x, y, z, f, a);
  if (atD < begin) begin = atD;
  if (atE < begin) begin = atE;
  if (atF < begin) begin = atF;
  return begin > end ? (begin - end) / size : 0;
}

@inline
function sumOf(p: usize, q: usize, r: usize): f64 {
  return load<f64>(p) + load<f64>(q) + load<f64>(r);
}

@inline
function along(x: f64, y: f64, z: f64, vertex: usize, from: usize): f64 {
  return x * (load<f64>(vertex) - load<f64>(from)) + y * (load<f64>(vertex, 8) - load<f64>(from, 8)) + z * (load<f64>(vertex, 16) - load<f64>(from, 16)); // biome-ignore format: one sum
}
