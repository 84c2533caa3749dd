import { checksumSide, type Side } from '../motion/side.ts';
import type { SphereSet } from './sphere-set.ts';

export interface SurfaceOptions {
  kind: 'surface';
  /** The radius of all spheres; unless given, that of each is half the longest edge at its vertex. */
  radius?: number;
}

/**
 * One sphere at each vertex, which it follows under any deformer ([NavarroNewball2009], Fig. 1e). They do not cover the
 * mesh.
 */
export function generateSurfaceSpheres(side: Side, { radius }: SurfaceOptions): SphereSet {
  const { positions, triangles } = side.mesh;
  if (radius !== undefined && !(radius > 0 && radius < Infinity)) {
    throw new Error(`generateSpheres: radius is ${radius}; give a length above 0, in the units of the mesh.`);
  }
  const radii = new Float64Array(positions.length / 3).fill(radius ?? 0);
  if (radius === undefined) {
    for (let corner = 0; corner < triangles.length; corner++) {
      const v = triangles[corner];
      const w = triangles[corner % 3 === 2 ? corner - 2 : corner + 1];
      const half = 0.5 * Math.hypot(...[0, 1, 2].map(k => positions[3 * v + k] - positions[3 * w + k]));
      radii[v] = Math.max(radii[v], half);
      radii[w] = Math.max(radii[w], half);
    }
  }
  const checksum = checksumSide(side);
  return { kind: 'surface', centers: positions.slice(), radii, source: side.source, checksum, motion: null };
}
