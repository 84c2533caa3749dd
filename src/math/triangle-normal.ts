type Normal = (
  ...of: [positions: ArrayLike<number>, a: number, b: number, c: number, out: Float64Array, o: number]
) => void;

/**
 * Writes (b - a) x (c - a) to `out[o..o+2]`, with a, b and c the offsets of the corners: the normal of a triangle, as long
 * as twice its area.
 */
export const triangleNormal: Normal = (positions, a, b, c, out, o) => {
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  out[o] = uy * vz - uz * vy;
  out[o + 1] = uz * vx - ux * vz;
  out[o + 2] = ux * vy - uy * vx;
};
