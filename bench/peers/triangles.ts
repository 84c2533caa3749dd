import type { Floats } from './skinning.ts';

/**
 * Whether two triangles cross, in plain floating point: each must have corners on both sides of the other's plane, and on the
 * line of the two planes their stretches must overlap (Möller 1997, with the scaled intervals that spare divisions).
 * Triangles in one plane count as apart. Good for meshes in general position, and fast.
 */
export function trianglesCross(
  verticesA: Floats,
  trianglesA: Uint32Array,
  i: number,
  verticesB: Floats,
  trianglesB: Uint32Array,
  j: number,
): boolean {
  const a = 3 * trianglesA[i];
  const b = 3 * trianglesA[i + 1];
  const c = 3 * trianglesA[i + 2];
  const d = 3 * trianglesB[j];
  const e = 3 * trianglesB[j + 1];
  const f = 3 * trianglesB[j + 2];
  const dx = verticesB[d];
  const dy = verticesB[d + 1];
  const dz = verticesB[d + 2];
  const ex = verticesB[e] - dx;
  const ey = verticesB[e + 1] - dy;
  const ez = verticesB[e + 2] - dz;
  const fx = verticesB[f] - dx;
  const fy = verticesB[f + 1] - dy;
  const fz = verticesB[f + 2] - dz;
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const ax = verticesA[a] - dx;
  const ay = verticesA[a + 1] - dy;
  const az = verticesA[a + 2] - dz;
  const bx = verticesA[b] - dx;
  const by = verticesA[b + 1] - dy;
  const bz = verticesA[b + 2] - dz;
  const cx = verticesA[c] - dx;
  const cy = verticesA[c + 1] - dy;
  const cz = verticesA[c + 2] - dz;
  const sideA = nx * ax + ny * ay + nz * az;
  const sideB = nx * bx + ny * by + nz * bz;
  const sideC = nx * cx + ny * cy + nz * cz;
  if ((sideA > 0 && sideB > 0 && sideC > 0) || (sideA < 0 && sideB < 0 && sideC < 0)) return false;

  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const level = mx * ax + my * ay + mz * az;
  const sideD = -level;
  const sideE = mx * ex + my * ey + mz * ez - level;
  const sideF = mx * fx + my * fy + mz * fz - level;
  if ((sideD > 0 && sideE > 0 && sideF > 0) || (sideD < 0 && sideE < 0 && sideF < 0)) return false;

  const lx = my * nz - mz * ny;
  const ly = mz * nx - mx * nz;
  const lz = mx * ny - my * nx;
  setStretch(
    lx * ax + ly * ay + lz * az,
    lx * bx + ly * by + lz * bz,
    lx * cx + ly * cy + lz * cz,
    sideA,
    sideB,
    sideC,
    stretchA,
  );
  setStretch(0, lx * ex + ly * ey + lz * ez, lx * fx + ly * fy + lz * fz, sideD, sideE, sideF, stretchB);
  return stretchA[0] <= stretchB[1] && stretchB[0] <= stretchA[1];
}

const stretchA = new Float64Array(2);
const stretchB = new Float64Array(2);

/** Where a triangle meets the other's plane, along the common line: p, q, r are its corners there, s, t, u their sides. */
function setStretch(p: number, q: number, r: number, s: number, t: number, u: number, out: Float64Array): void {
  // The corner that is alone on its side comes first.
  let from = p;
  let one = q;
  let other = r;
  let height = s;
  let oneHeight = t;
  let otherHeight = u;
  if (s * t > 0) {
    from = r;
    one = p;
    other = q;
    height = u;
    oneHeight = s;
    otherHeight = t;
  } else if (s * u > 0) {
    from = q;
    one = p;
    other = r;
    height = t;
    oneHeight = s;
    otherHeight = u;
  }
  const x = from + ((one - from) * height) / (height - oneHeight);
  const y = from + ((other - from) * height) / (height - otherHeight);
  out[0] = x < y ? x : y;
  out[1] = x < y ? y : x;
}
