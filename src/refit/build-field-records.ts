import { DOP_DIRECTIONS } from '../bounds/dop.ts';
import type { Deformer } from '../deform/deformer.ts';
import { roundUpToFloat32 } from '../math/rounding.ts';
import { createNodeFields, gatherNode, type NodeFields } from './node-fields.ts';
import { createNoSharedBoxes, createRecords, type RecordsSource, type RefitRecords } from './records.ts';
import { writeBox, writeSphere } from './write-volumes.ts';

/**
 * Precomputes what the rules of morph.ts, modal.ts and field-dops.ts read: volumes (spheres or boxes, as `extents` says, or k-DOPs) of every inner
 * node's rest positions, displacements and shapes. The volume of a field's displacements is the smallest one,
 * about no matter what centre: [James2004] take their mean, which is looser. Cost: O(vertices * fields * depth).
 */
export function buildFieldRecords({ mesh, deformer, tree, extents, slabs, progress }: RecordsSource): RefitRecords {
  const { links, slotStarts, slotEnds } = tree;
  const nodes = links.length;
  const starts = new Uint32Array(nodes);
  const fields = createNodeFields(mesh, deformer);
  const writer = createWriter(extents, slabs);
  for (let node = 0; node < nodes; node++) {
    if (links[node] < 0) continue;
    starts[node] = writer.length;
    gatherNode(fields, mesh, deformer, 3 * slotStarts[node], 3 * slotEnds[node]);
    if (deformer.kind === 'modal') writeModes(writer, fields, deformer.displacements.count);
    else writeMorph(writer, fields, deformer);
    if (progress && (node & 1023) === 0) progress(node / nodes);
  }
  const words = writer.words.slice(0, writer.length);
  const none = new Uint32Array(1);
  return createRecords(words, starts, 2, none, new Uint32Array(0), slabs, createNoSharedBoxes(), 0);
}

/** Words being written, and room to find volumes in. */
interface Writer {
  words: Int32Array;
  values: Float32Array;
  length: number;
  extents: 1 | 3;
  /** Of k-DOPs; 0 for other volumes. */
  slabs: number;
  sphere: Float64Array;
  blend: Float64Array;
}

function createWriter(extents: 1 | 3, slabs: number): Writer {
  const words = new Int32Array(1 << 16);
  const values = new Float32Array(words.buffer);
  return { words, values, length: 0, extents, slabs, sphere: new Float64Array(4), blend: new Float64Array(0) };
}

function reserve(writer: Writer, count: number): void {
  if (writer.length + count <= writer.words.length) return;
  const words = new Int32Array(2 * (writer.length + count));
  words.set(writer.words.subarray(0, writer.length));
  writer.words = words;
  writer.values = new Float32Array(words.buffer);
}

/** [volume at rest] [volume of the displacements] per mode [stray] [speed]. */
function writeModes(writer: Writer, fields: NodeFields, modes: number): void {
  const { count, points } = fields;
  writeVolume(writer, points, 0, fields);
  const from = writer.length;
  for (let m = 0; m < modes; m++) writeVolume(writer, points, m + 1, fields);
  const centers = writer.slabs > 0 ? null : { values: writer.values, from, size: 3 + writer.extents };
  let stray = 0;
  let speed = 0;
  for (let i = 0; i < count; i++) {
    stray = Math.max(stray, operatorNorm(fields, i, modes, centers));
    speed = Math.max(speed, operatorNorm(fields, i, modes, null));
  }
  reserve(writer, 2);
  writer.values[writer.length++] = roundUpToFloat32(stray);
  writer.values[writer.length++] = roundUpToFloat32(speed);
}

/**
 * [-keys] [volume of each key shape], if there are volumes in between; then [targets that move the node] [volume of the
 * base], and for each of those targets [target] [volume of its displacements] [volume of its whole shape].
 */
function writeMorph(writer: Writer, fields: NodeFields, deformer: Deformer): void {
  const { inBetweens } = deformer;
  const targets = deformer.displacements.count;
  if (writer.blend.length < 3 * fields.count) writer.blend = new Float64Array(6 * fields.count);
  const { blend } = writer;
  if (inBetweens >= 0) {
    const keys = targets * (inBetweens + 1) + 1;
    reserve(writer, 1);
    writer.words[writer.length++] = -keys;
    for (let key = 0; key < keys; key++) {
      const shape = Math.floor(key / (inBetweens + 1));
      blendShapes(fields, shape, (key % (inBetweens + 1)) / (inBetweens + 1), blend);
      writeVolume(writer, blend, 0, fields);
    }
  }
  reserve(writer, 1);
  const countAt = writer.length++;
  let moving = 0;
  writeVolume(writer, fields.points, 0, fields);
  for (let m = 0; m < targets; m++) {
    if (!fields.moves[m]) continue;
    moving++;
    reserve(writer, 1);
    writer.words[writer.length++] = m;
    writeVolume(writer, fields.points, m + 1, fields);
    blendShapes(fields, m + 1, 0, blend);
    writeVolume(writer, blend, 0, fields);
  }
  writer.words[countAt] = moving;
}

