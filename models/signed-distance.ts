/**
 * A body as a smooth union of round cones (two balls and the cone around them), some squeezed flat, some carved out.
 * The field is negative inside. It is a distance only near the surface (to first order), which is all that meshing and
 * projection need; `boundBelow` is what may be relied on far away.
 */
export type Point = readonly [number, number, number];

export interface Part {
  from: Point;
  to: Point;
  /** The radius at `from` and at `to`; they must differ by less than the length. */
  radii: readonly [number, number];
  /** Across `direction` the part is thinner by `factor` (>= 1). */
  flatten?: { direction: Point; factor: number };
  /** Parts closer than this melt into each other. */
  blend: number;
  /** Taken away from what was added before it, instead of added. */
  carve?: boolean;
}

/** What makes a part flatter along a direction, by a factor. */
export function flat(direction: Point, factor: number): Pick<Part, 'flatten'> {
  return { flatten: { direction, factor } };
}

/** The same part on the other side of the plane x = 0. */
export function mirrorPart(part: Part): Part {
  const mirror = (p: Point): Point => [-p[0], p[1], p[2]];
  const flatten = part.flatten && { ...part.flatten, direction: mirror(part.flatten.direction) };
  return { ...part, from: mirror(part.from), to: mirror(part.to), flatten };
}

export interface DistanceField {
  count: number;
  /** The widest blend of all parts. */
  widestBlend: number;
  data: Float64Array;
}

/** Numbers per part: from 0..2, axis 3..5, radii 6..7, flat direction 8..10, factor 11, blend 12, carve 13, length^2 14,
 * centre 15..17 and radius 18 of the ball around it. */
const STRIDE = 19;

export function createDistanceField(parts: readonly Part[]): DistanceField {
  const data = new Float64Array(parts.length * STRIDE);
  let widest = 0;
  parts.forEach((part, i) => {
    const axis = [0, 1, 2].map(k => part.to[k] - part.from[k]);
    const length2 = axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2;
    if (Math.abs(part.radii[0] - part.radii[1]) >= Math.sqrt(length2)) {
      throw new Error(
        `createDistanceField: part ${i} has one ball inside the other; move its ends apart or make it rounder.`,
      );
    }
    data.set([...part.from, ...axis, ...part.radii], i * STRIDE);
    data.set(flatDirection(part, axis, length2), i * STRIDE + 8);
    data.set([part.flatten?.factor ?? 1, part.blend, part.carve ? 1 : 0, length2], i * STRIDE + 11);
    data.set(ballAround(part, axis, Math.sqrt(length2)), i * STRIDE + 15);
    widest = Math.max(widest, part.blend);
  });
  return { count: parts.length, widestBlend: widest, data };
}

/** Squeezing across the axis leaves the axis where it is, which keeps the formula short: so the part along it is removed. */
function flatDirection(part: Part, axis: number[], length2: number): number[] {
  if (!part.flatten) return [0, 0, 0];
  const n = part.flatten.direction;
  const along = (n[0] * axis[0] + n[1] * axis[1] + n[2] * axis[2]) / length2;
  const across = [0, 1, 2].map(k => n[k] - along * axis[k]);
  const size = Math.hypot(across[0], across[1], across[2]);
  return across.map(c => c / size);
}

/** Centre and radius of the smallest ball around both balls of a part. */
function ballAround({ from, radii }: Part, axis: number[], length: number): number[] {
  const radius = (length + radii[0] + radii[1]) / 2;
  return [...axis.map((a, k) => from[k] + (a * (radius - radii[0])) / length), radius];
}

/** The exact distance to a round cone, from the vector `from -> point` (after Inigo Quilez's closed form). */
function roundConeDistance(d: Float64Array, o: number, x: number, y: number, z: number): number {
  const ax = d[o + 3];
  const ay = d[o + 4];
  const az = d[o + 5];
  const r1 = d[o + 6];
  const r2 = d[o + 7];
  const l2 = d[o + 14];
  const rr = r1 - r2;
  const a2 = l2 - rr * rr;
  const il2 = 1 / l2;
  const along = x * ax + y * ay + z * az;
  const beyond = along - l2;
  const cx = x * l2 - ax * along;
  const cy = y * l2 - ay * along;
  const cz = z * l2 - az * along;
  const x2 = cx * cx + cy * cy + cz * cz;
  const y2 = along * along * l2;
  const z2 = beyond * beyond * l2;
  const k = Math.sign(rr) * rr * rr * x2;
  if (Math.sign(beyond) * a2 * z2 > k) return Math.sqrt(x2 + z2) * il2 - r2;
  if (Math.sign(along) * a2 * y2 < k) return Math.sqrt(x2 + y2) * il2 - r1;
  return (Math.sqrt(x2 * a2 * il2) + along * rr) * il2 - r1;
}

