import type { Mesh } from '../src/mesh/mesh.ts';
import type { Skin } from '../src/mesh/skin.ts';
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
  const far = starts[cube] === starts[cube + 1];
  const end = far ? mesh.triangles.length / 3 : starts[cube + 1];
  let best = -1;
  let least = Infinity;
  for (let e = far ? 0 : starts[cube]; e < end; e++) {
    const t = far ? e : items[e];
    const distance = measureTriangle(mesh, t, x, y, z);
    if (distance >= least) continue;
    least = distance;
    best = t;
    corner.set(found);
  }
  return best;
}

/** The corner weights of the nearest point of the triangle last measured. */
const found = new Float64Array(3);

/** The squared distance to a triangle: to its plane if the foot is inside, else to the nearest side. */
function measureTriangle(mesh: Mesh, t: number, x: number, y: number, z: number): number {
  const { positions: p, triangles } = mesh;
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const wx = x - p[a];
  const wy = y - p[a + 1];
  const wz = z - p[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const wu = wx * ux + wy * uy + wz * uz;
  const wv = wx * vx + wy * vy + wz * vz;
  const det = uu * vv - uv * uv;
  const s = (wu * vv - wv * uv) / det;
  const r = (wv * uu - wu * uv) / det;
  const squaredDistance = (s: number, r: number): number =>
    (wx - s * ux - r * vx) ** 2 + (wy - s * uy - r * vy) ** 2 + (wz - s * uz - r * vz) ** 2;
  let bestS = s;
  let bestR = r;
  if (s < 0 || r < 0 || s + r > 1) {
    const clamp = (value: number): number => Math.min(1, Math.max(0, value));
    const onU = clamp(wu / uu);
    const onV = clamp(wv / vv);
    const onW = clamp((wv - wu - uv + uu) / (uu - 2 * uv + vv));
    bestS = onU;
    bestR = 0;
    if (squaredDistance(0, onV) < squaredDistance(bestS, bestR)) [bestS, bestR] = [0, onV];
    if (squaredDistance(1 - onW, onW) < squaredDistance(bestS, bestR)) [bestS, bestR] = [1 - onW, onW];
  }
  found[0] = 1 - bestS - bestR;
  found[1] = bestS;
  found[2] = bestR;
  return squaredDistance(bestS, bestR);
}
