/** Vectors of integers, for oracles that are exact. */
export type IntegerVector = [bigint, bigint, bigint];

export function minus(u: IntegerVector, v: IntegerVector): IntegerVector {
  return [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
}

export function cross(u: IntegerVector, v: IntegerVector): IntegerVector {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

export function dot(u: IntegerVector, v: IntegerVector): bigint {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
