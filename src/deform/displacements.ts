import { LARGEST } from '../math/rounding.ts';

/**
 * Displacement fields added to the rest positions, each times a weight, before any joint moves them: morph targets or
 * vibration modes. Kept by vertex, without the zeros: a face with fifty targets moves under two or three at most places.
 */
export interface Displacements {
  /** How many fields there are. */
  count: number;
  /** The entries of vertex `v` are `starts[v]..starts[v+1])`: the field, ascending, and 3 numbers of displacement. */
  starts: Uint32Array;
  fields: Uint32Array;
  offsets: Float64Array;
  /** The length of the longest displacement of each field. */
  reaches: Float64Array;
}

/** Fields as users give them: 3 numbers per vertex each. Cost: one pass over all numbers. */
export function createDisplacements(
  sources: readonly (Float64Array | Float32Array)[],
  vertices: number,
  what: string,
  caller: string,
): Displacements {
  checkSources(sources, vertices, what, caller);
  const starts = new Uint32Array(vertices + 1);
  for (let v = 0; v < vertices; v++) {
    let moved = 0;
    for (const source of sources) if (isMoved(source, v)) moved++;
    starts[v + 1] = starts[v] + moved;
  }
  const fields = new Uint32Array(starts[vertices]);
  const offsets = new Float64Array(3 * fields.length);
  const reaches = new Float64Array(sources.length);
  for (let v = 0, at = 0; v < vertices; v++) {
    for (let m = 0; m < sources.length; m++) {
      const source = sources[m];
      if (!isMoved(source, v)) continue;
      fields[at] = m;
      for (let axis = 0; axis < 3; axis++) offsets[3 * at + axis] = source[3 * v + axis];
      const length = Math.sqrt(source[3 * v] ** 2 + source[3 * v + 1] ** 2 + source[3 * v + 2] ** 2);
      reaches[m] = Math.max(reaches[m], length * (1 + 1e-15));
      at++;
    }
  }
  return { count: sources.length, starts, fields, offsets, reaches };
}

/** What deformers that only follow joints have. */
export function createNoDisplacements(): Displacements {
  return {
    count: 0,
    starts: new Uint32Array(0),
    fields: new Uint32Array(0),
    offsets: new Float64Array(0),
    reaches: new Float64Array(0),
  };
}

/** The same fields for vertices in a new order: new vertex `v` was `order[v]`. */
export function reorderDisplacements(displacements: Displacements, order: Uint32Array): Displacements {
  if (displacements.count === 0) return displacements;
  const { starts, fields, offsets } = displacements;
  const newStarts = new Uint32Array(order.length + 1);
  const newFields = new Uint32Array(fields.length);
  const newOffsets = new Float64Array(offsets.length);
  let at = 0;
  for (let v = 0; v < order.length; v++) {
    const from = starts[order[v]];
    const to = starts[order[v] + 1];
    newFields.set(fields.subarray(from, to), at);
    newOffsets.set(offsets.subarray(3 * from, 3 * to), 3 * at);
    at += to - from;
    newStarts[v + 1] = at;
  }
  return {
    count: displacements.count,
    starts: newStarts,
    fields: newFields,
    offsets: newOffsets,
    reaches: displacements.reaches,
  };
}

/** Writes the displaced positions of those vertices `ids[from..to)` that are stale. Cost: 3 multiplications per entry. */
export function displaceListed(
  { starts, fields, offsets }: Displacements,
  rest: Float64Array,
  weights: Float64Array,
  ids: Uint32Array,
  from: number,
  to: number,
  epochs: Int32Array,
  epoch: number,
  out: Float64Array,
): void {
  for (let k = from; k < to; k++) {
    const v = ids[k];
    if (epochs[v] !== epoch) displaceVertex(starts, fields, offsets, rest, weights, v, out);
  }
}

/** Writes the displaced positions of the vertices `from..to)`. */
export function displaceRun(
  { starts, fields, offsets }: Displacements,
  rest: Float64Array,
  weights: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
): void {
  for (let v = from; v < to; v++) displaceVertex(starts, fields, offsets, rest, weights, v, out);
}

function displaceVertex(
  starts: Uint32Array,
  fields: Uint32Array,
  offsets: Float64Array,
  rest: Float64Array,
  weights: Float64Array,
  v: number,
  out: Float64Array,
): void {
  const end = starts[v + 1];
  let x = rest[3 * v];
  let y = rest[3 * v + 1];
  let z = rest[3 * v + 2];
  for (let k = starts[v]; k < end; k++) {
    const weight = weights[fields[k]];
    x += weight * offsets[3 * k];
    y += weight * offsets[3 * k + 1];
    z += weight * offsets[3 * k + 2];
  }
  out[3 * v] = x;
  out[3 * v + 1] = y;
  out[3 * v + 2] = z;
}

/** How far the longest displaced rest position is from the origin, at most: what rounding errors are relative to. */
export function displacedReach(displacements: Displacements, weights: Float64Array, reach: number): number {
  const { reaches } = displacements;
  let sum = reach;
  for (let m = 0; m < reaches.length; m++) sum += Math.abs(weights[m]) * reaches[m];
  return sum;
}

/** How far a vertex that is at most `reach` from the origin can be from it with every field in full. */
export function fullReach({ displacements, reach }: { displacements: Displacements; reach: number }): number {
  const { reaches } = displacements;
  let sum = reach;
  for (let m = 0; m < reaches.length; m++) sum += reaches[m]; // each query asks: a callback would leave garbage
  return sum;
}

function isMoved(source: Float64Array | Float32Array, v: number): boolean {
  return source[3 * v] !== 0 || source[3 * v + 1] !== 0 || source[3 * v + 2] !== 0;
}

function checkSources(
  sources: readonly (Float64Array | Float32Array)[],
  vertices: number,
  what: string,
  caller: string,
): void {
  if (!(Array.isArray(sources) && sources.length > 0)) {
    throw new Error(`${caller}: there are no ${what}s; give at least one, in a list, or use 'rigid'.`);
  }
  sources.forEach((source, m) => {
    if (source.length !== 3 * vertices) {
      throw new Error(
        `${caller}: ${what} ${m} has ${source.length} numbers; ${vertices} vertices need 3 each, ${3 * vertices} in all.`,
      );
    }
    for (let k = 0; k < source.length; k++) {
      if (!(Math.abs(source[k]) < LARGEST)) {
        throw new Error(
          `${caller}: ${what} ${m} moves vertex ${Math.floor(k / 3)} by ${source[k]}; displacements must be finite and below 1e70.`,
        );
      }
    }
  });
}
