/** Which of up to four support points stay beside the pivot, as bit sets: small supports first. */
const SUBSETS = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14];

/** The radius grows strictly with every round, so rounds end by themselves; this only caps rounding trouble. */
const MAX_ROUNDS = 100;

/** A support ball may leave another support point outside by this part of its squared radius: rounding, not geometry. */
const SLACK = 1 + 1e-12;

/** Turns a float64 distance, off by at most 4.5 * 2^-53 of itself, into one that holds in real arithmetic. */
const OUTWARD = 1 + 2 ** -50;

/**
 * The smallest ball around the points `ids[from..to)` (point p at `points[3p..3p+2]`): centre and radius go to
 * `out[o..o+3]`. Reorders `ids[from..to)`, the points on the rim first.
 *
 * The ball is sound whatever rounding did: the radius is the greatest distance from the written centre, rounded outward,
 * so every point is inside both in float64 and in real arithmetic. It is the smallest up to rounding (about 1e-12 of
 * the radius, or the last places of the coordinates if the set lies far from the origin); sets smaller than 1e-140 or
 * larger than 1e150 get the ball around their box. A NaN or infinite coordinate gives an infinite radius.
 *
 * How: keep the smallest ball of a few support points (at most 4); the point farthest outside joins them, and the
 * smallest ball of these at most 5 points, which has the new one on its rim, is found by trying all supports. Done when
 * no point is outside. Farthest-point pivoting is Gärtner's ("Fast and robust smallest enclosing balls", 1999); the
 * exchange is the LP-type step of Welzl (1991) and of Matousek, Sharir & Welzl (1996).
 *
 * Cost: one pass over the points for each round, 5 to 10 rounds for any number of points; no allocation.
 */
export function encloseMinimally(
  points: Float64Array,
  ids: Uint32Array,
  from: number,
  to: number,
  out: Float64Array,
  o: number,
): void {
  if (from >= to) throw new Error(`encloseMinimally: the range ${from}..${to} is empty; give at least one point.`);
  let cx = points[3 * ids[from]];
  let cy = points[3 * ids[from] + 1];
  let cz = points[3 * ids[from] + 2];
  let reach = 0;
  let support = 1;
  let farthest = 0;
  let best = Number.POSITIVE_INFINITY;
  let bx = cx;
  let by = cy;
  let bz = cz;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    farthest = -1;
    let pivot = from;
    for (let k = from; k < to; k++) {
      const p = 3 * ids[k];
      const dx = points[p] - cx;
      const dy = points[p + 1] - cy;
      const dz = points[p + 2] - cz;
      const distance = dx * dx + dy * dy + dz * dz;
      if (!(distance <= farthest)) {
        farthest = distance;
        pivot = k;
        if (Number.isNaN(distance)) break;
      }
    }
    if (farthest < best) {
      best = farthest;
      bx = cx;
      by = cy;
      bz = cz;
    }
    // A support point that seems outside is rounding: nothing better to find. NaN ends here too.
    if (!(farthest > reach) || pivot < from + support) break;
    support = exchange(points, ids, from, support, pivot, out, o);
    if (!(out[o + 3] > reach)) break;
    cx = out[o];
    cy = out[o + 1];
    cz = out[o + 2];
    reach = out[o + 3];
  }
  // Squares below 1e-280 have lost digits to underflow; infinity and NaN are overflow or bad input.
  if (!(best < Number.POSITIVE_INFINITY) || (best < 1e-280 && !(best === 0 && areEqual(points, ids, from, to)))) {
    encloseCoarsely(points, ids, from, to, out, o);
    return;
  }
  out[o] = bx;
  out[o + 1] = by;
  out[o + 2] = bz;
  out[o + 3] = Math.sqrt(best) * OUTWARD;
}

/**
 * The smallest ball of the support `ids[from..from + support)` and the point `ids[pivot]`, known to be on its rim.
 * Writes centre and squared radius to `out`, brings the new support to the front and returns its size.
 */
function exchange(
  points: Float64Array,
  ids: Uint32Array,
  from: number,
  support: number,
  pivot: number,
  out: Float64Array,
  o: number,
): number {
  const f = 3 * ids[pivot];
  let chosen = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < SUBSETS.length; n++) {
    const subset = SUBSETS[n];
    if (subset >> support !== 0) continue;
    const isCentral = circumscribe(points, ids, from, subset, f, out, o);
    if (!(out[o + 3] < least) || !holdsSupport(points, ids, from, support, subset, f, out, o)) continue;
    least = out[o + 3];
    chosen = subset;
    // A ball with its centre between its rim points is the smallest around them: no other support can beat it.
    if (isCentral) break;
  }
  if (chosen === 0) {
    out[o + 3] = -1;
    return support;
  }
  circumscribe(points, ids, from, chosen, f, out, o);
  out[o] += points[f];
  out[o + 1] += points[f + 1];
  out[o + 2] += points[f + 2];
  swap(ids, pivot, from + support);
  let size = 0;
  for (let k = 0; k < support; k++) if ((chosen >> k) & 1) swap(ids, from + size++, from + k);
  swap(ids, from + size, from + support);
  return size + 1;
}

/**
 * The sphere through the point f and the support points of `subset` with its centre in their affine hull: the centre
 * minus f, and the squared radius (NaN or infinite if they are dependent). Returns whether the centre is in their
 * convex hull. The centre c solves 2 v.c = v.v for each v = support point - f.
 */
