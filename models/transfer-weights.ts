import type { Mesh } from '../src/mesh/mesh.ts';
import type { Skin } from '../src/mesh/skin.ts';
import { nearestOfTriangle } from '../src/query/elementary/point-triangle.ts';
import { boundPoints } from './bounding-box.ts';
import { measureEdges } from './half-edges.ts';
import { createSkin, packWeights } from './pack-weights.ts';

/** Triangles sorted into cubes; cube (x, y, z) holds `items[starts[c] .. starts[c + 1] - 1]`, c = x + nx (y + ny z). */
interface Cubes {
  low: number[];
  size: number[];
  side: number;
  starts: Int32Array;
  items: Int32Array;
}

/**
 * The skin of `from`, read off for other points at or near its surface: each takes the weights at the nearest point of the
 * nearest triangle. About a microsecond per point, for points nearer than half a cube (the mean edge length).
 */
export function transferWeights(from: Mesh, skin: Skin, positions: Float64Array): Skin {
  const cubes = sortTriangles(from);
  const vertices = positions.length / 3;
  const out = createSkin(vertices, skin.jointCount);
  const raw = new Float64Array(skin.jointCount);
  const corner = new Float64Array(3);
  for (let v = 0; v < vertices; v++) {
    const t = findNearest(from, cubes, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], corner);
    raw.fill(0);
    for (let k = 0; k < 3; k++) {
      const o = from.triangles[3 * t + k] * skin.influences;
      for (let i = o; i < o + skin.influences; i++) raw[skin.joints[i]] += corner[k] * skin.weights[i];
    }
    packWeights(raw, out, v);
  }
  return out;
}

/** A triangle goes into each cube within half a cube of its box: so one cube is enough to look in for near points. */
function sortTriangles(mesh: Mesh): Cubes {
  const { positions: p, triangles } = mesh;
  const { low, high } = boundPoints(p);
  const side = 2 * measureEdges(mesh);
  const size = [0, 1, 2].map(k => Math.floor((high[k] - low[k]) / side + 1) + 2);
  const cubes = { low: low.map(l => l - side), size, side, starts: new Int32Array(size[0] * size[1] * size[2] + 1) };
  const visit = (use: (cube: number, t: number) => void): void => {
    for (let t = 0; t < triangles.length / 3; t++) {
      const ranges = [0, 1, 2].map(k => {
        const ends = [0, 1, 2].map(i => p[3 * triangles[3 * t + i] + k] - cubes.low[k]);
        const first = Math.max(0, Math.floor(Math.min(...ends) / side - 0.5));
        return [first, Math.min(size[k] - 1, Math.floor(Math.max(...ends) / side + 0.5))];
      });
      for (let z = ranges[2][0]; z <= ranges[2][1]; z++) {
        for (let y = ranges[1][0]; y <= ranges[1][1]; y++) {
          for (let x = ranges[0][0]; x <= ranges[0][1]; x++) use(x + size[0] * (y + size[1] * z), t);
        }
      }
    }
  };
  visit(cube => cubes.starts[cube + 1]++);
  for (let c = 1; c < cubes.starts.length; c++) cubes.starts[c] += cubes.starts[c - 1];
  const fill = cubes.starts.slice();
  const items = new Int32Array(fill[fill.length - 1]);
  visit((cube, t) => {
    items[fill[cube]++] = t;
  });
  return { ...cubes, items };
}

/** The nearest triangle; the weights of its corners at the nearest point go to `corner`. A far point asks them all. */
function findNearest(mesh: Mesh, cubes: Cubes, x: number, y: number, z: number, corner: Float64Array): number {
  const { low, size, side, starts, items } = cubes;
  const place = (v: number, k: number): number => Math.min(size[k] - 1, Math.max(0, Math.floor((v - low[k]) / side)));
  const cube = place(x, 0) + size[0] * (place(y, 1) + size[1] * place(z, 2));
  const { positions, triangles } = mesh;
  const point = Float64Array.of(x, y, z);
  const found = new Float64Array(4);
  const far = starts[cube] === starts[cube + 1];
  const end = far ? triangles.length / 3 : starts[cube + 1];
  let best = -1;
  let least = Infinity;
  for (let e = far ? 0 : starts[cube]; e < end; e++) {
    const t = far ? e : items[e];
    const [a, b, c] = [0, 1, 2].map(k => 3 * triangles[3 * t + k]);
    nearestOfTriangle(point, 0, positions, a, b, c, found, 0);
    if (found[3] >= least) continue;
    least = found[3];
    best = t;
    corner.set(found.subarray(0, 3));
  }
  return best;
}
