import type { Ball } from '../../../cli/thumbs/choose-camera.ts';
import { createView, projectPoints, type View } from '../../../picture/camera.ts';
import { drawCurve, drawRing } from '../../../picture/draw-curve.ts';
import { halve } from '../../../picture/halve.ts';
import { drawLayer } from '../../../picture/layer.ts';
import { encodePng } from '../../../picture/png.ts';
import type { Color } from '../../../picture/shade.ts';
import { shadeLayer } from '../../../picture/shade-layer.ts';
import type { Surface } from '../../../picture/surface.ts';
import { chooseSides, FIELD, type Look, lookAt } from './choose-sides.ts';

/** A contact of two parts, as it is to be judged by somebody who knows nothing of it. */
export interface Sheet {
  surfaces: readonly Surface[];
  /** For each triangle of each surface, which of the two parts it is of: 1 or 2; 0 for neither. */
  parts: readonly Uint8Array[];
  /** Where the parts cross: segments, six numbers each. */
  curve: Float64Array;
  /** Balls around the contact and around all there is. */
  contact: Ball;
  figure: Ball;
  /** How high the figure is. */
  size: number;
}

export const SHEET = { width: 1000, height: 560 };
/** Room for words above the pictures. */
export const HEAD = 36;
const WHOLE = { width: 360, height: SHEET.height - HEAD };
const CLOSE = { width: (SHEET.width - WHOLE.width) / 2, height: WHOLE.height / 2 };
/** The first part is orange, the second blue, all else of clay. */
const TINTS: readonly Color[] = [
  [0.95, 0.5, 0.1],
  [0.25, 0.5, 0.95],
];
const CLAY: Surface['materials'][number]['color'] = [0.84, 0.82, 0.79, 1];
const TINTED = 0.8;
/** How much is left of what stands before the first part where it is looked through. */
const VEIL = 0.35;
const LINE = { color: [0.08, 0.08, 0.1] as Color, halo: [1, 1, 1] as Color };
/** The whole figure with a rim around it. */
const RIM = 1.06;
/** No picture of a whole figure is steeper. */
const STEEP = 0.4;

interface Panel {
  look: Look;
  style: 'whole' | 'looks' | 'parts' | 'through';
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * A PNG: on the left the whole figure, with a ring where the contact is; on the right, from the two sides it is seen best from, as the file looks, and below in clay
 * with both parts in colours: from the first side with the line in which they cross, from the second with the first part shining through. Nothing is measured in it.
 */
export function drawSheet(sheet: Sheet): Uint8Array {
  const { surfaces, curve, contact, figure, size } = sheet;
  const sides = chooseSides(surfaces, curve, contact, figure, size);
  const [one, other] = sides.map(from => lookAt(contact, figure, size, from));
  const { width, height } = CLOSE;
  const [x, y] = [WHOLE.width, HEAD];
  const panels: Panel[] = [
    { left: 0, top: y, ...WHOLE, look: frameFigure(surfaces, sides[0]), style: 'whole' },
    { left: x, top: y, width, height, look: one, style: 'looks' },
    { left: x + width, top: y, width, height, look: other, style: 'looks' },
    { left: x, top: y + height, width, height, look: one, style: 'parts' },
    { left: x + width, top: y + height, width, height, look: other, style: 'through' },
  ];
  const pixels = new Uint8Array(3 * SHEET.width * SHEET.height).fill(255);
  for (const panel of panels) insert(pixels, panel, drawPanel(sheet, panel));
  return encodePng(pixels, SHEET.width, SHEET.height);
}

function drawPanel(sheet: Sheet, { width, height, look, style }: Panel): Uint8Array {
  const { parts, curve, contact } = sheet;
  const view = createView(look.camera, 2 * width, 2 * height);
  const isClay = style === 'parts' || style === 'through';
  const surfaces = isClay ? sheet.surfaces.map(asClay) : sheet.surfaces;
  const tints = { parts, colors: TINTS, share: isClay ? TINTED : 0 };
  const rgb = new Float32Array(3 * view.width * view.height).fill(0.93);
  const layer = drawLayer(view, surfaces);
  shadeLayer(view, surfaces, layer, tints, rgb);
  if (style === 'through') {
    const inner = rgb.slice();
    const first = drawLayer(view, surfaces, { isDrawn: (s, t) => parts[s][t] === 1 });
    shadeLayer(view, surfaces, first, tints, inner);
    for (let k = 0; k < rgb.length; k++) rgb[k] = VEIL * rgb[k] + (1 - VEIL) * inner[k];
  }
  if (style === 'parts') {
    drawCurve(view, layer, curve, { ...LINE, radius: 1.6, rim: 1, bias: 0.02 * look.shown }, rgb);
  }
  if (style === 'whole') markPlace(view, contact, rgb);
  return halve(rgb, view.width, view.height);
}

function markPlace(view: View, { center, radius }: Ball, rgb: Float32Array): void {
  const [x, y, depth] = projectPoints(view, Float64Array.from(center));
  const shown = Math.min(0.1 * view.height, (radius * view.scale) / depth);
  drawRing(view, x, y, shown + 16, { ...LINE, radius: 2, rim: 1.5 }, rgb);
}

/** Opaque surfaces of clay; what one sees through, or has holes by its texture, stays as it is. */
function asClay(surface: Surface): Surface {
  const materials = surface.materials.map(material =>
    material.alpha === 'opaque' ? { ...material, color: CLAY, texture: null, isUnlit: false } : material,
  );
  return { ...surface, colors: null, materials };
}

/** Looks at all there is from a side, though not steeply, so that it fills the picture on the left. */
function frameFigure(surfaces: readonly Surface[], from: readonly [number, number, number]): Look {
  const flat = Math.hypot(from[0], from[2]) || 1;
  const y = Math.max(-STEEP, Math.min(STEEP, from[1]));
  const forward = [(from[0] / flat) * Math.sqrt(1 - y * y), y, (from[2] / flat) * Math.sqrt(1 - y * y)] as const;
  const { rows } = createView({ eye: forward, target: [0, 0, 0] }, 1, 1);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions: p } of surfaces) {
    for (let o = 0; o < p.length; o += 3) {
      for (let k = 0; k < 3; k++) {
        const at = rows[4 * k] * p[o] + rows[4 * k + 1] * p[o + 1] + rows[4 * k + 2] * p[o + 2];
        low[k] = Math.min(low[k], at);
        high[k] = Math.max(high[k], at);
      }
    }
  }
  const [w, h, d] = high.map((x, k) => (x - low[k]) / 2);
  const middle = high.map((x, k) => (x + low[k]) / 2);
  const target = [0, 1, 2].map(axis => [0, 1, 2].reduce((sum, k) => sum + middle[k] * rows[4 * k + axis], 0));
  const half = RIM * Math.max(h, (w * WHOLE.height) / WHOLE.width);
  const away = d + half / Math.tan((FIELD * Math.PI) / 360);
  const eye = target.map((x, axis) => x + away * forward[axis]) as [number, number, number];
  return { camera: { eye, target: target as [number, number, number], fieldOfView: FIELD }, shown: half };
}

/** Copies a picture to its place, with a thin line around it. */
function insert(pixels: Uint8Array, { left, top, width, height }: Panel, picture: Uint8Array): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isFrame = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      const [p, q] = [3 * (y * width + x), 3 * ((top + y) * SHEET.width + left + x)];
      for (let k = 0; k < 3; k++) pixels[q + k] = isFrame ? 170 : picture[p + k];
    }
  }
}
