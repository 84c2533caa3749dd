import { DOP_DIRECTIONS, DOP_LENGTHS } from '../bounds/dop.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { keySlack } from '../deform/posed-weights.ts';
import type { RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';

/**
 * k-DOPs of meshes that fields displace and one joint places: k / 2 slabs of every shape or mode, blended with its weight
 * ([Larsson2003] Eq. 3). A slab is (middle, half its width), so weights below 0 need no case: the middle follows the sign,
 * the width the magnitude. In a record the middles of all slabs come first, then the halves.
 */
export const refitMorphDop: RefitRule = (records, _deformer, posed, node, scratch, out) => {
  blendShapes(records, posed, node, scratch);
  placeDop(posed, scratch, records.slabs, out, 2 * records.slabs * node);
};

/** The same with modes ([James2004] have spheres and boxes). Every update is in full: nothing is remembered from pose to pose. */
export const refitModalDop: RefitRule = (records, deformer, posed, node, scratch, out) => {
  const { values, slabs } = records;
  const at = records.starts[node];
  for (let k = 0; k < 2 * slabs; k++) scratch[k] = values[at + k];
  for (let m = 0, o = at + 2 * slabs; m < deformer.displacements.count; m++, o += 2 * slabs) {
    addSlabs(values, o, posed.weights[m], slabs, scratch);
  }
  placeDop(posed, scratch, slabs, out, 2 * slabs * node);
};

/** As `blendVolumes` of morph.ts, in which the three sums are explained. */
function blendShapes(records: RefitRecords, posed: PosedJoints, node: number, out: Float64Array): void {
  const { words, values, slabs } = records;
  const { weights, isConvex } = posed;
  const size = 2 * slabs;
  let at = records.starts[node];
  const keys = words[at] < 0 ? -words[at++] : 0;
  if (keys > 0 && posed.key >= 0) {
    const first = at + size * posed.key;
    const { share } = posed;
    for (let k = 0; k < size; k++) out[k] = (1 - share) * values[first + k] + share * values[first + size + k];
    for (let s = 0; s < slabs; s++) out[slabs + s] += keySlack(posed) * DOP_LENGTHS[s];
    return;
  }
  at += size * keys;
  const count = words[at++];
  const stride = 1 + 2 * size;
  const targets = at + size;
  let rest = 1;
  if (isConvex) for (let t = 0, o = targets; t < count; t++, o += stride) rest -= weights[words[o]];
  for (let k = 0; k < size; k++) out[k] = rest * values[at + k];
  for (let t = 0, o = targets; t < count; t++, o += stride) {
    addSlabs(values, isConvex ? o + 1 + size : o + 1, weights[words[o]], slabs, out); // the whole shape, or its displacements
  }
}

function addSlabs(values: Float32Array, at: number, weight: number, slabs: number, out: Float64Array): void {
  const magnitude = Math.abs(weight);
  for (let s = 0; s < slabs; s++) {
    out[s] += weight * values[at + s];
    out[slabs + s] += magnitude * values[at + slabs + s];
  }
}

/**
 * The k-DOP of the world around a k-DOP of the frame of the mesh (middles, then halves). Along the direction d of the world
 * the mesh reaches as far as along u = M^T d in its own frame. Wherever u = sum c_i n_i with c_i >= 0 and n_i or -n_i among
 * the directions, it reaches no farther than sum c_i times the reach along n_i: of some such sums (the axes alone; one diagonal and
 * what it leaves to the axes; two; all three of the octant u is in) the least counts. Exact where the joint does not turn,
 * as u is a direction itself then, and never looser than the box of the three axes. Cost: about 30 products for each direction.
 */
export function placeDop(posed: PosedJoints, dop: Float64Array, slabs: number, out: Float64Array, o: number): void {
  const { joints: m, slack } = posed;
  let poison = 0;
  for (let k = 0; k < 2 * slabs; k++) poison += 0 * dop[k]; // NaN if anything is
  for (let s = 0; s < slabs; s++) {
    const dx = DOP_DIRECTIONS[3 * s];
    const dy = DOP_DIRECTIONS[3 * s + 1];
    const dz = DOP_DIRECTIONS[3 * s + 2];
    const at = o + 2 * s;
    reachAlong(
      dop,
      slabs,
      m[0] * dx + m[4] * dy + m[8] * dz,
      m[1] * dx + m[5] * dy + m[9] * dz,
      m[2] * dx + m[6] * dy + m[10] * dz,
      out,
      at,
    );
    const offset = m[3] * dx + m[7] * dy + m[11] * dz;
    // Sums of up to six terms, each up to sqrt(6) times as large as the point: twice the slack covers them.
    const more = 2 * slack * DOP_LENGTHS[s] + poison;
    out[at] += offset - more;
    out[at + 1] += offset + more;
  }
}

/** Writes the lowest and the highest product with (x, y, z) that the k-DOP is known to allow. */
function reachAlong(
  dop: Float64Array,
  slabs: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  at: number,
): void {
  const a = Math.abs(x);
  const b = Math.abs(y);
  const c = Math.abs(z);
  const middle = x * dop[0] + y * dop[1] + z * dop[2];
  const half = a * dop[slabs] + b * dop[slabs + 1] + c * dop[slabs + 2];
  out[at] = middle - half;
  out[at + 1] = middle + half;
  // The diagonals of the octant: directions 3 to 5 are sums of two axes, 6 to 8 differences.
  const xy = x < 0 === y < 0 ? 3 : 6;
  const xz = x < 0 === z < 0 ? 4 : 7;
  const yz = y < 0 === z < 0 ? 5 : 8;
  const sideX = x < 0 ? -1 : 1;
  const sideY = y < 0 ? -1 : 1;
  const sideZ = z < 0 ? -1 : 1;
  for (let first = 0; first < 3; first++) {
    // How much of each diagonal: as much as possible of the first, then of the one after it, then of the last.
    let [p, q, r] = [0, 0, 0];
    if (first === 0 && xy < slabs) p = Math.min(a, b);
    if (first === 1 && xz < slabs) q = Math.min(a, c);
    if (first === 2 && yz < slabs) r = Math.min(b, c);
    if (p + q + r === 0) continue;
    tighten(
      dop,
      slabs,
      sideX * (a - p - q),
      sideY * (b - p - r),
      sideZ * (c - q - r),
      sideX * p,
      xy,
      sideX * q,
      xz,
      sideY * r,
      yz,
      out,
      at,
    );
    if (p === 0 && xy < slabs) p = Math.min(a - q, b - r);
    if (q === 0 && xz < slabs) q = Math.min(a - p, c - r);
    if (r === 0 && yz < slabs) r = Math.min(b - p, c - q);
    tighten(
      dop,
      slabs,
      sideX * (a - p - q),
      sideY * (b - p - r),
      sideZ * (c - q - r),
      sideX * p,
      xy,
      sideX * q,
      xz,
      sideY * r,
      yz,
      out,
      at,
    );
  }
  if (!(xy < slabs && xz < slabs && yz < slabs)) return;
  const p = 0.5 * (a + b - c);
  const q = 0.5 * (a + c - b);
  const r = 0.5 * (b + c - a);
  if (p >= 0 && q >= 0 && r >= 0) {
    tighten(dop, slabs, 0, 0, 0, sideX * p, xy, sideX * q, xz, sideY * r, yz, out, at);
  }
}

/** Of the axes (x, y, z) and three diagonals the given shares, which sum up to the direction that is asked about. */
function tighten(
  dop: Float64Array,
  slabs: number,
  x: number,
  y: number,
  z: number,
  p: number,
  xy: number,
  q: number,
  xz: number,
  r: number,
  yz: number,
  out: Float64Array,
  at: number,
): void {
  let middle = x * dop[0] + y * dop[1] + z * dop[2];
  let half = Math.abs(x) * dop[slabs] + Math.abs(y) * dop[slabs + 1] + Math.abs(z) * dop[slabs + 2];
  if (p !== 0) {
    middle += p * dop[xy];
    half += Math.abs(p) * dop[slabs + xy];
  }
  if (q !== 0) {
    middle += q * dop[xz];
    half += Math.abs(q) * dop[slabs + xz];
  }
  if (r !== 0) {
    middle += r * dop[yz];
    half += Math.abs(r) * dop[slabs + yz];
  }
  if (middle - half > out[at]) out[at] = middle - half;
  if (middle + half < out[at + 1]) out[at + 1] = middle + half;
}
