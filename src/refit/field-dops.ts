import { DOP_DIRECTIONS, DOP_LENGTHS } from '../bounds/dop.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import { keySlack } from '../deform/posed-weights.ts';
import { blendKeys } from './morph.ts';
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
  let at = blendKeys(records, posed, node, size, out);
  if (at < 0) {
    for (let s = 0; s < slabs; s++) out[slabs + s] += keySlack(posed) * DOP_LENGTHS[s];
    return;
  }
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

type Dop = [dop: Float64Array, slabs: number];
type Direction = [x: number, y: number, z: number];

/** Writes the lowest and the highest product with (x, y, z) that the k-DOP is known to allow. */
const reachAlong: (...of: [...Dop, ...Direction, out: Float64Array, at: number]) => void = (
  dop,
  slabs,
  x,
  y,
  z,
  out,
  at,
) => {
  const a = Math.abs(x);
  const b = Math.abs(y);
  const c = Math.abs(z);
  out[at] = -Infinity;
  out[at + 1] = Infinity;
  tighten(dop, slabs, x, y, z, 0, 0, 0, out, at);
  const hasXY = diagonal(x, y, 3) < slabs;
  const hasXZ = diagonal(x, z, 4) < slabs;
  const hasYZ = diagonal(y, z, 5) < slabs;
  for (let first = 0; first < 3; first++) {
    // As much as possible of one diagonal; then also of the others, as far as there is something left.
    let p = first === 0 && hasXY ? Math.min(a, b) : 0;
    let q = first === 1 && hasXZ ? Math.min(a, c) : 0;
    let r = first === 2 && hasYZ ? Math.min(b, c) : 0;
    if (p + q + r === 0) continue;
    tighten(dop, slabs, x, y, z, p, q, r, out, at);
    if (p === 0 && hasXY) p = Math.min(a - q, b - r);
    if (q === 0 && hasXZ) q = Math.min(a - p, c - r);
    if (r === 0 && hasYZ) r = Math.min(b - p, c - q);
    tighten(dop, slabs, x, y, z, p, q, r, out, at);
  }
  const p = 0.5 * (a + b - c);
  const q = 0.5 * (a + c - b);
  const r = 0.5 * (b + c - a);
  if (hasXY && hasXZ && hasYZ && p >= 0 && q >= 0 && r >= 0) tighten(dop, slabs, x, y, z, p, q, r, out, at);
};

/** Which direction is the diagonal between two axes in the octant that these coordinates are in: `sum` of both, or their difference. */
function diagonal(x: number, y: number, sum: number): number {
  return x < 0 === y < 0 ? sum : sum + 3;
}

/** The bound from p, q and r of the diagonals xy, xz and yz of the octant of (x, y, z), and of the axes what is left then. */
const tighten: (...of: [...Dop, ...Direction, p: number, q: number, r: number, out: Float64Array, at: number]) => void =
  (dop, slabs, x, y, z, p, q, r, out, at) => {
    const sideX = x < 0 ? -1 : 1;
    const sideY = y < 0 ? -1 : 1;
    const restX = x - sideX * (p + q);
    const restY = y - sideY * (p + r);
    const restZ = z - (z < 0 ? -1 : 1) * (q + r);
    let middle = restX * dop[0] + restY * dop[1] + restZ * dop[2];
    let half = Math.abs(restX) * dop[slabs] + Math.abs(restY) * dop[slabs + 1] + Math.abs(restZ) * dop[slabs + 2];
    if (p > 0) {
      const xy = diagonal(x, y, 3);
      middle += sideX * p * dop[xy];
      half += p * dop[slabs + xy];
    }
    if (q > 0) {
      const xz = diagonal(x, z, 4);
      middle += sideX * q * dop[xz];
      half += q * dop[slabs + xz];
    }
    if (r > 0) {
      const yz = diagonal(y, z, 5);
      middle += sideY * r * dop[yz];
      half += r * dop[slabs + yz];
    }
    if (!(middle - half <= out[at])) out[at] = middle - half;
    if (!(middle + half >= out[at + 1])) out[at + 1] = middle + half;
  };
