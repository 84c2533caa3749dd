import { chooseLevel, sampleTexture, type Texture } from './texture.ts';

/** A posed mesh with its looks. */
export interface Surface {
  positions: Float64Array;
  triangles: Uint32Array;
  /** Corners as numbers of `uvs` and `colors`, which have seams where positions have none. */
  corners: Uint32Array;
  uvs: Float32Array | null;
  colors: Uint8Array | null;
  materials: readonly SurfaceMaterial[];
  materialOfTriangle: Uint32Array;
  /** Whether it is turned inside out, by a scale below 0. */
  isMirrored: boolean;
}

export interface SurfaceMaterial {
  /** Red, green, blue and how opaque, in 0..1, as a screen shows them. */
  color: readonly [number, number, number, number];
  texture: Texture | null;
  alpha: 'opaque' | 'mask' | 'blend';
  cutoff: number;
  isDoubleSided: boolean;
  isUnlit: boolean;
}

/** The level of its texture that a triangle shows about pixel by pixel. */
export function chooseLevelOf(
  { uvs, corners, triangles, materials, materialOfTriangle }: Surface,
  t: number,
  points: Float64Array,
): number {
  const { texture } = materials[materialOfTriangle[t]];
  if (!texture || !uvs) return 0;
  const [i, j, k] = [2 * corners[3 * t], 2 * corners[3 * t + 1], 2 * corners[3 * t + 2]];
  const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  const onImage = (uvs[j] - uvs[i]) * (uvs[k + 1] - uvs[i + 1]) - (uvs[j + 1] - uvs[i + 1]) * (uvs[k] - uvs[i]);
  const shown =
    (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
    (points[b + 1] - points[a + 1]) * (points[c] - points[a]);
  const [{ width, height }] = texture.levels;
  return chooseLevel(texture, Math.abs((onImage * width * height) / shown));
}

/** Writes the colour of a place on a triangle, and how opaque it is: material times vertex colours times texture. */
export function writeColor(
  { corners, colors, uvs, materials, materialOfTriangle }: Surface,
  t: number,
  level: number,
  wa: number,
  wb: number,
  wc: number,
  out: Float64Array,
): void {
  const { color, texture } = materials[materialOfTriangle[t]];
  const a = corners[3 * t];
  const b = corners[3 * t + 1];
  const c = corners[3 * t + 2];
  if (texture && uvs) {
    const u = wa * uvs[2 * a] + wb * uvs[2 * b] + wc * uvs[2 * c];
    const v = wa * uvs[2 * a + 1] + wb * uvs[2 * b + 1] + wc * uvs[2 * c + 1];
    sampleTexture(texture, level, u, v, out);
  } else out.fill(1);
  for (let k = 0; k < 4; k++) {
    out[k] *= color[k];
    if (colors) out[k] *= (wa * colors[4 * a + k] + wb * colors[4 * b + k] + wc * colors[4 * c + k]) / 255;
  }
}
