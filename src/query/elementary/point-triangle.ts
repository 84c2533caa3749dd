/** A triangle: vertices, and the offsets of the x of its corners among them. */
export type Triangle = [t: Float64Array, a: number, b: number, c: number];

/** Of a point, by its offset, and a triangle; writes from `o` on. */
export type FromPoint = (...of: [points: Float64Array, p: number, ...Triangle, out: Float64Array, o: number]) => void;

/**
 * The point of the closed triangle nearest to the one at `p`: writes its barycentric coordinates to `out[o..o+2]` and
 * the squared distance to `out[o+3]`. `a`, `b`, `c` are the offsets of the corners. (Numbers that are handed over or returned one by one
 * are objects on the heap, unless the call is inlined, for which this is too long.)
 *
 * It is the foot of the perpendicular if that falls inside, else on an edge. All four candidates are measured as the
 * points they are, whatever led to them, and the nearest is taken; so a doubtful sign does no harm where it decides
 * between two that are about as near. Right to a few roundings of the coordinates, 1e-11 of their size for triangles
 * that are all but segments (tested to 1e-10); those that are segments or points are no exception. Cost: 25 ns.
 */
export const nearestOfTriangle: FromPoint = (points, p, vertices, a, b, c, out, o) => {
  const x = points[p];
  const y = points[p + 1];
  const z = points[p + 2];
  const ax = vertices[a] - x;
  const ay = vertices[a + 1] - y;
  const az = vertices[a + 2] - z;
  const bx = vertices[b] - x;
  const by = vertices[b + 1] - y;
  const bz = vertices[b + 2] - z;
  const cx = vertices[c] - x;
  const cy = vertices[c + 1] - y;
  const cz = vertices[c + 2] - z;
  // Edges as differences of the given coordinates: those of ax.. would be rounded twice.
  const ux = vertices[b] - vertices[a];
  const uy = vertices[b + 1] - vertices[a + 1];
  const uz = vertices[b + 2] - vertices[a + 2];
  const vx = vertices[c] - vertices[b];
  const vy = vertices[c + 1] - vertices[b + 1];
  const vz = vertices[c + 2] - vertices[b + 2];
  const wx = vertices[a] - vertices[c];
  const wy = vertices[a + 1] - vertices[c + 1];
  const wz = vertices[a + 2] - vertices[c + 2];

  let share = shareAlong(ax, ay, az, ux, uy, uz);
  let best = squaredLength(ax + share * ux, ay + share * uy, az + share * uz);
  out[o] = 1 - share;
  out[o + 1] = share;
  out[o + 2] = 0;
  share = shareAlong(bx, by, bz, vx, vy, vz);
  let squared = squaredLength(bx + share * vx, by + share * vy, bz + share * vz);
  if (squared < best) {
    best = squared;
    out[o] = 0;
    out[o + 1] = 1 - share;
    out[o + 2] = share;
  }
  share = shareAlong(cx, cy, cz, wx, wy, wz);
  squared = squaredLength(cx + share * wx, cy + share * wy, cz + share * wz);
  if (squared < best) {
    best = squared;
    out[o] = share;
    out[o + 1] = 0;
    out[o + 2] = 1 - share;
  }
  out[o + 3] = best;

  // The foot: volumes over each edge along the normal, then the same again from where that led, which corrects it.
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const size = nx * nx + ny * ny + nz * nz;
  if (!(size > 0)) return;
  let shareB = (nx * (cy * wz - cz * wy) + ny * (cz * wx - cx * wz) + nz * (cx * wy - cy * wx)) / size;
  let shareC = (nx * (ay * uz - az * uy) + ny * (az * ux - ax * uz) + nz * (ax * uy - ay * ux)) / size;
  let footX = ax + shareB * ux - shareC * wx;
  let footY = ay + shareB * uy - shareC * wy;
  let footZ = az + shareB * uz - shareC * wz;
  shareB += (nx * (footY * wz - footZ * wy) + ny * (footZ * wx - footX * wz) + nz * (footX * wy - footY * wx)) / size;
  shareC += (nx * (footY * uz - footZ * uy) + ny * (footZ * ux - footX * uz) + nz * (footX * uy - footY * ux)) / size;
  const shareA = 1 - shareB - shareC;
  if (!(shareA >= 0 && shareB >= 0 && shareC >= 0)) return;
  footX = ax + shareB * ux - shareC * wx;
  footY = ay + shareB * uy - shareC * wy;
  footZ = az + shareB * uz - shareC * wz;
  squared = footX * footX + footY * footY + footZ * footZ;
  if (!(squared < best)) return;
  out[o] = shareA;
  out[o + 1] = shareB;
  out[o + 2] = shareC;
  out[o + 3] = squared;
};

/** How far along the edge (u from p) the point nearest to the origin is: 0 at its start, 1 at its end. */
function shareAlong(px: number, py: number, pz: number, ux: number, uy: number, uz: number): number {
  const share = -(px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz);
  return share > 0 ? (share < 1 ? share : 1) : 0; // NaN, of an edge without length, is 0
}

function squaredLength(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
