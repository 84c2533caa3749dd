import { type Deformer, isChain } from '../deform/deformer.ts';
import { mixing } from '../deform/spherical-bend.ts';
import { roundUpToFloat32 } from '../math/rounding.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { BOX_PATCH, countKeys, DISTANCE_PATCH } from './chain.ts';
import type { Span } from './record-forms.ts';
import { writeBox, writeSphere } from './write-volumes.ts';

/** Room for the patches of one node's record (chain.ts) and for finding them. */
export interface ChainWriter {
  words: Int32Array;
  values: Float32Array;
  /** Of a span: rest positions, then the displacements of each field that moves it (zeros included), then a shape. */
  points: Float64Array;
  ids: Uint32Array;
  sphere: Float64Array;
}

export function createChainWriter(mesh: Mesh, deformer: Deformer): ChainWriter {
  const vertices = isChain(deformer) ? mesh.positions.length / 3 : 0;
  const words = new Int32Array(1024);
  return {
    words,
    values: new Float32Array(words.buffer),
    points: new Float64Array(0),
    ids: new Uint32Array(vertices),
    sphere: new Float64Array(4),
  };
}

/**
 * Writes [number of patches], then for each span that a field changes [place in the record] [size] [number of fields]
 * and for each of these [field] and, for a volume, the smallest one of its displacements (zeros included), for a
 * distance, the largest mixed displacement. Behind them, if there are key shapes, the volume or distance of each. Returns
 * the number of words.
 */
export function writePatches(writer: ChainWriter, spans: readonly Span[], mesh: Mesh, deformer: Deformer): number {
  const keys = countKeys(deformer);
  let count = 0;
  let at = 1;
  for (const span of spans) {
    const fields = movingFields(span.vertices, deformer);
    if (fields.length === 0) continue;
    const { size, vertices } = span;
    reserve(writer, at + 3 + (1 + size) * fields.length + keys * size);
    writer.words[at] = span.at;
    writer.words[at + 1] = size;
    writer.words[at + 2] = fields.length;
    at += 3;
    gatherSpan(writer, vertices, fields, mesh, deformer);
    fields.forEach((field, f) => {
      writer.words[at] = field;
      if (size === DISTANCE_PATCH) writeDistance(writer, at + 1, f + 1, vertices, deformer, false);
      else writeVolume(writer, at + 1, f + 1, vertices.length, size);
      at += 1 + size;
    });
    for (let key = 0; key < keys; key++, at += size) {
      gatherShape(writer, vertices.length, fields, key / (deformer.inBetweens + 1));
      if (size === DISTANCE_PATCH) writeDistance(writer, at, fields.length + 1, vertices, deformer, true);
      else writeVolume(writer, at, fields.length + 1, vertices.length, size);
    }
    count++;
  }
  writer.words[0] = count;
  return at;
}

function reserve(writer: ChainWriter, length: number): void {
  if (length <= writer.words.length) return;
  const words = new Int32Array(2 * length);
  words.set(writer.words);
  writer.words = words;
  writer.values = new Float32Array(words.buffer);
}

function movingFields(vertices: Uint32Array, { displacements }: Deformer): number[] {
  const { starts, fields } = displacements;
  const moving = new Set<number>();
  for (const v of vertices) for (let k = starts[v]; k < starts[v + 1]; k++) moving.add(fields[k]);
  return [...moving].sort((a, b) => a - b);
}

function gatherSpan(
  writer: ChainWriter,
  vertices: Uint32Array,
  moving: number[],
  mesh: Mesh,
  deformer: Deformer,
): void {
  const { starts, fields, offsets } = deformer.displacements;
  const count = vertices.length;
  const needed = 3 * count * (moving.length + 2);
  if (writer.points.length < needed) writer.points = new Float64Array(2 * needed);
  const { points } = writer;
  points.fill(0, 0, needed);
  for (let i = 0; i < count; i++) {
    const v = vertices[i];
    for (let axis = 0; axis < 3; axis++) points[3 * i + axis] = mesh.positions[3 * v + axis];
    for (let k = starts[v]; k < starts[v + 1]; k++) {
      const list = moving.indexOf(fields[k]) + 1;
      for (let axis = 0; axis < 3; axis++) points[3 * (list * count + i) + axis] = offsets[3 * k + axis];
    }
  }
}

/** Writes where the vertices are `way` shapes after the base, in the list behind those of the fields. */
function gatherShape({ points }: ChainWriter, count: number, fields: readonly number[], way: number): void {
  const out = 3 * count * (fields.length + 1);
  points.copyWithin(out, 0, 3 * count);
  for (const shape of [Math.floor(way), Math.floor(way) + 1]) {
    const list = fields.indexOf(shape - 1) + 1; // shape 0 is the base; others may leave these vertices where they are
    const share = 1 - Math.abs(way - shape);
    for (let k = 0; list > 0 && k < 3 * count; k++) points[out + k] += share * points[3 * list * count + k];
  }
}

function writeVolume(writer: ChainWriter, at: number, list: number, count: number, size: Span['size']): void {
  const { values, ids, sphere } = writer;
  const points = writer.points.subarray(3 * list * count, 3 * (list + 1) * count);
  if (size === BOX_PATCH) writeBox(values, at, points);
  else writeSphere(values, at, points, ids, sphere);
}

/** Writes the largest mixed length of the points of a list: displacements, or (`isShape`) places as seen from the reference point. */
function writeDistance(
  { values, points }: ChainWriter,
  at: number,
  list: number,
  vertices: Uint32Array,
  deformer: Deformer,
  isShape: boolean,
): void {
  const from = 3 * list * vertices.length;
  let most = 0;
  vertices.forEach((v, i) => {
    const r = 3 * deformer.sets.setOfVertex[v];
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      squared += (points[from + 3 * i + axis] - (isShape ? deformer.references[r + axis] : 0)) ** 2;
    }
    most = Math.max(most, mixingOf(v, deformer) * Math.sqrt(squared));
  });
  values[at] = roundUpToFloat32(most * (1 + 2e-15));
}

function mixingOf(v: number, { sets }: Deformer): number {
  const set = sets.setOfVertex[v];
  return mixing(sets.weights, sets.weightStarts[v], sets.starts[set + 1] - sets.starts[set]);
}
