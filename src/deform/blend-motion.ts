import type { Deformer } from './deformer.ts';
import { poseDualQuaternionSet } from './dual-quaternion-blend.ts';
import { IS_RIGID, MISFIT, type PosedJoints, SET_HEADER, SET_JOINT, setBlock } from './posed-joints.ts';
import { CENTER, poseSphericalSet, SLACK } from './spherical-blend.ts';

/**
 * How much farther blends of quaternions move a vertex between two poses than linear blending does. Both put it at
 *   sum w_i y_i + bend,  bend = vec(e conj(q)) / |q|^2,  q = sum w_i q_i,  e = sum_{i<j} w_i w_j y_ij q_ij:
 * w_i the weights, q_i the joints' quaternions (on one side), q_ij = q_i - q_j, and y_ij = y_i - y_j. For dual quaternions y_i
 * is the image of the vertex v under joint i: their sum w_i y_i q_i is e + (sum w_i y_i) q. For spherical blending it is
 * R_i (v - centre): there q (v - centre) is that sum. So y_ij = (R_i - R_j) (v - r) + k_ij for any point r, k_ij being what the
 * images of r differ by, or (R_i - R_j) (r - centre).
 *
 * From one pose to another (primed), with d for differences between the two,
 *   |d bend| <= (|d e| + |bend| |d q|) / |q'|,
 *   |d e| <= m max (|d y_ij| |q_ij'| + |y_ij| |d q_ij|),  |bend| <= m max |y_ij| |q_ij| / |q|,  |d q| <= max |d q_i|,
 *   |q|^2 = 1 - sum_{i<j} w_i w_j |q_ij|^2 >= 1 - m max |q_ij|^2,  m = sum_{i<j} w_i w_j.
 * q and -q are the same blend: the side of a pose may be chosen. Where two joints of a set pass half a turn against each
 * other, and one changes sides, d q_ij is large, as it should be: vertices jump there. Small steps of a sharp bend count in
 * proportion to step and bend, and a straight limb moves as under linear blending.
 */
export interface BendRange {
  /** The largest m of the vertices. */
  mixed: number;
  /** The largest |q_ij| in the one pose and in the other, and of their change; the largest |d q_i|. */
  chord: number;
  chordAfter: number;
  chordChange: number;
  turn: number;
  /** The largest |y_ij| in the one pose, and of its change. */
  apart: number;
  apartChange: number;
}

/** Blended quaternions may be this short, squared, for the bounds here: else rounding would not be what slacks say. */
const SHORTEST = 1 / 64;

/** Bounds |d bend|; infinite where blended quaternions may get short, and then vertices may be anywhere. */
export function boundBendChange(range: BendRange): number {
  const { mixed, chord, chordAfter, chordChange, turn, apart, apartChange } = range;
  const squared = 1 - mixed * chord * chord;
  const squaredAfter = 1 - mixed * chordAfter * chordAfter;
  if (!(squared > SHORTEST && squaredAfter > SHORTEST)) return Infinity;
  const bend = (mixed * apart * chord) / Math.sqrt(squared);
  const change = mixed * (apartChange * chordAfter + apart * chordChange) + bend * turn;
  return (change / Math.sqrt(squaredAfter)) * (1 + 1e-12);
}

export function createBendRange(): BendRange {
  return { mixed: 0, chord: 0, chordAfter: 0, chordChange: 0, turn: 0, apart: 0, apartChange: 0 };
}

/** Of the vertices of each joint-set: how far they are from its reference point at rest, and how much they mix joints (m). */
export interface SetSpans {
  reaches: Float64Array;
  mixed: Float64Array;
}

/** Cost: one pass over the vertices. */
export function findSetSpans({ sets, references }: Deformer, positions: Float64Array): SetSpans {
  const { starts, weights, weightStarts, setOfVertex } = sets;
  const reaches = new Float64Array(starts.length - 1);
  const mixed = new Float64Array(starts.length - 1);
  for (let v = 0; v < setOfVertex.length; v++) {
    const set = setOfVertex[v];
    const n = starts[set + 1] - starts[set];
    if (n === 1) continue;
    const distance = Math.hypot(...[0, 1, 2].map(axis => positions[3 * v + axis] - references[3 * set + axis]));
    reaches[set] = Math.max(reaches[set], distance * (1 + 1e-15));
    mixed[set] = Math.max(mixed[set], mixedWeight(weights, weightStarts[v], n));
  }
  return { reaches, mixed };
}

