import { projectPoints, type View } from './camera.ts';
import type { Layer } from './layer.ts';
import { computeNormals } from './normals.ts';
import type { Color } from './shade.ts';
import { chooseLevelOf, type Surface, writeColor } from './surface.ts';

/** Where the light comes from, as the eye sees it: above, from the left, behind the eye. */
const KEY = [-0.402, 0.625, 0.669];
/** How much darker a rim is that stands before something farther. */
const RIM = 0.45;

/** Colours for parts of surfaces: `parts[s][t]` is the number of a colour, from 1, for a triangle; 0: none. */
export interface Tints {
  parts: readonly Uint8Array[];
  colors: readonly Color[];
  /** How much of the colour is laid over what is there. */
  share: number;
}

/**
 * Colours what a layer shows, under a light that goes with the eye: nothing is ever in the dark. Smooth, but where the surface has an
 * edge the triangles show as they are. Writes three numbers a pixel to `rgb`, and leaves pixels as they are where nothing is.
 * Cost: 100 ns a pixel.
 */
export function shadeLayer(
  view: View,
  surfaces: readonly Surface[],
  layer: Layer,
  { parts, colors, share }: Tints,
  rgb: Float32Array,
): void {
  const { rows: r, width } = view;
  const normals = surfaces.map(({ positions, triangles }) => unitNormals(positions, triangles));
  const points = surfaces.map(({ positions }) => projectPoints(view, positions));
  const color = new Float64Array(4);
  const n = new Float64Array(3);
  for (let p = 0; p < layer.depth.length; p++) {
    const s = layer.surface[p];
    if (s < 0) continue;
    const t = layer.triangle[p];
    const surface = surfaces[s];
    const wa = layer.weightA[p];
    const wb = layer.weightB[p];
    const wc = 1 - wa - wb;
    writeNormal(surface.triangles, normals[s].faces, normals[s].corners, t, wa, wb, wc, n);
    // The normal as the eye sees it, of the side that is seen.
    const side = facesEye(view.eye, surface, normals[s].faces, t) ? 1 : -1;
    const nx = r[0] * n[0] + r[1] * n[1] + r[2] * n[2];
    const ny = r[4] * n[0] + r[5] * n[1] + r[6] * n[2];
    const nz = -(r[8] * n[0] + r[9] * n[1] + r[10] * n[2]);
    writeColor(surface, t, chooseLevelOf(surface, t, points[s]), wa, wb, wc, color);
    const key = Math.max(0, side * (nx * KEY[0] + ny * KEY[1] + nz * KEY[2]));
    const { isUnlit } = surface.materials[surface.materialOfTriangle[t]];
    const light = isUnlit ? 0.78 + 0.27 * key : 0.44 + 0.14 * (0.5 + 0.5 * side * ny) + 0.52 * key;
    const edge = isRim(layer.depth, p, width) ? 1 - RIM : 1;
    const part = parts[s][t];
    for (let k = 0; k < 3; k++) {
      const own = part > 0 ? color[k] + share * (colors[part - 1][k] - color[k]) : color[k];
      rgb[3 * p + k] = Math.min(1, own * light) * edge;
    }
  }
}

function facesEye(eye: View['eye'], { positions, triangles }: Surface, faces: Float64Array, t: number): boolean {
  const a = 3 * triangles[3 * t];
  const o = 3 * t;
  const x = eye[0] - positions[a];
  const y = eye[1] - positions[a + 1];
  const z = eye[2] - positions[a + 2];
  return faces[o] * x + faces[o + 1] * y + faces[o + 2] * z >= 0;
}

function unitNormals(positions: Float64Array, triangles: Uint32Array): ReturnType<typeof computeNormals> {
  const normals = computeNormals(positions, triangles);
  for (const list of [normals.faces, normals.corners]) for (let o = 0; o < list.length; o += 3) makeUnit(list, o);
  return normals;
}

function makeUnit(list: Float64Array, o: number): void {
  const size = Math.sqrt(list[o] * list[o] + list[o + 1] * list[o + 1] + list[o + 2] * list[o + 2]) || 1;
  list[o] /= size;
  list[o + 1] /= size;
  list[o + 2] /= size;
}

/** Of unit length; mixed of the corners' normals, but that of the triangle where these are far from it. */
function writeNormal(
  triangles: Uint32Array,
  faces: Float64Array,
  corners: Float64Array,
  t: number,
  wa: number,
  wb: number,
  wc: number,
  out: Float64Array,
): void {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  for (let k = 0; k < 3; k++) out[k] = wa * corners[a + k] + wb * corners[b + k] + wc * corners[c + k];
  makeUnit(out, 0);
  const along = out[0] * faces[3 * t] + out[1] * faces[3 * t + 1] + out[2] * faces[3 * t + 2];
  const share = Math.min(1, Math.max(0, (0.75 - along) / 0.25));
  if (share === 0) return;
  for (let k = 0; k < 3; k++) out[k] += share * (faces[3 * t + k] - out[k]);
  makeUnit(out, 0);
}

/** Whether a neighbouring pixel is much farther away than the slope of what is seen tells. */
function isRim(depth: Float64Array, p: number, width: number): boolean {
  const x = p % width;
  if (x === 0 || x === width - 1 || p < width || p >= depth.length - width) return false;
  return isStep(depth, p, 1) || isStep(depth, p, width);
}

function isStep(depth: Float64Array, p: number, step: number): boolean {
  const before = depth[p - step];
  const after = depth[p + step];
  const here = depth[p];
  return Math.max(before, after) > 1.012 * here && before + after > 2.01 * here;
}
