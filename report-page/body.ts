import type { PageBody, PageBodyMotion, PageMotion } from '../cli/reports/page-data.ts';
import { unpack } from './unpack.ts';

/** A body as arrays: what is drawn, and what moves it. */
export interface Body {
  vertices: number;
  rest: Float32Array;
  /** What the targets make of `rest`; the same array without targets. */
  displaced: Float32Array;
  normals: Float32Array;
  triangles: Uint32Array;
  drawn: Drawn;
  jointCount: number;
  /** Sets of four for each vertex. */
  joints: Float32Array[];
  weights: Float32Array[];
  targets: Float32Array[];
  /** The pose: three rows of four numbers for each joint. */
  matrices: Float32Array;
}

/** What the graphics card gets instead of vertices: where looks have seams there are several for one. */
export interface Drawn {
  count: number;
  /** The vertex that each is; null: they are the vertices. */
  vertexOf: Uint32Array | null;
  corners: Uint32Array;
  uvs: Float32Array | null;
  colors: Uint8Array | null;
}

export function unpackBody(packed: PageBody): Body {
  const { vertices, low, size, jointCount } = packed;
  const shares = new Uint16Array(unpack(packed.positions));
  const rest = new Float32Array(3 * vertices);
  for (let k = 0; k < rest.length; k++) {
    const axis = k % 3;
    rest[k] = low[axis] + (size[axis] * shares[4 * Math.floor(k / 3) + axis]) / 65535;
  }
  const drawn = unpackDrawn(packed);
  const { vertexOf, corners } = drawn;
  const triangles = vertexOf ? corners.map(v => vertexOf[v]) : corners;
  const weights = packed.weights.map(set => Float32Array.from(new Uint16Array(unpack(set))));
  sumToOne(weights, vertices);
  const targets = packed.targets.map(target => {
    const parts = new Int16Array(unpack(target));
    return Float32Array.from(
      { length: 3 * vertices },
      (_, k) => (packed.targetSize * parts[4 * Math.floor(k / 3) + (k % 3)]) / 32767,
    );
  });
  return {
    vertices,
    rest,
    displaced: targets.length > 0 ? rest.slice() : rest,
    normals: findNormals(rest, triangles),
    triangles,
    drawn,
    jointCount,
    joints: packed.joints.map(set => Float32Array.from(new Uint16Array(unpack(set)))),
    weights,
    targets,
    matrices: Float32Array.from({ length: 12 * jointCount }, (_, k) => Number((k % 12) % 5 === 0)),
  };
}

function unpackDrawn({ vertices, triangles, vertexOf, uvs, colors }: PageBody): Drawn {
  const shares = uvs && new Uint16Array(unpack(uvs.shares));
  return {
    count: vertexOf?.count ?? vertices,
    vertexOf: vertexOf && new Uint32Array(unpack(vertexOf)),
    corners: new Uint32Array(unpack(triangles)),
    uvs: shares && Float32Array.from(shares, (share, k) => uvs!.low[k % 2] + (uvs!.size[k % 2] * share) / 65535),
    colors: colors && new Uint8Array(unpack(colors)),
  };
}

/** Copies numbers of vertices, `size` for each, to those that are drawn. */
export function spread({ vertexOf }: Drawn, from: Float32Array, size: number, to: Float32Array): void {
  for (let k = 0; k < to.length / size; k++) {
    const v = vertexOf ? vertexOf[k] : k;
    for (let c = 0; c < size; c++) to[size * k + c] = from[size * v + c];
  }
}

function sumToOne(weights: Float32Array[], vertices: number): void {
  for (let v = 0; v < vertices; v++) {
    let sum = 0;
    for (const set of weights) for (let k = 4 * v; k < 4 * v + 4; k++) sum += set[k];
    for (const set of weights) for (let k = 4 * v; k < 4 * v + 4; k++) set[k] /= sum || 1;
  }
}

/** The normals of the triangles around each vertex, by area. */
function findNormals(p: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(p.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const normal = (p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]);
      for (const corner of [a, b, c]) normals[corner + axis] += normal;
    }
  }
  for (let o = 0; o < normals.length; o += 3) {
    const length = Math.hypot(normals[o], normals[o + 1], normals[o + 2]) || 1;
    for (let axis = 0; axis < 3; axis++) normals[o + axis] /= length;
  }
  return normals;
}

/** The poses of a clip. */
export interface Motion {
  times: Float32Array;
  bodies: { shares: Int16Array; packed: PageBodyMotion; weights: Float32Array | null }[];
}

export function unpackMotion({ times, bodies }: PageMotion): Motion {
  return {
    times: new Float32Array(unpack(times)),
    bodies: bodies.map(packed => ({
      shares: new Int16Array(unpack(packed.matrices)),
      packed,
      weights: packed.weights && new Float32Array(unpack(packed.weights)),
    })),
  };
}

/** Puts all bodies where they are at a time: straight between two poses. */
export function poseBodies(bodies: readonly Body[], motion: Motion, time: number): void {
  const { times } = motion;
  let to = times.findIndex(t => t >= time);
  if (to < 0) to = times.length - 1;
  const from = Math.max(0, to - 1);
  const span = times[to] - times[from];
  const part = span > 0 ? Math.min(1, Math.max(0, (time - times[from]) / span)) : 1;
  bodies.forEach((body, b) => {
    const { shares, packed, weights } = motion.bodies[b];
    for (let j = 0; j < body.jointCount; j++) {
      for (let k = 0; k < 12; k++) {
        const o = 12 * j * times.length + k;
        const share = (1 - part) * shares[o + 12 * from] + part * shares[o + 12 * to];
        const axis = k >> 2;
        body.matrices[12 * j + k] =
          k % 4 === 3
            ? packed.low[axis] + (packed.size[axis] * (share + 32768)) / 65535
            : (packed.turnSize * share) / 32767;
      }
    }
    if (weights)
      displace(body, m => (1 - part) * weights[m * times.length + from] + part * weights[m * times.length + to]);
  });
}

function displace({ rest, displaced, targets }: Body, weightOf: (target: number) => number): void {
  displaced.set(rest);
  targets.forEach((target, m) => {
    const weight = weightOf(m);
    if (weight === 0) return;
    for (let k = 0; k < displaced.length; k++) displaced[k] += weight * target[k];
  });
}

/** Where vertex v is in the pose: what the graphics card computes for all of them. */
export function vertexAt({ displaced: p, joints, weights, matrices: m }: Body, v: number, out: Float32Array): void {
  const [x, y, z] = [p[3 * v], p[3 * v + 1], p[3 * v + 2]];
  out.fill(0);
  const add = (j: number, weight: number): void => {
    for (let row = 0; row < 3; row++) {
      const o = 12 * j + 4 * row;
      out[row] += weight * (m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + 3]);
    }
  };
  if (joints.length === 0) add(0, 1);
  joints.forEach((set, s) => {
    for (let k = 4 * v; k < 4 * v + 4; k++) if (weights[s][k] > 0) add(set[k], weights[s][k]);
  });
}
