import { skinningSlack } from '../../math/rounding.ts';

/**
 * Writes the map from the rest space of a rigid mesh under `m` to that of one under `f`: the inverse of f, a rotation,
 * after m.
 */
export function relateRigid(m: Float64Array, f: Float64Array, out: Float64Array): void {
  const x = m[3] - f[3];
  const y = m[7] - f[7];
  const z = m[11] - f[11];
  for (let row = 0; row < 3; row++) {
    const fx = f[row];
    const fy = f[4 + row];
    const fz = f[8 + row];
    out[4 * row] = fx * m[0] + fy * m[4] + fz * m[8];
    out[4 * row + 1] = fx * m[1] + fy * m[5] + fz * m[9];
    out[4 * row + 2] = fx * m[2] + fy * m[6] + fz * m[10];
    out[4 * row + 3] = fx * x + fy * y + fz * z;
  }
}

/**
 * By how much distances between spheres, measured with `relateRigid`, can differ from those between posed triangles and
 * their covers: written to `lengths[out]`. `lengths[reach]` is how far spheres are from the origins of both sides
 * together, at most.
 *
 * Rounding: fewer than 64 roundings of numbers no larger than the magnitude. Matrices that are not quite rotations:
 * with e the greatest absolute row sum of R^T R - 1, lengths change by less than a share e, of what is at most the
 * reach. A matrix far from a rotation gives a slack so large that everything collides.
 */
export function measureSlack(
  m: Float64Array,
  f: Float64Array,
  lengths: Float64Array,
  reach: number,
  out: number,
): void {
  const far = Math.abs(m[3]) + Math.abs(m[7]) + Math.abs(m[11]) + Math.abs(f[3]) + Math.abs(f[7]) + Math.abs(f[11]);
  lengths[out] = ROUNDING * (lengths[reach] + far);
  addDefect(m, lengths, reach, out);
  addDefect(f, lengths, reach, out);
}

/** What rounding adds to a distance, for each unit of magnitude. */
const ROUNDING = 2 * skinningSlack(1, 1);

/**
 * Adds twice the reach times the greatest absolute row sum of R^T R - 1, or more. Numbers returned would go to the
 * heap.
 */
function addDefect(m: Float64Array, lengths: Float64Array, reach: number, out: number): void {
  const xx = m[0] * m[0] + m[4] * m[4] + m[8] * m[8] - 1;
  const yy = m[1] * m[1] + m[5] * m[5] + m[9] * m[9] - 1;
  const zz = m[2] * m[2] + m[6] * m[6] + m[10] * m[10] - 1;
  const xy = m[0] * m[1] + m[4] * m[5] + m[8] * m[9];
  const xz = m[0] * m[2] + m[4] * m[6] + m[8] * m[10];
  const yz = m[1] * m[2] + m[5] * m[6] + m[9] * m[10];
  const defect = Math.abs(xx) + Math.abs(yy) + Math.abs(zz) + Math.abs(xy) + Math.abs(xz) + Math.abs(yz);
  lengths[out] += 2 * defect * lengths[reach];
}
