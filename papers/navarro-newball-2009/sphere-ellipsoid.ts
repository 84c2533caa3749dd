/**
 * Newton steps: the function falls and is convex, so from the left each step stays left of the root and doubles the
 * digits.
 */
const MOST_STEPS = 30;

/**
 * Whether a sphere meets an ellipsoid that lies along the axes about the origin, by the condition of [Wang2001]: two
 * ellipsoids are apart exactly if their characteristic polynomial has two distinct positive roots. For a sphere about p
 * and half axes a this polynomial has the sign of
 *
 *   g(t) = |p|^2 - r^2 - t - sum p_i^2 a_i^2 / (t + a_i^2)
 *
 * for t > 0, which is concave with g(0) = -r^2: two roots there are exactly if its maximum is above 0. The maximum is
 * where g' = 0; there g is the squared distance of p from the ellipsoid less r^2.
 */
export function sphereMeetsEllipsoid(
  px: number,
  py: number,
  pz: number,
  radius: number,
  ax: number,
  ay: number,
  az: number,
): boolean {
  const xx = ax * ax;
  const yy = ay * ay;
  const zz = az * az;
  const x = px * px * xx;
  const y = py * py * yy;
  const z = pz * pz * zz;
  let t = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const u = 1 / (t + xx);
    const v = 1 / (t + yy);
    const w = 1 / (t + zz);
    const slope = x * u * u + y * v * v + z * w * w - 1;
    if (!(slope > 1e-12)) break; // the centre is within the ellipsoid, or the maximum is found
    t += slope / (2 * (x * u * u * u + y * v * v * v + z * w * w * w));
  }
  const value = px * px + py * py + pz * pz - t - x / (t + xx) - y / (t + yy) - z / (t + zz);
  return !(value > radius * radius);
}
