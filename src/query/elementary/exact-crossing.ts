import { toInteger } from '../../math/predicates.ts';

/**
 * Where the line through two points crosses the plane of a triangle: the distance from the first point (below 0: behind
 * it) and the barycentric coordinates, each right to a few roundings however flat the angle. The line must not be
 * parallel to the plane. Every float64 is a multiple of 2^-1074, so determinants of them are integers. Slow, and takes
 * memory.
 */
export function crossExactly(
  line: Float64Array,
  vertices: Float64Array,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): void {
  const start = readPoint(line, 0);
  const direction = subtract(readPoint(line, 3), start);
  const p = subtract(readPoint(vertices, a), start);
  const q = subtract(readPoint(vertices, b), start);
  const r = subtract(readPoint(vertices, c), start);
  const wa = volume(direction, q, r);
  const wb = volume(direction, r, p);
  const wc = volume(direction, p, q);
  const sum = wa + wb + wc;
  out[1] = divide(wa, sum);
  out[2] = divide(wb, sum);
  out[3] = divide(wc, sum);
  const dx = line[3] - line[0];
  const dy = line[4] - line[1];
  const dz = line[5] - line[2];
  out[0] = divide(volume(p, q, r), sum) * Math.sqrt(dx * dx + dy * dy + dz * dz);
}

type IntegerPoint = readonly [bigint, bigint, bigint];

function readPoint(from: Float64Array, o: number): IntegerPoint {
  return [toInteger(from[o]), toInteger(from[o + 1]), toInteger(from[o + 2])];
}

function subtract(a: IntegerPoint, b: IntegerPoint): IntegerPoint {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function volume(a: IntegerPoint, b: IntegerPoint, c: IntegerPoint): bigint {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/** A quotient of integers as a float, right to 2^-100 or a few of its own roundings, whichever is more. */
function divide(numerator: bigint, denominator: bigint): number {
  return Number((numerator << 100n) / denominator) * 2 ** -100;
}
