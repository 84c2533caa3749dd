/** Where the joints of a chain are, and a unit normal at the first one that tells how the chain is turned about itself. */
export interface ChainPose {
  /** Three numbers for each joint. */
  places: Float64Array;
  normal: Float64Array;
}

/**
 * Joint matrices of a chain that rests along +y, joint `j` at `rest[3j..3j+2]`: each joint goes to its place, its y axis
 * along the chain (from the joint before to the joint after), its x axis to the normal, which is carried from joint to
 * joint without turning about the chain. Then joint `j` is turned about the chain by `twists[j]`, if given.
 *
 * `pose.normal` is made perpendicular to the first tangent on the way: handed on from step to step it keeps a chain from
 * spinning about itself in time. Neighbouring tangents must be less than 180 degrees apart.
 */
export function writeChainMatrices(
  rest: Float64Array,
  pose: ChainPose,
  out: Float64Array,
  twists?: Float64Array,
): void {
  const { places, normal } = pose;
  const last = rest.length / 3 - 1;
  const tangent = new Float64Array(3);
  const carried = new Float64Array(3);
  writeTangent(places, 0, last, tangent);
  makePerpendicular(normal, tangent);
  carried.set(normal);
  const before = tangent.slice();
  for (let j = 0; j <= last; j++) {
    writeTangent(places, j, last, tangent);
    carryNormal(carried, before, tangent);
    before.set(tangent);
    writeFrame(rest, places, j, tangent, carried, twists ? twists[j] : 0, out);
  }
}

function writeTangent(p: Float64Array, j: number, last: number, out: Float64Array): void {
  const from = 3 * Math.max(0, j - 1);
  const to = 3 * Math.min(last, j + 1);
  for (let k = 0; k < 3; k++) out[k] = p[to + k] - p[from + k];
  const size = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (let k = 0; k < 3; k++) out[k] /= size;
}

function makePerpendicular(normal: Float64Array, tangent: Float64Array): void {
  const along = normal[0] * tangent[0] + normal[1] * tangent[1] + normal[2] * tangent[2];
  for (let k = 0; k < 3; k++) normal[k] -= along * tangent[k];
  const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (let k = 0; k < 3; k++) normal[k] /= size;
}

/** The rotation that takes one tangent straight to the next, applied to the normal: `n - (n . b) / (1 + a . b) (a + b)`. */
function carryNormal(normal: Float64Array, a: Float64Array, b: Float64Array): void {
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const along = (normal[0] * b[0] + normal[1] * b[1] + normal[2] * b[2]) / (1 + cosine);
  for (let k = 0; k < 3; k++) normal[k] -= along * (a[k] + b[k]);
  makePerpendicular(normal, b);
}

function writeFrame(
  rest: Float64Array,
  places: Float64Array,
  j: number,
  tangent: Float64Array,
  normal: Float64Array,
  twist: number,
  out: Float64Array,
): void {
  const cosine = Math.cos(twist);
  const sine = Math.sin(twist);
  for (let k = 0; k < 3; k++) {
    const u = (k + 1) % 3;
    const v = (k + 2) % 3;
    const side = normal[u] * tangent[v] - normal[v] * tangent[u];
    const o = 12 * j + 4 * k;
    out[o] = cosine * normal[k] - sine * side;
    out[o + 1] = tangent[k];
    out[o + 2] = sine * normal[k] + cosine * side;
    const r = 3 * j;
    out[o + 3] = places[r + k] - out[o] * rest[r] - out[o + 1] * rest[r + 1] - out[o + 2] * rest[r + 2];
  }
}
