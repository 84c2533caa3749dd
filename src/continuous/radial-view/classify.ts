import { findVolumeSign, VOLUME_ERROR } from '../elementary/filters.ts';
import type { LinearMotion } from '../elementary/linear-motion.ts';

/** How a triangle is seen from an observer during a whole step. */
export const POSITIVE = 1;
export const NEGATIVE = 2;
export const UNCERTAIN = 4;

/** Where observers are at both ends of a step: two points for each, 6 numbers; equal ones if the observer is a point. */
export interface Observers {
  start: Float64Array;
  end: Float64Array;
}

/**
 * Classifies triangles as seen from a moving point: ORs `POSITIVE`, `NEGATIVE` or `UNCERTAIN`, shifted left by `shift`,
 * into the code of each. About 45 ns a triangle.
 */
export function classifyFromPoint(
  motion: LinearMotion,
  triangles: Uint32Array,
  seen: Uint32Array,
  from: number,
  to: number,
  observers: Observers,
  observer: number,
  shift: number,
  codes: Int32Array,
): void {
  const point = createPoint();
  for (let axis = 0; axis < 3; axis++) {
    point.start[axis] = observers.start[6 * observer + axis];
    point.end[axis] = observers.end[6 * observer + axis];
  }
  for (let k = from; k < to; k++) codes[seen[k]] |= classify(motion, triangles, seen[k], point) << shift;
}

/**
 * The same for an observer that is a segment, of which each point of a triangle is seen from its nearest point: a contact
 * is seen from one point by both sides. If the nearest points of all points of the triangle are always between two
 * moving points of the segment and both see the triangle alike, so do all between them, as the volume is linear in the
 * place on the segment. That the segment lies inside the mesh would not be enough, nor one vertex ([Wong2013] says so).
 *
 * Costs two classifications and the range of the nearest points.
 */
export const classifyFromSegment: typeof classifyFromPoint = (
  motion,
  triangles,
  seen,
  from,
  to,
  observers,
  observer,
  shift,
  codes,
) => {
  const range = new Float64Array(2);
  const point = createPoint();
  for (let k = from; k < to; k++) {
    findRange(motion, triangles, seen[k], observers, observer, range);
    placeOnSegment(observers, observer, range[0], point);
    let code = classify(motion, triangles, seen[k], point);
    if (code !== UNCERTAIN) {
      placeOnSegment(observers, observer, range[1], point);
      if (classify(motion, triangles, seen[k], point) !== code) code = UNCERTAIN;
    }
    codes[seen[k]] |= code << shift;
  }
};

/** A moving point that triangles are seen from. */
interface Viewpoint {
  start: Float64Array;
  end: Float64Array;
  /** By axis, the sizes of the numbers that the point was rounded from; 0 if it is as it was given. */
  extent: Float64Array;
  /** Room for `findVolumeSign`. */
  volumes: Float64Array;
}

function createPoint(): Viewpoint {
  const [start, end, extent] = Array.from({ length: 3 }, () => new Float64Array(3));
  return { start, end, extent, volumes: new Float64Array(4) };
}

/** The point at `place` on the segment. It is rounded by a few u of the coordinates of the ends: these join the extents. */
function placeOnSegment({ start, end }: Observers, observer: number, place: number, out: Viewpoint): void {
  for (let axis = 0; axis < 3; axis++) {
    const p = 6 * observer + axis;
    const q = p + 3;
    out.start[axis] = start[p] + place * (start[q] - start[p]);
    out.end[axis] = end[p] + place * (end[q] - end[p]);
    out.extent[axis] = Math.abs(start[p]) + Math.abs(start[q]) + Math.abs(end[p]) + Math.abs(end[q]);
  }
}

/**
 * A triangle faces away from the point q (is positive) while det(a - q, b - q, c - q) > 0. That is a cubic in time; if
 * its four Bernstein coefficients have one sign, so has the cubic ([Wong2013] Eq. 1). Splitting the cubic to decide more
 * gains next to nothing.
 */
