import { encloseMinimally } from '../bounds/miniball.ts';
import type { Deformer } from '../deform/deformer.ts';
import { mixing } from '../deform/spherical-bend.ts';
import { roundUpToFloat32 } from '../math/rounding.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { BOX_PATCH, DISTANCE_PATCH } from './chain.ts';
import type { Span } from './record-forms.ts';

/** Room for the patches of one node's record (chain.ts) and for finding them. */
export interface ChainWriter {
  words: Int32Array;
  values: Float32Array;
  points: Float64Array;
  ids: Uint32Array;
  sphere: Float64Array;
}

export function createChainWriter(mesh: Mesh, deformer: Deformer): ChainWriter {
  const vertices = deformer.kind === 'chain' ? mesh.positions.length / 3 : 0;
  const words = new Int32Array(1024);
  return {
    words,
    values: new Float32Array(words.buffer),
    points: new Float64Array(3 * vertices),
    ids: new Uint32Array(vertices),
    sphere: new Float64Array(4),
  };
}

/**
 * Writes [number of patches], then for each span that a target changes [place in the record] [size] [number of targets]
 * and for each of these [target] and, for a volume, the smallest one of its displacements (zeros included), for a
 * distance, the largest mixed displacement. Returns the number of words.
 */
export function writePatches(writer: ChainWriter, spans: readonly Span[], deformer: Deformer): number {
  let count = 0;
  let at = 1;
  for (const span of spans) {
    const targets = movingTargets(span.vertices, deformer);
    if (targets.length === 0) continue;
    reserve(writer, at + 3 + (1 + span.size) * targets.length);
    writer.words[at] = span.at;
    writer.words[at + 1] = span.size;
    writer.words[at + 2] = targets.length;
    at += 3;
    for (const target of targets) {
      writer.words[at++] = target;
      gatherTarget(writer.points, span.vertices, target, deformer);
      if (span.size === DISTANCE_PATCH) writer.values[at] = largestMixed(writer.points, span.vertices, deformer);
      else if (span.size === BOX_PATCH) writeBox(writer, at, span.vertices.length);
      else writeSphere(writer, at, span.vertices.length);
      at += span.size;
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

function movingTargets(vertices: Uint32Array, { displacements }: Deformer): number[] {
  const { starts, fields } = displacements;
  const targets = new Set<number>();
  for (const v of vertices) for (let k = starts[v]; k < starts[v + 1]; k++) targets.add(fields[k]);
  return [...targets].sort((a, b) => a - b);
}

function gatherTarget(out: Float64Array, vertices: Uint32Array, target: number, { displacements }: Deformer): void {
  const { starts, fields, offsets } = displacements;
  out.fill(0, 0, 3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    for (let k = starts[vertices[i]]; k < starts[vertices[i] + 1]; k++) {
      if (fields[k] !== target) continue;
      for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = offsets[3 * k + axis];
    }
  }
}

function writeSphere({ values, points, ids, sphere }: ChainWriter, at: number, count: number): void {
  for (let i = 0; i < count; i++) ids[i] = i;
  encloseMinimally(points, ids, 0, count, sphere, 0);
  for (let axis = 0; axis < 3; axis++) values[at + axis] = sphere[axis];
  let squared = 0;
  for (let k = 0; k < 3 * count; k += 3) {
    const dx = points[k] - values[at];
    const dy = points[k + 1] - values[at + 1];
    const dz = points[k + 2] - values[at + 2];
    squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
  }
  values[at + 3] = roundUpToFloat32(Math.sqrt(squared) * (1 + 2e-15));
}

function writeBox({ values, points }: ChainWriter, at: number, count: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < 3 * count; k += 3) {
      low = Math.min(low, points[k]);
      high = Math.max(high, points[k]);
    }
    values[at + axis] = 0.5 * (low + high);
    const center = values[at + axis];
    values[at + 3 + axis] = roundUpToFloat32(Math.max(high - center, center - low) * (1 + 2e-15));
  }
}

function largestMixed(points: Float64Array, vertices: Uint32Array, { sets }: Deformer): number {
  let most = 0;
  for (let i = 0; i < vertices.length; i++) {
    const set = sets.setOfVertex[vertices[i]];
    const n = sets.starts[set + 1] - sets.starts[set];
    const length = Math.sqrt(points[3 * i] ** 2 + points[3 * i + 1] ** 2 + points[3 * i + 2] ** 2);
    most = Math.max(most, mixing(sets.weights, sets.weightStarts[vertices[i]], n) * length);
  }
  return roundUpToFloat32(most * (1 + 2e-15));
}
