/** Six numbers for each triangle: its lowest and its highest corner. */
export function boxTriangles(p: Float64Array, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [p[3 * triangles[t] + k], p[3 * triangles[t + 1] + k], p[3 * triangles[t + 2] + k]];
      boxes[2 * t + k] = Math.min(a, b, c);
      boxes[2 * t + 3 + k] = Math.max(a, b, c);
    }
  }
  return boxes;
}