/** The sum of the products of two different weights of `n`, which sum to 1. */
export function mixedWeight(weights: Float64Array, from: number, n: number): number {
  let squares = 0;
  for (let k = from; k < from + n; k++) squares += weights[k] * weights[k];
  return Math.max(0, 0.5 * (1 - squares)) + 1e-12;
}

/** Brings the blocks of all joint-sets to the current pose. */
export function poseSets(deformer: Deformer, posed: PosedJoints): void {
  const { starts } = deformer.sets;
  const isSpherical = deformer.skinning === 'spherical-blend';
  for (let set = 0; set + 1 < starts.length; set++) {
    if (starts[set + 1] - starts[set] === 1) continue;
    if (isSpherical) poseSphericalSet(deformer, posed, set);
    else poseDualQuaternionSet(deformer, posed, set);
  }
}

/** A pose that was: joints and blocks of joint-sets as `PosedJoints` has them. */
export interface PoseBefore {
  joints: Float64Array;
  sets: Float64Array;
}

/**
 * Writes for each joint-set how much farther its vertices may have moved than linear blending would have moved them: from
 * the pose before, in which fields had put them up to `beside` from their rest positions, to the current one, whose blocks
 * are made (`poseSets`), and in which fields have carried them on by up to `displaced`.
 *
 * Sets with a joint that is not rigid are skinned linearly, and move as such; if that has changed between the poses, by any
 * way. Rigid joints are rotations only nearly: y_i may be off by misfit times a length, which is multiplied by at most 1 in
 * the mean, and by at most 6 + 4 / |q| over |q'| in the bend. Cost: some 100 ns for each pair of joints of each set.
 */
export function boundBends(
  deformer: Deformer,
  spans: SetSpans,
  before: PoseBefore,
  posed: PosedJoints,
  beside: number,
  displaced: number,
  out: Float64Array,
): void {
  const { starts } = deformer.sets;
  const range = createBendRange();
  const offsets = new Float64Array(6);
  for (let set = 0; set < out.length; set++) {
    out[set] = 0;
    if (starts[set + 1] - starts[set] === 1) continue;
    const block = setBlock(starts, set);
    const isRigid = posed.sets[block + IS_RIGID] !== 0;
    if (isRigid !== (before.sets[block + IS_RIGID] !== 0)) out[set] = Infinity;
    else if (isRigid) {
      const far = placeOffsets(deformer, set, before, posed, offsets) + deformer.reach + beside + displaced;
      range.mixed = spans.mixed[set];
      const misfit = compareSets(deformer, set, before, posed, offsets, spans.reaches[set] + beside, range);
      const slack = posed.sets[block + SLACK] + before.sets[block + SLACK];
      out[set] = boundBendChange(range) + misfit * far * (1 + 38 * 8) + 2 * slack;
    }
  }
}

/** Writes what k_ij is the image of, then and now: r, or r - centre. Returns how long all that is, at most. */
function placeOffsets(
  { references, sets, skinning }: Deformer,
  set: number,
  before: PoseBefore,
  posed: PosedJoints,
  out: Float64Array,
): number {
  const isSpherical = skinning === 'spherical-blend';
  const center = setBlock(sets.starts, set) + CENTER;
  let far = 0;
  for (let axis = 0; axis < 3; axis++) {
    const r = references[3 * set + axis];
    out[axis] = isSpherical ? r - before.sets[center + axis] : r;
    out[3 + axis] = isSpherical ? r - posed.sets[center + axis] : r;
    far += Math.abs(r) + Math.abs(out[axis]) + Math.abs(out[3 + axis]);
  }
  return far;
}

