/** Normals of the triangles, as long as twice their area, and of the vertices as their sum. */
export function computeNormals(
  p: Float64Array,
  triangles: Uint32Array,
): { faces: Float64Array; corners: Float64Array } {
  const faces = new Float64Array(triangles.length);
  const corners = new Float64Array(p.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      const n = (p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]);
      faces[t + k] = n;
      corners[a + k] += n;
      corners[b + k] += n;
      corners[c + k] += n;
    }
  }
  return { faces, corners };
}
