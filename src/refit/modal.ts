import { type PosedJoints, STRETCH } from '../deform/posed-joints.ts';
import { keepBox, placeSphere } from './place-volume.ts';
import type { RefitRecords } from './records.ts';
import type { RefitRule } from './rules.ts';

/**
 * Move the volume of a node of a vibrating mesh ([James2004]): the centre by the node's centre of every mode, the extents
 * by how far its vertices stray from that. Read no vertex; nodes may come in any order. Cost: 4 or 6 multiplications per
 * mode; a handful in all where the node has hardly moved since its own last full update.
 */
export const refitModalSphere: RefitRule = (records, deformer, posed, node, scratch, out) => {
  const { memory, joints } = posed;
  const o = MEMORY_SIZE * node;
  const isKept = o < memory.length;
  const radius = isKept ? memory[o + 3] : 0;
  const growth = isKept ? memory[o + SPEED] * (posed.travelled - memory[o + WAY]) * (1 + 1e-14) : 0;
  if (!(radius > 0 && growth <= MOST_GROWTH * radius)) {
    updateVolume(records, deformer.displacements.count, posed, node, 1, scratch);
    placeSphere(posed, scratch, out, 4 * node);
    return;
  }
  // The volume of an earlier pose (updateVolume), placed: written out, as this is what most nodes of a vibrating body do.
  const x = memory[o];
  const y = memory[o + 1];
  const z = memory[o + 2];
  out[4 * node] = joints[0] * x + joints[1] * y + joints[2] * z + joints[3];
  out[4 * node + 1] = joints[4] * x + joints[5] * y + joints[6] * z + joints[7];
  out[4 * node + 2] = joints[8] * x + joints[9] * y + joints[10] * z + joints[11];
  out[4 * node + 3] = joints[STRETCH] * (radius + growth) + posed.slack;
};

export const refitModalBox: RefitRule = (records, deformer, posed, node, scratch, out) => {
  updateVolume(records, deformer.displacements.count, posed, node, 3, scratch);
  keepBox(posed, scratch, out, 6 * node);
};

/**
 * A node's volume as of its last full update, in `PosedJoints.memory`: centre, up to 3 extents, the way gone then, and the
 * node's speed: one cache line, so that reuse reads nothing else.
 */
export const MEMORY_SIZE = 8;
export const WAY = 6;
const SPEED = 7;

/** By what share of its extents a volume may grow before it is updated in full. No extent: nothing is remembered yet. */
const MOST_GROWTH = 0.1;

/**
 * The volume (centre, `extents` extents) in the frame of the mesh. No vertex of the node moves by more than its speed times
 * the way the vector of amplitudes has gone, so the volume of an earlier pose, grown by that, still holds. The way is
 * measured from the node's own last full update: steps since some other pose would say nothing about it ([James2004]
 * leave that open).
 */
function updateVolume(
  records: RefitRecords,
  modes: number,
  posed: PosedJoints,
  node: number,
  extents: number,
  out: Float64Array,
): void {
  const { memory } = posed;
  const o = MEMORY_SIZE * node;
  if (o < memory.length) {
    const growth = memory[o + SPEED] * (posed.travelled - memory[o + WAY]) * (1 + 1e-14);
    const extent = extents === 1 ? memory[o + 3] : memory[o + 3] + memory[o + 4] + memory[o + 5];
    if (extent > 0 && growth <= MOST_GROWTH * extent) {
      out[0] = memory[o];
      out[1] = memory[o + 1];
      out[2] = memory[o + 2];
      out[3] = memory[o + 3] + growth;
      if (extents === 1) return;
      out[4] = memory[o + 4] + growth;
      out[5] = memory[o + 5] + growth;
      return;
    }
  }
  const size = 3 + extents;
  const at = records.starts[node];
  blendModes(records.values, at, modes, posed, size, out, 0);
  if (o >= memory.length) return;
  for (let k = 0; k < size; k++) memory[o + k] = out[k];
  memory[o + WAY] = posed.travelled;
  memory[o + SPEED] = records.values[at + size * (modes + 1) + 1];
}

/**
 * A record is [volume at rest], [volume of the displacements] for each mode, [stray], [speed]. For a sphere the sum of
 * the modes' radii may be replaced by stray (the largest norm of a vertex's displacements about the modes' centres) times
 * the length of the vector of amplitudes, whichever is less.
 */
function blendModes(
  values: Float32Array,
  at: number,
  modes: number,
  posed: PosedJoints,
  size: number,
  out: Float64Array,
  o: number,
): void {
  const { weights } = posed;
  if (size === 4) {
    let x = values[at];
    let y = values[at + 1];
    let z = values[at + 2];
    let growth = 0;
    let k = at + 4;
    for (let m = 0; m < modes; m++, k += 4) {
      const weight = weights[m];
      x += weight * values[k];
      y += weight * values[k + 1];
      z += weight * values[k + 2];
      growth += Math.abs(weight) * values[k + 3];
    }
    const whole = values[k] * posed.amplitude;
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
    out[o + 3] = values[at + 3] + (whole < growth ? whole : growth);
    return;
  }
  for (let k = 0; k < 6; k++) out[o + k] = values[at + k];
  for (let m = 0, k = at + 6; m < modes; m++, k += 6) {
    const weight = weights[m];
    const magnitude = Math.abs(weight);
    out[o] += weight * values[k];
    out[o + 1] += weight * values[k + 1];
    out[o + 2] += weight * values[k + 2];
    out[o + 3] += magnitude * values[k + 3];
    out[o + 4] += magnitude * values[k + 4];
    out[o + 5] += magnitude * values[k + 5];
  }
}