function classify({ start, end }: LinearMotion, triangles: Uint32Array, triangle: number, point: Viewpoint): number {
  const px = point.start[0];
  const py = point.start[1];
  const pz = point.start[2];
  const qx = point.end[0];
  const qy = point.end[1];
  const qz = point.end[2];
  const i = 3 * triangles[3 * triangle];
  const j = 3 * triangles[3 * triangle + 1];
  const l = 3 * triangles[3 * triangle + 2];
  const ax = start[i] - px;
  const ay = start[i + 1] - py;
  const az = start[i + 2] - pz;
  const bx = start[j] - px;
  const by = start[j + 1] - py;
  const bz = start[j + 2] - pz;
  const cx = start[l] - px;
  const cy = start[l + 1] - py;
  const cz = start[l + 2] - pz;
  const dx = end[i] - qx;
  const dy = end[i + 1] - qy;
  const dz = end[i + 2] - qz;
  const ex = end[j] - qx;
  const ey = end[j + 1] - qy;
  const ez = end[j + 2] - qz;
  const fx = end[l] - qx;
  const fy = end[l + 1] - qy;
  const fz = end[l + 2] - qz;
  const sx = Math.abs(ax) + Math.abs(bx) + Math.abs(cx) + Math.abs(dx) + Math.abs(ex) + Math.abs(fx) + point.extent[0];
  const sy = Math.abs(ay) + Math.abs(by) + Math.abs(cy) + Math.abs(dy) + Math.abs(ey) + Math.abs(fy) + point.extent[1];
  const sz = Math.abs(az) + Math.abs(bz) + Math.abs(cz) + Math.abs(dz) + Math.abs(ez) + Math.abs(fz) + point.extent[2];
  const bound = VOLUME_ERROR * sx * sy * sz + 1e-250;
  const sign = findVolumeSign(
    ax,
    ay,
    az,
    bx,
    by,
    bz,
    cx,
    cy,
    cz,
    dx,
    dy,
    dz,
    ex,
    ey,
    ez,
    fx,
    fy,
    fz,
    bound,
    point.volumes,
  );
  return sign > 0 ? POSITIVE : sign < 0 ? NEGATIVE : UNCERTAIN;
}

/**
 * Between which places on the segment (0 to 1) the nearest points to the triangle certainly are during the step. The
 * place of the nearest point to a vertex e from the first end of a segment d is N/D = (e . d)/(d . d); both are
 * quadratic in time, so it is between the least and the largest ratio of their Bernstein coefficients, if all D are
 * positive. The place is affine in the point, so the vertices tell for the whole triangle.
 */
function findRange(
  { start, end }: LinearMotion,
  triangles: Uint32Array,
  triangle: number,
  observers: Observers,
  observer: number,
  range: Float64Array,
): void {
  const p = observers.start;
  const q = observers.end;
  const o = 6 * observer;
  const sx = p[o + 3] - p[o];
  const sy = p[o + 4] - p[o + 1];
  const sz = p[o + 5] - p[o + 2];
  const tx = q[o + 3] - q[o];
  const ty = q[o + 4] - q[o + 1];
  const tz = q[o + 5] - q[o + 2];
  const first = sx * sx + sy * sy + sz * sz;
  const middle = sx * tx + sy * ty + sz * tz;
  const last = tx * tx + ty * ty + tz * tz;
  range[0] = 0;
  range[1] = 1;
  const least = Math.min(first, middle, last);
  const largest = Math.max(first, last);
  if (!(least > 1e-6 * largest && largest > 1e-200)) return;
  const size = Math.abs(sx) + Math.abs(sy) + Math.abs(sz) + Math.abs(tx) + Math.abs(ty) + Math.abs(tz);
  let low = Infinity;
  let high = -Infinity;
  let reach = 0;
  for (let k = 3 * triangle; k < 3 * triangle + 3; k++) {
    const v = 3 * triangles[k];
    const ax = start[v] - p[o];
    const ay = start[v + 1] - p[o + 1];
    const az = start[v + 2] - p[o + 2];
    const bx = end[v] - q[o];
    const by = end[v + 1] - q[o + 1];
    const bz = end[v + 2] - q[o + 2];
    const one = (ax * sx + ay * sy + az * sz) / first;
    const two = (ax * tx + ay * ty + az * tz + (bx * sx + by * sy + bz * sz)) / (2 * middle);
    const three = (bx * tx + by * ty + bz * tz) / last;
    low = Math.min(low, one, two, three);
    high = Math.max(high, one, two, three);
    reach += Math.abs(ax) + Math.abs(ay) + Math.abs(az) + Math.abs(bx) + Math.abs(by) + Math.abs(bz);
  }
  // Far more than the roundings above, which are about ten.
  const slack = (1e-12 * reach * size) / least;
  low -= slack;
  high += slack;
  if (!(low <= high)) return; // NaN
  range[0] = low > 0 ? (low < 1 ? low : 1) : 0;
  range[1] = high > 0 ? (high < 1 ? high : 1) : 0;
}