function circumscribe(
  points: Float64Array,
  ids: Uint32Array,
  from: number,
  subset: number,
  f: number,
  out: Float64Array,
  o: number,
): boolean {
  const i = 31 - Math.clz32(subset);
  const rest = subset & ~(1 << i);
  const u = 3 * ids[from + i];
  const ux = points[u] - points[f];
  const uy = points[u + 1] - points[f + 1];
  const uz = points[u + 2] - points[f + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  if (rest === 0) return writeCentre(out, o, ux / 2, uy / 2, uz / 2, true);

  const j = 31 - Math.clz32(rest);
  const last = rest & ~(1 << j);
  const v = 3 * ids[from + j];
  const vx = points[v] - points[f];
  const vy = points[v + 1] - points[f + 1];
  const vz = points[v + 2] - points[f + 2];
  const vv = vx * vx + vy * vy + vz * vz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  if (last === 0) {
    // c = ((|u|^2 v - |v|^2 u) x (u x v)) / (2 |u x v|^2), and its weights for u and v by the same formula.
    const scale = 0.5 / (nx * nx + ny * ny + nz * nz);
    const wx = uu * vx - vv * ux;
    const wy = uu * vy - vv * uy;
    const wz = uu * vz - vv * uz;
    const uv = ux * vx + uy * vy + uz * vz;
    const su = vv * (uu - uv) * scale;
    const sv = uu * (vv - uv) * scale;
    const isCentral = su >= 0 && sv >= 0 && su + sv <= 1;
    return writeCentre(
      out,
      o,
      (wy * nz - wz * ny) * scale,
      (wz * nx - wx * nz) * scale,
      (wx * ny - wy * nx) * scale,
      isCentral,
    );
  }

  const w = 3 * ids[from + 31 - Math.clz32(last)];
  const wx = points[w] - points[f];
  const wy = points[w + 1] - points[f + 1];
  const wz = points[w + 2] - points[f + 2];
  const ww = wx * wx + wy * wy + wz * wz;
  // Cramer: c = (|u|^2 v x w + |v|^2 w x u + |w|^2 u x v) / (2 det).
  const ax = vy * wz - vz * wy;
  const ay = vz * wx - vx * wz;
  const az = vx * wy - vy * wx;
  const bx = wy * uz - wz * uy;
  const by = wz * ux - wx * uz;
  const bz = wx * uy - wy * ux;
  const inverse = 1 / (ux * ax + uy * ay + uz * az);
  const x = (uu * ax + vv * bx + ww * nx) * inverse * 0.5;
  const y = (uu * ay + vv * by + ww * ny) * inverse * 0.5;
  const z = (uu * az + vv * bz + ww * nz) * inverse * 0.5;
  // The weights of the centre come from the same rows.
  const su = (x * ax + y * ay + z * az) * inverse;
  const sv = (x * bx + y * by + z * bz) * inverse;
  const sw = (x * nx + y * ny + z * nz) * inverse;
  return writeCentre(out, o, x, y, z, su >= 0 && sv >= 0 && sw >= 0 && su + sv + sw <= 1);
}

function writeCentre(out: Float64Array, o: number, x: number, y: number, z: number, isCentral: boolean): boolean {
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = x * x + y * y + z * z;
  return isCentral;
}

/** Are the support points outside `subset` within the ball in `out` (centre relative to f)? */
function holdsSupport(
  points: Float64Array,
  ids: Uint32Array,
  from: number,
  support: number,
  subset: number,
  f: number,
  out: Float64Array,
  o: number,
): boolean {
  const limit = out[o + 3] * SLACK;
  for (let k = 0; k < support; k++) {
    if ((subset >> k) & 1) continue;
    const p = 3 * ids[from + k];
    const dx = points[p] - points[f] - out[o];
    const dy = points[p + 1] - points[f + 1] - out[o + 1];
    const dz = points[p + 2] - points[f + 2] - out[o + 2];
    if (!(dx * dx + dy * dy + dz * dz <= limit)) return false;
  }
  return true;
}

function swap(ids: Uint32Array, i: number, j: number): void {
  const id = ids[i];
  ids[i] = ids[j];
  ids[j] = id;
}

function areEqual(points: Float64Array, ids: Uint32Array, from: number, to: number): boolean {
  const f = 3 * ids[from];
  for (let k = from + 1; k < to; k++) {
    for (let axis = 0; axis < 3; axis++) if (points[3 * ids[k] + axis] !== points[f + axis]) return false;
  }
  return true;
}

/** The ball about the box: sound at every scale (no squares), at most sqrt(3) too large. Infinite if a point is not finite. */
const encloseCoarsely: typeof encloseMinimally = (points, ids, from, to, out, o) => {
  let diameter = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = points[3 * ids[from] + axis];
    let high = low;
    for (let k = from; k < to; k++) {
      const x = points[3 * ids[k] + axis];
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    const centre = low / 2 + high / 2;
    diameter += 2 * Math.max(high - centre, centre - low);
    out[o + axis] = Number.isFinite(centre) ? centre : 0;
  }
  out[o + 3] = Number.isFinite(diameter) ? (diameter / 2) * OUTWARD + Number.MIN_VALUE : Number.POSITIVE_INFINITY;
};
