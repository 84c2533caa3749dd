import { encloseMinimally } from '../../bounds/miniball.ts';
import type { Side } from '../motion/side.ts';

/** No triangle is cut into more than the square of this many. */
const MOST_CUTS = 64;

/**
 * The same surface, in every pose, in triangles that fit into spheres of `maxRadius`: each is cut into equal parts, as
 * many as it needs for itself. True for meshes whose vertices move linearly with fields, under one joint: what lies
 * between three vertices stays between them. Vertices are not shared between triangles.
 */
export function subdivideSide({ mesh, source }: Side, maxRadius: number): Side {
  const { positions, triangles } = mesh;
  const corners = triangles.slice();
  const sphere = new Float64Array(4);
  const sources: number[] = [];
  const shares: number[] = [];
  const newTriangles: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    encloseMinimally(positions, corners, t, t + 3, sphere, 0);
    const cuts = Math.max(1, Math.min(MOST_CUTS, Math.ceil(sphere[3] / maxRadius)));
    const first = sources.length / 3;
    const at = (i: number, j: number): number => first + (i * (i + 1)) / 2 + j;
    for (let i = 0; i <= cuts; i++) {
      for (let j = 0; j <= i; j++) {
        sources.push(triangles[t], triangles[t + 1], triangles[t + 2]);
        shares.push(1 - i / cuts, (i - j) / cuts, j / cuts);
        if (i === cuts) continue;
        newTriangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1));
        if (j < i) newTriangles.push(at(i, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  const mix = (values: ArrayLike<number>): Float64Array => {
    const out = new Float64Array(sources.length);
    for (let v = 0; v < sources.length; v += 3) {
      for (let k = 0; k < 3; k++) {
        for (let c = 0; c < 3; c++) out[v + k] += shares[v + c] * values[3 * sources[v + c] + k];
      }
    }
    return out;
  };
  const finer = { positions: mix(positions), triangles: Uint32Array.from(newTriangles) };
  switch (source.kind) {
    case 'rigid':
      return { mesh: finer, source };
    case 'morph':
      return { mesh: finer, source: { kind: 'morph', targets: source.targets.map(mix) } };
    case 'modal':
      return { mesh: finer, source: { kind: 'modal', modes: source.modes.map(mix) } };
    default:
      throw new Error(
        `generateSpheres: triangles under '${source.kind}' cannot be divided for a maxRadius; leave it out, or use smaller ones.`,
      );
  }
}
