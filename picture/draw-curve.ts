import { projectPoints, type View } from './camera.ts';
import type { Layer } from './layer.ts';
import type { Color } from './shade.ts';

export interface LineStyle {
  color: Color;
  /** Around it, so that it is seen on every colour. */
  halo: Color;
  /** Half of its width in pixels, and that of the halo around. */
  radius: number;
  rim: number;
}

export interface CurveStyle extends LineStyle {
  /** How far something may stand before it without hiding it. */
  bias: number;
}

/**
 * Draws segments (`ends`: six numbers each) as a round line over a picture. What is hidden by the layer is drawn faintly, in dashes
 * that lie across the picture.
 */
export function drawCurve(
  view: View,
  layer: Layer,
  ends: Float64Array,
  { color, halo, radius, rim, bias }: CurveStyle,
  rgb: Float32Array,
): void {
  const { width, height } = view;
  const points = projectPoints(view, ends);
  const reach = radius + rim;
  // For each pixel how far it is from what is seen of the curve, and from the rest of it.
  const seen = new Float32Array(width * height).fill(Infinity);
  const hidden = new Float32Array(width * height).fill(Infinity);
  for (let o = 0; o < points.length; o += 6) {
    const [ax, ay, az, bx, by, bz] = points.subarray(o, o + 6);
    if (!(az > 0 && bz > 0)) continue;
    const [dx, dy] = [bx - ax, by - ay];
    const squared = dx * dx + dy * dy;
    const top = Math.max(0, Math.floor(Math.min(ay, by) - reach));
    const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by) + reach));
    const left = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
    const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx) + reach));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const part = squared > 0 ? ((x + 0.5 - ax) * dx + (y + 0.5 - ay) * dy) / squared : 0;
        const at = Math.min(1, Math.max(0, part));
        const [ex, ey] = [x + 0.5 - ax - at * dx, y + 0.5 - ay - at * dy];
        const away = Math.sqrt(ex * ex + ey * ey);
        if (away > reach) continue;
        const [cx, cy] = [Math.floor(ax + at * dx), Math.floor(ay + at * dy)];
        const inPicture = cx >= 0 && cy >= 0 && cx < width && cy < height;
        const isSeen = !inPicture || az + at * (bz - az) <= layer.depth[cy * width + cx] + bias;
        const list = isSeen ? seen : hidden;
        const p = y * width + x;
        if (away < list[p]) list[p] = away;
      }
    }
  }
  for (let p = 0; p < seen.length; p++) {
    if (seen[p] <= reach) blend(rgb, p, seen[p] <= radius ? color : halo, seen[p] <= radius ? 1 : 0.85);
    else if (hidden[p] <= radius) {
      const isDash = ((p % width) + Math.floor(p / width)) % DASH < 0.62 * DASH;
      if (isDash) blend(rgb, p, color, 0.62);
    }
  }
}

/** A circle around a place of the picture, thin, with a halo. */
export function drawRing(
  { width, height }: View,
  x: number,
  y: number,
  size: number,
  { color, halo, radius, rim }: LineStyle,
  rgb: Float32Array,
): void {
  const reach = size + radius + rim;
  for (let py = Math.max(0, Math.floor(y - reach)); py < Math.min(height, y + reach); py++) {
    for (let px = Math.max(0, Math.floor(x - reach)); px < Math.min(width, x + reach); px++) {
      const off = Math.abs(Math.hypot(px + 0.5 - x, py + 0.5 - y) - size);
      if (off <= 0.5 * radius) blend(rgb, py * width + px, color, 1);
      else if (off <= 0.5 * radius + rim) blend(rgb, py * width + px, halo, 0.7);
    }
  }
}

/** Pixels from one dash to the next. */
const DASH = 14;

function blend(rgb: Float32Array, p: number, color: Color, share: number): void {
  for (let k = 0; k < 3; k++) rgb[3 * p + k] += share * (color[k] - rgb[3 * p + k]);
}