/** The points of the mesh on the way from shape `shape` (0: base, else base + target - 1) to the next. */
function blendShapes(fields: NodeFields, shape: number, share: number, out: Float64Array): void {
  const { points, count } = fields;
  for (let k = 0; k < 3 * count; k++) {
    let x = points[k];
    if (shape > 0) x += (1 - share) * points[3 * shape * count + k];
    if (share > 0) x += share * points[3 * (shape + 1) * count + k];
    out[k] = x;
  }
}

/**
 * Writes the volume of list `list` of `points`, in float32: the centre first, the extents about the rounded centre, both
 * rounded so that they still hold.
 */
function writeVolume(writer: Writer, points: Float64Array, list: number, { count, ids }: NodeFields): void {
  const { extents, slabs } = writer;
  if (slabs > 0) {
    writeDop(writer, points.subarray(3 * list * count, 3 * (list + 1) * count), slabs);
    return;
  }
  reserve(writer, 3 + extents);
  const { values, sphere } = writer;
  const from = 3 * list * count;
  const at = writer.length;
  writer.length += 3 + extents;
  const own = points.subarray(from, from + 3 * count);
  if (extents === 1) writeSphere(values, at, own, ids, sphere);
  else writeBox(values, at, own);
}

/** Writes the slabs of some points: the middles, in float32, then half the widths about the rounded middles. */
function writeDop(writer: Writer, points: Float64Array, slabs: number): void {
  reserve(writer, 2 * slabs);
  const { values } = writer;
  const at = writer.length;
  writer.length += 2 * slabs;
  for (let s = 0; s < slabs; s++) {
    const [x, y, z] = DOP_DIRECTIONS.subarray(3 * s, 3 * s + 3);
    let low = Infinity;
    let high = -Infinity;
    let largest = 0;
    for (let k = 0; k < points.length; k += 3) {
      const product = x * points[k] + y * points[k + 1] + z * points[k + 2];
      low = Math.min(low, product);
      high = Math.max(high, product);
      largest = Math.max(largest, Math.abs(points[k]), Math.abs(points[k + 1]), Math.abs(points[k + 2]));
    }
    values[at + s] = 0.5 * (low + high);
    const middle = values[at + s];
    // A product of a diagonal is a sum of two coordinates, rounded once: by no more than 2^-52 of the larger.
    const half = Math.max(high - middle, middle - low) * (1 + 2e-15) + 2 ** -51 * largest;
    values[at + slabs + s] = roundUpToFloat32(half);
  }
}

/** Where the centres of the modes stand: that of mode m at `values[from + size * m]`. */
interface Centers {
  values: Float32Array;
  from: number;
  size: number;
}

/**
 * The largest factor by which vertex `i`'s 3 x modes matrix of displacements (less the modes' centres, if these
 * are given) turns the length of a vector of amplitudes into a distance: the root of the largest eigenvalue of the 3x3
 * product with its transpose, in closed form and rounded up.
 */
function operatorNorm({ points, count }: NodeFields, i: number, modes: number, centers: Centers | null): number {
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  for (let m = 0; m < modes; m++) {
    const p = 3 * ((m + 1) * count + i);
    const x = points[p] - (centers ? centers.values[centers.from + centers.size * m] : 0);
    xx += x * x;
    const y = points[p + 1] - (centers ? centers.values[centers.from + centers.size * m + 1] : 0);
    xy += x * y;
    yy += y * y;
    const z = points[p + 2] - (centers ? centers.values[centers.from + centers.size * m + 2] : 0);
    xz += x * z;
    yz += y * z;
    zz += z * z;
  }
  const mean = (xx + yy + zz) / 3;
  const a = xx - mean;
  const b = yy - mean;
  const c = zz - mean;
  const spread = Math.sqrt((a * a + b * b + c * c + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
  if (!(spread > 0)) return Math.sqrt(mean) * (1 + 1e-12);
  const determinant = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
  const angle = Math.acos(Math.min(1, Math.max(-1, determinant / (2 * spread ** 3)))) / 3;
  return Math.sqrt(mean + 2 * spread * Math.cos(angle)) * (1 + 1e-7); // acos loses half the digits near 1
}
