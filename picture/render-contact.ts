import { type Camera, createView, projectPoints, type View } from './camera.ts';
import { drawCurve, drawRing } from './draw-curve.ts';
import { halve } from './halve.ts';
import { drawLayer } from './layer.ts';
import { encodePng } from './png.ts';
import type { Color } from './shade.ts';
import { shadeLayer, type Tints } from './shade-layer.ts';
import type { Surface } from './surface.ts';

/** A contact of two parts of surfaces, and how it is looked at. */
export interface ContactPicture {
  surfaces: readonly Surface[];
  /** For each triangle of each surface, which of the two parts it is of: 1 or 2; 0 for neither. */
  parts: readonly Uint8Array[];
  /** Where the parts cross: segments, six numbers each. */
  curve: Float64Array;
  /** A ball around the curve. */
  center: readonly [number, number, number];
  radius: number;
  camera: Camera;
  /** How the whole figure is looked at, in a corner; null: it is not. */
  overview: Camera | null;
  width: number;
  height: number;
  /** Whether what stands before the two parts fades around the contact. */
  isHidden: boolean;
  /** How much the two parts are tinted, from 0 to 1. */
  tint: number;
}

/** The curve is of a colour that few characters wear, in white. */
const CURVE: Color = [1, 0.05, 0.32];
const HALO: Color = [1, 1, 1];
/** The colours of the two parts. */
const TINTS: readonly Color[] = [
  [1, 0.55, 0.1],
  [0.15, 0.5, 1],
];
/** How much the two parts are tinted where they are seen through others. */
const HIDDEN_TINT = 0.25;
/** How much of what stands before a hidden contact is left to be seen. */
const VEIL = 0.3;
/** The height of the overview, as a share of that of the picture, and how far it is from the corner, in pixels. */
const OVERVIEW = 0.34;
const MARGIN = 8;

/** The bytes of a PNG. Cost: 0.3 to 0.6 s for 480 x 360 pixels and some thousand triangles. */
export function renderContact(picture: ContactPicture): Uint8Array {
  const { surfaces, parts, curve, camera, width, height, center, radius } = picture;
  const view = createView(camera, 2 * width, 2 * height);
  const rgb = paintBackground(view);
  const layer = drawLayer(view, surfaces);
  const tints = { parts, colors: TINTS, share: picture.tint };
  shadeLayer(view, surfaces, layer, tints, rgb);
  if (picture.isHidden) lookThrough(view, picture, { ...tints, share: Math.max(HIDDEN_TINT, picture.tint) }, rgb);
  const style = { color: CURVE, halo: HALO, radius: 3.4, rim: 2.4, bias: 0.004 * distanceOf(camera) };
  drawCurve(view, layer, curve, style, rgb);
  const [x, y, depth] = projectPoints(view, Float64Array.from(center));
  const shown = (radius * view.scale) / depth;
  if (shown < 0.06 * view.height) drawRing(view, x, y, shown + 0.055 * view.height, style, rgb);
  const pixels = halve(rgb, view.width, view.height);
  if (picture.overview) insertOverview(picture, picture.overview, pixels);
  return encodePng(pixels, width, height);
}

/** Around a hidden contact the two parts alone, with a veil of what stands before them. */
function lookThrough(
  view: View,
  { surfaces, parts, center, radius, camera }: ContactPicture,
  tints: Tints,
  rgb: Float32Array,
): void {
  const inner = rgb.slice();
  const from = distanceOf(camera) - 1.5 * radius;
  const layer = drawLayer(view, surfaces, { isDrawn: (s, t) => parts[s][t] > 0, from });
  shadeLayer(view, surfaces, layer, tints, inner);
  const [x, y, depth] = projectPoints(view, Float64Array.from(center));
  const reach = Math.max(0.2 * view.height, (2 * radius * view.scale) / depth);
  for (let p = 0; p < layer.depth.length; p++) {
    if (layer.surface[p] < 0) continue;
    const dx = (p % view.width) + 0.5 - x;
    const dy = Math.floor(p / view.width) + 0.5 - y;
    const away = Math.sqrt(dx * dx + dy * dy) / reach;
    const share = (1 - VEIL) * Math.min(1, Math.max(0, (1 - away) / 0.3));
    for (let k = 0; k < 3; k++) rgb[3 * p + k] += share * (inner[3 * p + k] - rgb[3 * p + k]);
  }
}

/** The whole figure in the lower left corner, with a ring where the contact is. */
function insertOverview(
  { surfaces, parts, center, width, height }: ContactPicture,
  camera: Camera,
  pixels: Uint8Array,
): void {
  const size = 2 * Math.round((OVERVIEW * height) / 2);
  const view = createView(camera, 2 * size, 2 * size);
  const rgb = new Float32Array(12 * size * size).fill(1);
  shadeLayer(view, surfaces, drawLayer(view, surfaces), { parts, colors: TINTS, share: 0 }, rgb);
  const [x, y] = projectPoints(view, Float64Array.from(center));
  drawRing(view, x, y, 13, { color: CURVE, halo: HALO, radius: 2.6, rim: 1.6 }, rgb);
  const small = halve(rgb, view.width, view.height);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const o = 3 * ((height - MARGIN - size + row) * width + MARGIN + column);
      const isFrame = row === 0 || column === 0 || row === size - 1 || column === size - 1;
      for (let k = 0; k < 3; k++) pixels[o + k] = isFrame ? 150 : small[3 * (row * size + column) + k];
    }
  }
}

/** A soft light grey, brighter above. */
function paintBackground({ width, height }: View): Float32Array {
  const rgb = new Float32Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    const light = 0.95 - (0.11 * y) / height;
    for (let x = 0; x < width; x++) {
      const p = 3 * (y * width + x);
      rgb[p] = 0.975 * light;
      rgb[p + 1] = 0.988 * light;
      rgb[p + 2] = light;
    }
  }
  return rgb;
}

function distanceOf({ eye, target }: Camera): number {
  return Math.hypot(eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]);
}
