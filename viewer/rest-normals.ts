import { triangleNormal } from '../src/math/triangle-normal.ts';

/**
 * Normals of vertices, weighed by the area of faces. Vertices at one place share one normal, or seams of textures would show as
 * edges. Cost: about 0.2 s for a million triangles.
 */
export function smoothNormals(
  positions: Float32Array,
  triangles: Uint32Array,
  places = samePlaces(positions),
): Float32Array {
  const sums = new Float32Array(positions.length);
  const normal = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    triangleNormal(positions, a, b, c, normal, 0);
    for (let k = t; k < t + 3; k++) {
      for (let axis = 0; axis < 3; axis++) sums[3 * places[triangles[k]] + axis] += normal[axis];
    }
  }
  const normals = new Float32Array(positions.length);
  for (let v = 0; v < places.length; v++) {
    const o = 3 * places[v];
    const length = Math.hypot(sums[o], sums[o + 1], sums[o + 2]) || 1;
    for (let axis = 0; axis < 3; axis++) normals[3 * v + axis] = sums[o + axis] / length;
  }
  return normals;
}

/** For each vertex the first one at the same place. */
export function samePlaces(positions: Float32Array): Uint32Array {
  const firsts = new Map<string, number>();
  const places = new Uint32Array(positions.length / 3);
  for (let v = 0; v < places.length; v++) {
    const key = `${positions[3 * v]},${positions[3 * v + 1]},${positions[3 * v + 2]}`;
    const first = firsts.get(key);
    places[v] = first ?? v;
    if (first === undefined) firsts.set(key, v);
  }
  return places;
}

/**
 * How the normals turn with a field, per unit of it. Taken where the field moves nothing farther than a tenth of the body, or
 * by its whole if that is less: as targets of morphs are made.
 */
export function normalsOfField(
  positions: Float32Array,
  triangles: Uint32Array,
  normals: Float32Array,
  field: Float32Array,
  places: Uint32Array,
): Float32Array {
  const size = sizeOf(positions);
  const most = reachOf(field);
  if (most === 0) return new Float32Array(field.length);
  const share = Math.min(1, (0.1 * size) / most);
  const moved = positions.map((x, k) => x + share * field[k]);
  return smoothNormals(moved, triangles, places).map((x, k) => (x - normals[k]) / share);
}

/** The largest extent of a body, and more if it is far from where it was made: a measure, not a bound. */
export function sizeOf(positions: Float32Array): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const x of positions) {
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return high - low;
}

/** How far a field moves anything along an axis. */
export function reachOf(field: Float32Array): number {
  return field.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
}