/** Fills `range` but for what vertices mix, which it has, from the joints of a set in two poses. Returns their misfit. */
function compareSets(
  { sets: { starts, joints: members }, skinning }: Deformer,
  set: number,
  before: PoseBefore,
  posed: PosedJoints,
  offsets: Float64Array,
  reach: number,
  range: BendRange,
): number {
  const { joints: now, sets: blocksNow } = posed;
  const { joints: old, sets: blocksOld } = before;
  const first = setBlock(starts, set) + SET_HEADER;
  const from = starts[set];
  const n = starts[set + 1] - from;
  const carried = skinning === 'spherical-blend' ? 0 : 1;
  const ox = offsets[0];
  const oy = offsets[1];
  const oz = offsets[2];
  const nx = offsets[3];
  const ny = offsets[4];
  const nz = offsets[5];
  let side = 0;
  for (let k = first; k < first + 4; k++) side += blocksNow[k] * blocksOld[k];
  side = side < 0 ? -1 : 1;
  let misfit = 0;
  let turn = 0;
  let chord = 0;
  let chordAfter = 0;
  let chordChange = 0;
  let apart = 0;
  let apartChange = 0;
  for (let i = 0; i < n; i++) {
    const a = members[from + i] << 4;
    const p = first + SET_JOINT * i;
    misfit = Math.max(misfit, now[a + MISFIT] + old[a + MISFIT]);
    const px = blocksOld[p];
    const py = blocksOld[p + 1];
    const pz = blocksOld[p + 2];
    const pw = blocksOld[p + 3];
    const qx = side * blocksNow[p];
    const qy = side * blocksNow[p + 1];
    const qz = side * blocksNow[p + 2];
    const qw = side * blocksNow[p + 3];
    turn = Math.max(turn, squaredLength(qx - px, qy - py, qz - pz, qw - pw));
    for (let j = 0; j < i; j++) {
      const b = members[from + j] << 4;
      const q = first + SET_JOINT * j;
      const dx = px - blocksOld[q];
      const dy = py - blocksOld[q + 1];
      const dz = pz - blocksOld[q + 2];
      const dw = pw - blocksOld[q + 3];
      const ex = qx - side * blocksNow[q];
      const ey = qy - side * blocksNow[q + 1];
      const ez = qz - side * blocksNow[q + 2];
      const ew = qw - side * blocksNow[q + 3];
      const length = squaredLength(dx, dy, dz, dw);
      let matrix = 0; // squared: of the change of R_i - R_j, by its nine numbers
      let place = 0; // squared: of k_ij
      let placeChange = 0;
      for (let row = 0; row < 12; row += 4) {
        const wx = old[a + row] - old[b + row];
        const wy = old[a + row + 1] - old[b + row + 1];
        const wz = old[a + row + 2] - old[b + row + 2];
        const ix = now[a + row] - now[b + row];
        const iy = now[a + row + 1] - now[b + row + 1];
        const iz = now[a + row + 2] - now[b + row + 2];
        const was = wx * ox + wy * oy + wz * oz + carried * (old[a + row + 3] - old[b + row + 3]);
        const is = ix * nx + iy * ny + iz * nz + carried * (now[a + row + 3] - now[b + row + 3]);
        matrix += (ix - wx) * (ix - wx) + (iy - wy) * (iy - wy) + (iz - wz) * (iz - wz);
        place += was * was;
        placeChange += (is - was) * (is - was);
      }
      chord = Math.max(chord, length);
      chordAfter = Math.max(chordAfter, squaredLength(ex, ey, ez, ew));
      chordChange = Math.max(chordChange, squaredLength(ex - dx, ey - dy, ez - dz, ew - dw));
      // |R_i - R_j| is at most 2, and at most twice the chord.
      apart = Math.max(apart, Math.min(2, 2 * Math.sqrt(length)) * reach + Math.sqrt(place));
      apartChange = Math.max(apartChange, Math.sqrt(matrix) * reach + Math.sqrt(placeChange));
    }
  }
  range.chord = Math.sqrt(chord);
  range.chordAfter = Math.sqrt(chordAfter);
  range.chordChange = Math.sqrt(chordChange);
  range.turn = Math.sqrt(turn);
  range.apart = apart;
  range.apartChange = apartChange;
  return misfit;
}

function squaredLength(x: number, y: number, z: number, w: number): number {
  return x * x + y * y + z * z + w * w;
}