/** Distance to part `i`; for a flat part the stretched distance over the size of its gradient: right to first order. */
function partDistance(d: Float64Array, o: number, px: number, py: number, pz: number): number {
  let x = px - d[o];
  let y = py - d[o + 1];
  let z = pz - d[o + 2];
  const factor = d[o + 11];
  if (factor === 1) return roundConeDistance(d, o, x, y, z);
  const nx = d[o + 8];
  const ny = d[o + 9];
  const nz = d[o + 10];
  const shift = (factor - 1) * (x * nx + y * ny + z * nz);
  x += shift * nx;
  y += shift * ny;
  z += shift * nz;
  const t = Math.min(1, Math.max(0, (x * d[o + 3] + y * d[o + 4] + z * d[o + 5]) / d[o + 14]));
  const rx = x - t * d[o + 3];
  const ry = y - t * d[o + 4];
  const rz = z - t * d[o + 5];
  const across = rx * nx + ry * ny + rz * nz;
  const share = (across * across) / (rx * rx + ry * ry + rz * rz + 1e-12);
  return roundConeDistance(d, o, x, y, z) / Math.sqrt(1 + (factor * factor - 1) * share);
}

/**
 * Whether part `i` is farther than this, told from the ball around it: then it cannot be felt. A flat part is at most its factor
 * nearer than it would be if it were round, see `boundPartBelow`. The last factor outweighs rounding.
 */
function isFarther(d: Float64Array, o: number, px: number, py: number, pz: number, distance: number): boolean {
  const x = px - d[o + 15];
  const y = py - d[o + 16];
  const z = pz - d[o + 17];
  const away = d[o + 18] + d[o + 11] * Math.max(0, distance);
  return x * x + y * y + z * z > away * away * (1 + 1e-9);
}

/** The field at a point, from the parts `list[begin..end-1]` (in ascending order; the order is part of the shape). */
export function evaluateShape(
  shape: DistanceField,
  list: Int32Array,
  begin: number,
  end: number,
  x: number,
  y: number,
  z: number,
): number {
  const d = shape.data;
  let value = 1e9;
  for (let e = begin; e < end; e++) {
    const o = list[e] * STRIDE;
    const blend = d[o + 12];
    const isCarved = d[o + 13] !== 0;
    if (isFarther(d, o, x, y, z, isCarved ? blend - value : blend + value)) continue;
    const part = partDistance(d, o, x, y, z);
    if (!isCarved) {
      const h = blend - Math.abs(value - part);
      value = Math.min(value, part);
      if (h > 0) value -= (h * h) / (4 * blend);
    } else {
      const h = blend - Math.abs(value + part);
      value = Math.max(value, -part);
      if (h > 0) value += (h * h) / (4 * blend);
    }
  }
  return value;
}

/**
 * No point within `radius` of (x, y, z) has part `i` nearer than this. True because squeezing makes a part smaller, and
 * dividing by the gradient lowers the stretched distance by no more than the factor.
 */
export function boundPartBelow(
  shape: DistanceField,
  i: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): number {
  const d = shape.data;
  const o = i * STRIDE;
  const outside = roundConeDistance(d, o, x - d[o], y - d[o + 1], z - d[o + 2]) - radius;
  return outside > 0 ? outside / d[o + 11] : outside;
}

/** From how far part `i` melts into the others. */
export function blendOf(shape: DistanceField, i: number): number {
  return shape.data[i * STRIDE + 12];
}

/** Lowest and highest corner of a box that holds the shape. */
export function boundShape(shape: DistanceField): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const d = shape.data;
  for (let i = 0; i < shape.count; i++) {
    const o = i * STRIDE;
    if (d[o + 13] !== 0) continue;
    for (let k = 0; k < 3; k++) {
      const from = d[o + k];
      const to = from + d[o + 3 + k];
      low[k] = Math.min(low[k], from - d[o + 6] - shape.widestBlend, to - d[o + 7] - shape.widestBlend);
      high[k] = Math.max(high[k], from + d[o + 6] + shape.widestBlend, to + d[o + 7] + shape.widestBlend);
    }
  }
  return { low, high };
}
