import type { EdgeEdge, VertexTriangle } from '../difference.ts';
import type { Impact } from '../impact.ts';
import type { LinearMotion } from '../linear-motion.ts';
import { firstContact, type Moving } from './first-contact.ts';
import { type Polynomial, subtract, trim } from './polynomial.ts';

type ExactTest<Features extends unknown[]> = (...featuresAndOut: [...Features, out: Impact]) => boolean;

/**
 * As `findVertexTriangleImpact`, but decided in integers: never `undecided` for finite coordinates, and `time` is the
 * largest float64 that is not after the first contact. `u` and `v` are not set. About a thousand times slower, and it
 * allocates: for the few that floats leave undecided, and to check the others.
 */
export const findVertexTriangleImpactExactly: ExactTest<VertexTriangle> = (a, vertex, b, b0, b1, b2, out) => {
  const points = moveExactly([a, b, b, b], [vertex, b0, b1, b2]);
  return settle(points && [1, 2, 3].map(i => difference(points[i], points[0])), out);
};

/**
 * As `findEdgeEdgeImpact`, but decided in integers: see `findVertexTriangleImpactExactly`.
 */
export const findEdgeEdgeImpactExactly: ExactTest<EdgeEdge> = (a, a0, a1, b, b0, b1, out) => {
  const points = moveExactly([a, a, b, b], [a0, a1, b0, b1]);
  // biome-ignore format: one corner to a line
  const corners = points && [
    difference(points[0], points[2]),
    difference(points[1], points[2]),
    difference(points[1], points[3]),
    difference(points[0], points[3]),
  ];
  return settle(corners, out);
};

function settle(corners: Moving[] | undefined, out: Impact): boolean {
  const time = corners ? firstContact(corners) : 0;
  out.state = corners === undefined ? 'undecided' : time <= 1 ? 'impact' : 'free';
  out.time = time;
  out.latest = out.state === 'impact' ? Math.min(1, time + 2 ** -52) : Infinity; // at or above the next float64
  return out.state !== 'free';
}

function difference(p: Moving, q: Moving): Moving {
  return [subtract(p[0], q[0]), subtract(p[1], q[1]), subtract(p[2], q[2])];
}

/** The points as polynomials in time, in a unit that makes all coordinates integers; undefined if one is not finite. */
function moveExactly(motions: LinearMotion[], offsets: number[]): Moving[] | undefined {
  const coordinates = motions.flatMap(({ start, end }, i) =>
    [0, 1, 2].flatMap(axis => [start[offsets[i] + axis], end[offsets[i] + axis]]),
  );
  if (!coordinates.every(Number.isFinite)) return undefined;
  const integers = toIntegers(coordinates);
  const line = (k: number): Polynomial => trim([integers[k], integers[k + 1] - integers[k]]);
  return offsets.map((_, i) => [line(6 * i), line(6 * i + 2), line(6 * i + 4)]);
}

/** Floats times the smallest power of two that makes all of them integers. */
function toIntegers(values: number[]): bigint[] {
  const bits = new BigUint64Array(Float64Array.from(values).buffer);
  const exponents: number[] = [];
  const fractions: bigint[] = [];
  for (const word of bits) {
    const exponent = Number((word >> 52n) & 0x7ffn);
    let fraction = word & 0xfffffffffffffn;
    if (exponent > 0) fraction |= 0x10000000000000n;
    let shift = Math.max(0, exponent - 1);
    for (; fraction !== 0n && (fraction & 1n) === 0n; fraction >>= 1n) shift++;
    exponents.push(fraction === 0n ? Infinity : shift);
    fractions.push(word >> 63n === 1n ? -fraction : fraction);
  }
  const unit = Math.min(...exponents);
  return fractions.map((fraction, k) => (fraction === 0n ? 0n : fraction << BigInt(exponents[k] - unit)));
}
