/** While one triangle moves past another: from when to when they touch; `from` above `to`: never. */
export interface TouchSpan {
  from: number;
  to: number;
  /** Spans that begin after the first of these times, or end by the second, are of no interest: they are not computed to the end. */
  latestFrom: number;
  leastTo: number;
  /** The corners of the first triangle, then of the second, and the edges from each corner to the next. */
  corners: Float64Array;
  edges: Float64Array;
  /** The lowest and the highest corner along an axis, of the first triangle, then of the second. */
  shadows: Float64Array;
}

export function createTouchSpan(): TouchSpan {
  return {
    from: 0,
    to: 0,
    latestFrom: Infinity,
    leastTo: -Infinity,
    corners: new Float64Array(18),
    edges: new Float64Array(18),
    shadows: new Float64Array(4),
  };
}

/**
 * While the first of the triangles in `span.corners` goes along a direction by 1 in a unit of time, and the second stands: the time during
 * which they touch, or more. They are apart as long as their shadows on some axis are, so the time is what is left by the normals
 * of both and the crosses of their edges: all faces of the difference of two triangles that are not in one plane. In plain floats.
 */
export function findTouchSpan(span: TouchSpan, dx: number, dy: number, dz: number): void {
  const { corners, edges } = span;
  span.from = -Infinity;
  span.to = Infinity;
  setEdges(corners, edges);
  narrow(span, 0, 3, dx, dy, dz);
  if (isOfInterest(span)) narrow(span, 9, 12, dx, dy, dz);
  for (let i = 0; i < 9; i += 3) {
    for (let j = 9; j < 18 && isOfInterest(span); j += 3) narrow(span, i, j, dx, dy, dz);
  }
}

function setEdges(corners: Float64Array, edges: Float64Array): void {
  for (let k = 0; k < 18; k++) {
    const next = k % 9 < 6 ? k + 3 : k - 6;
    edges[k] = corners[next] - corners[k];
  }
}

/**
 * How far the first of two triangles that touch has to go until they do not, whichever way is shortest; 0 if they touch without crossing, or are in one
 * plane. It is the least overlap of their shadows on the same axes: the nearest face of their difference. In plain floats.
 */
export function leastOverlap(span: TouchSpan): number {
  setEdges(span.corners, span.edges);
  let least = Math.min(overlapAcross(span, 0, 3), overlapAcross(span, 9, 12));
  for (let i = 0; i < 9; i += 3) {
    for (let j = 9; j < 18; j += 3) least = Math.min(least, overlapAcross(span, i, j));
  }
  return least < Infinity ? Math.max(0, least) : 0; // all on one line, or points
}

/** On the axis across two edges; Infinity if they are parallel. */
function overlapAcross(span: TouchSpan, i: number, j: number): number {
  const { edges, shadows } = span;
  const nx = edges[i + 1] * edges[j + 2] - edges[i + 2] * edges[j + 1];
  const ny = edges[i + 2] * edges[j] - edges[i] * edges[j + 2];
  const nz = edges[i] * edges[j + 1] - edges[i + 1] * edges[j];
  const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(size > 0)) return Infinity;
  castShadows(span, nx, ny, nz);
  return Math.min(shadows[1] - shadows[2], shadows[3] - shadows[0]) / size;
}

/** The time from which on the boxes of both triangles are clear of each other, and so they are: a tenth of the cost of their span. */
export function clearAfter({ corners }: TouchSpan, dx: number, dy: number, dz: number): number {
  return Math.min(clearAlong(corners, 0, dx), clearAlong(corners, 1, dy), clearAlong(corners, 2, dz));
}

function clearAlong(c: Float64Array, axis: number, speed: number): number {
  if (speed > 0) {
    const ahead = Math.max(c[9 + axis], c[12 + axis], c[15 + axis]);
    return (ahead - Math.min(c[axis], c[3 + axis], c[6 + axis])) / speed;
  }
  if (speed < 0) {
    const ahead = Math.min(c[9 + axis], c[12 + axis], c[15 + axis]);
    return (ahead - Math.max(c[axis], c[3 + axis], c[6 + axis])) / speed;
  }
  return Infinity;
}

/** Whether two triangles touch, as far as is known, from soon enough for long enough. */
export function isOfInterest({ from, to, latestFrom, leastTo }: TouchSpan): boolean {
  return from <= to && from <= latestFrom && to > leastTo;
}

/** Leaves of the time that during which shadows on the axis across two edges overlap. */
function narrow(span: TouchSpan, i: number, j: number, dx: number, dy: number, dz: number): void {
  const { edges, shadows } = span;
  const nx = edges[i + 1] * edges[j + 2] - edges[i + 2] * edges[j + 1];
  const ny = edges[i + 2] * edges[j] - edges[i] * edges[j + 2];
  const nz = edges[i] * edges[j + 1] - edges[i + 1] * edges[j];
  if (nx === 0 && ny === 0 && nz === 0) return;
  castShadows(span, nx, ny, nz);
  const speed = nx * dx + ny * dy + nz * dz;
  if (speed === 0) {
    if (shadows[1] < shadows[2] || shadows[3] < shadows[0]) span.to = -Infinity;
    return;
  }
  const one = (shadows[2] - shadows[1]) / speed;
  const other = (shadows[3] - shadows[0]) / speed;
  span.from = Math.max(span.from, Math.min(one, other));
  span.to = Math.min(span.to, Math.max(one, other));
}

function castShadows({ corners, shadows }: TouchSpan, nx: number, ny: number, nz: number): void {
  let lowA = Infinity;
  let highA = -Infinity;
  let lowB = Infinity;
  let highB = -Infinity;
  for (let o = 0; o < 9; o += 3) {
    const heightA = nx * corners[o] + ny * corners[o + 1] + nz * corners[o + 2];
    const heightB = nx * corners[o + 9] + ny * corners[o + 10] + nz * corners[o + 11];
    if (heightA < lowA) lowA = heightA;
    if (heightA > highA) highA = heightA;
    if (heightB < lowB) lowB = heightB;
    if (heightB > highB) highB = heightB;
  }
  shadows[0] = lowA;
  shadows[1] = highA;
  shadows[2] = lowB;
  shadows[3] = highB;
}
