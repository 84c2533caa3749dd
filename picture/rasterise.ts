/**
 * Calls `paint(pixel, depth, wa, wb, wc)` for each pixel centre inside the projected triangle; the weights are those of
 * the three corners, right in perspective. Triangles that reach behind the eye are left out.
 */
export type Paint = (pixel: number, depth: number, wa: number, wb: number, wc: number) => void;

export function rasteriseTriangle(
  points: Float64Array,
  a: number,
  b: number,
  c: number,
  width: number,
  height: number,
  paint: Paint,
): void {
  const ax = points[3 * a];
  const ay = points[3 * a + 1];
  const az = points[3 * a + 2];
  const bx = points[3 * b];
  const by = points[3 * b + 1];
  const bz = points[3 * b + 2];
  const cx = points[3 * c];
  const cy = points[3 * c + 1];
  const cz = points[3 * c + 2];
  if (!(az > 0 && bz > 0 && cz > 0)) return;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  for (let py = top; py <= bottom; py++) {
    const y = py + 0.5;
    for (let px = left; px <= right; px++) {
      const x = px + 0.5;
      const u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
      const v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const depth = 1 / (u / az + v / bz + w / cz);
      paint(py * width + px, depth, (u * depth) / az, (v * depth) / bz, (w * depth) / cz);
    }
  }
}
