import type { Camera, View } from './camera.ts';
import { createView, projectPoints } from './camera.ts';
import { halve } from './halve.ts';
import { computeNormals } from './normals.ts';
import { encodePng } from './png.ts';
import { rasteriseTriangle } from './rasterise.ts';
import type { Color } from './shade.ts';
import { LIGHT, shadePoint } from './shade.ts';
import { drawSphere } from './spheres.ts';

export interface PictureBody {
  positions: Float64Array;
  triangles: Uint32Array;
  /** Red, green, blue in 0..1. */
  color: Color;
  /** Triangles to show in another colour: the touching ones. */
  highlight?: { triangles: Iterable<number>; color: Color };
  /** Draw each triangle flat, so that the mesh shows. */
  flat?: boolean;
}

export interface PictureSphere {
  center: readonly [number, number, number];
  radius: number;
  color: Color;
  /** `glass` is translucent, `wire` three great circles and the outline. */
  style: 'glass' | 'wire';
}

export interface Picture {
  bodies: PictureBody[];
  spheres?: PictureSphere[];
  width: number;
  height: number;
  camera: Camera;
  /** Height of the floor, which takes the shadows; none without it. */
  floor?: number;
}

/** What has been painted so far, at twice the size of the picture: three colours and a depth per pixel. */
export interface Canvas {
  view: View;
  rgb: Float32Array;
  depth: Float64Array;
}

/** The bytes of a PNG. Costs time in proportion to pixels and triangles: a few hundred milliseconds for ten thousand. */
export function renderPicture(picture: Picture): Uint8Array {
  const view = createView(picture.camera, 2 * picture.width, 2 * picture.height);
  const canvas: Canvas = {
    view,
    rgb: new Float32Array(3 * view.width * view.height),
    depth: new Float64Array(view.width * view.height).fill(Infinity),
  };
  paintBackground(canvas, picture);
  for (const body of picture.bodies) drawBody(canvas, body);
  for (const sphere of picture.spheres ?? []) drawSphere(canvas, sphere);
  return encodePng(halve(canvas.rgb, view.width, view.height), picture.width, picture.height);
}

/** A soft sky; below the horizon a floor that fades into it, dark where a body stands between it and the light. */
function paintBackground(canvas: Canvas, picture: Picture): void {
  const { view, rgb } = canvas;
  const { rows: r, eye } = view;
  const shadow = picture.floor === undefined ? undefined : castShadows(view, picture.bodies, picture.floor);
  for (let p = 0; p < view.width * view.height; p++) {
    const u = ((p % view.width) + 0.5 - view.width / 2) / view.scale;
    const v = (view.height / 2 - Math.floor(p / view.width) - 0.5) / view.scale;
    const dy = r[1] * u + r[5] * v + r[9];
    const sky = 0.9 + 0.08 * Math.max(-1, Math.min(1, 2 * v));
    let light = sky;
    if (shadow && picture.floor !== undefined && dy < 0) {
      const t = (picture.floor - eye[1]) / dy;
      const fade = Math.exp(-t / 60);
      light = sky + (0.8 * (shadow[p] ? 0.72 : 1) - sky) * fade;
    }
    rgb[3 * p] = light * 0.97;
    rgb[3 * p + 1] = light * 0.985;
    rgb[3 * p + 2] = light;
  }
}

function castShadows(view: View, bodies: PictureBody[], floor: number): Uint8Array {
  const mask = new Uint8Array(view.width * view.height);
  for (const { positions, triangles } of bodies) {
    const flat = positions.slice();
    for (let o = 0; o < flat.length; o += 3) {
      const t = (flat[o + 1] - floor) / LIGHT[1];
      flat[o] -= t * LIGHT[0];
      flat[o + 1] = floor;
      flat[o + 2] -= t * LIGHT[2];
    }
    const points = projectPoints(view, flat);
    for (let t = 0; t < triangles.length; t += 3) {
      rasteriseTriangle(points, triangles[t], triangles[t + 1], triangles[t + 2], view.width, view.height, p => {
        mask[p] = 1;
      });
    }
  }
  return mask;
}

function drawBody(canvas: Canvas, body: PictureBody): void {
  const { view, rgb, depth } = canvas;
  const { positions, triangles } = body;
  const points = projectPoints(view, positions);
  const { faces, corners } = computeNormals(positions, triangles);
  const marked = new Uint8Array(triangles.length / 3);
  for (const t of body.highlight?.triangles ?? []) marked[t] = 1;
  for (let t = 0; t < triangles.length / 3; t++) {
    const a = triangles[3 * t];
    const b = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    const color = marked[t] && body.highlight ? body.highlight.color : body.color;
    rasteriseTriangle(points, a, b, c, view.width, view.height, (p, z, wa, wb, wc) => {
      if (z >= depth[p]) return;
      depth[p] = z;
      const mix = (k: number): number =>
        body.flat ? faces[3 * t + k] : wa * corners[3 * a + k] + wb * corners[3 * b + k] + wc * corners[3 * c + k];
      const at = (k: number): number =>
        wa * positions[3 * a + k] + wb * positions[3 * b + k] + wc * positions[3 * c + k];
      shadePoint(rgb, p, color, mix(0), mix(1), mix(2), view.eye[0] - at(0), view.eye[1] - at(1), view.eye[2] - at(2));
    });
  }
}
