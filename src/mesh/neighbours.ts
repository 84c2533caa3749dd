/** Whether two triangles have a vertex in common, by number. */
export function areNeighbours(triangles: Uint32Array, one: number, other: number): boolean {
  const a = triangles[3 * one];
  const b = triangles[3 * one + 1];
  const c = triangles[3 * one + 2];
  const d = triangles[3 * other];
  const e = triangles[3 * other + 1];
  const f = triangles[3 * other + 2];
  return a === d || a === e || a === f || b === d || b === e || b === f || c === d || c === e || c === f;
}
