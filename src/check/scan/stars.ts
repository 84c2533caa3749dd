import type { Mesh } from '../../mesh/mesh.ts';
import type { Topology } from '../../mesh/topology.ts';
import { neighboursCross } from '../../query/elementary/neighbours-cross.ts';
import { addPair, type PairList } from '../../query/pairs/pair-list.ts';
import type { CheckedShape } from '../plan/checked-shape.ts';
import type { BodyMotion } from './body-motion.ts';

/** The triangles around each vertex, for finding neighbours that cross each other without testing all pairs of them. */
export interface Stars {
  /** Vertices with at least two triangles. */
  vertices: Uint32Array;
  /**
   * The other ends of the edges at vertex k of them, counter-clockwise: `rings[ringStarts[k] .. ringStarts[k + 1])`. Empty if
   * its triangles do not go once around it, each edge between two of them: then all pairs are tested.
   */
  ringStarts: Uint32Array;
  rings: Uint32Array;
  /** The only joint all triangles around it follow, or -1. */
  joints: Int32Array;
  /** The joint all of them follow most, or -1. */
  mainJoints: Int32Array;
  /** How far its vertices may drift from that joint (drift.ts) without two of its triangles crossing. */
  leeways: Float64Array;
  /** For each vertex of the mesh its number here. */
  numbers: Int32Array;
  /** Room for one search: the stars that rule out all their pairs. */
  isFlat: Uint8Array;
  /** Room for the numbers of the others. */
  bent: Uint32Array;
}

export function findStars(
  { triangles, positions }: Mesh,
  topology: Topology,
  jointOfTriangle: Int32Array,
  mainJoints: Uint32Array,
): Stars {
  const { vertexStarts, trianglesOfVertex } = topology;
  const vertices: number[] = [];
  const joints: number[] = [];
  const mains: number[] = [];
  const ringStarts: number[] = [0];
  const rings: number[] = [];
  const numbers = new Int32Array(positions.length / 3).fill(-1);
  for (let v = 0; v < numbers.length; v++) {
    const around = trianglesOfVertex.subarray(vertexStarts[v], vertexStarts[v + 1]);
    if (around.length < 2) continue;
    numbers[v] = vertices.length;
    vertices.push(v);
    const joint = jointOfTriangle[around[0]];
    joints.push(around.every(t => jointOfTriangle[t] === joint) ? joint : -1);
    const main = mainJoints[around[0]];
    mains.push(around.every(t => mainJoints[t] === main) ? main : -1);
    for (const w of findRing(triangles, around, v)) rings.push(w);
    ringStarts.push(rings.length);
  }
  const ring = Uint32Array.from(rings);
  return {
    vertices: Uint32Array.from(vertices),
    ringStarts: Uint32Array.from(ringStarts),
    rings: ring,
    joints: Int32Array.from(joints),
    mainJoints: Int32Array.from(mains),
    leeways: Float64Array.from(vertices, (v, k) => findLeeway(positions, v, ring, ringStarts[k], ringStarts[k + 1])),
    numbers,
    isFlat: new Uint8Array(vertices.length),
    bent: new Uint32Array(vertices.length),
  };
}

/** The ring of a vertex, or nothing if its triangles form none. */
function findRing(triangles: Uint32Array, around: Uint32Array, v: number): number[] {
  const next = new Map<number, number>();
  for (const t of around) {
    const corner = triangles.indexOf(v, 3 * t) - 3 * t;
    const from = triangles[3 * t + ((corner + 1) % 3)];
    const to = triangles[3 * t + ((corner + 2) % 3)];
    if (from === v || to === v || next.has(from)) return [];
    next.set(from, to);
  }
  const ring: number[] = [];
  let w: number | undefined = next.keys().next().value;
  while (w !== undefined && ring.length < around.length) {
    ring.push(w);
    w = next.get(w);
  }
  return w === ring[0] && new Set(ring).size === around.length && around.length > 2 ? ring : [];
}

/**
 * How far the vertices of a star may move, each anywhere, before it ceases to be flat; 0 if it is not. Seen along the direction that its
 * triangles face together, none of them turns over before it is a line, so not before its corners have moved by half of the least
 * of its heights. While none does, the star goes around its vertex as often as before: once.
 */
function findLeeway(x: Float64Array, v: number, rings: Uint32Array, from: number, to: number): number {
  const sum = new Float64Array(3);
  if (from === to || !isStarFlat(x, v, rings, from, to, sum, 0)) return 0;
  const edges: number[][] = [];
  for (let k = from; k < to; k++) edges.push([0, 1, 2].map(axis => x[3 * rings[k] + axis] - x[3 * v + axis]));
  const normals = edges.map((e, k) => cross(edges.at(k - 1)!, e));
  const length = Math.hypot(...sum);
  const shadow = (e: number[]): number => Math.sqrt(Math.max(0, dot(e, e) - (dot(e, sum) / length) ** 2));
  let least = Infinity;
  for (let k = 0; k < edges.length; k++) {
    const [e, f] = [edges.at(k - 1)!, edges[k]];
    const longest = Math.max(shadow(e), shadow(f), shadow([f[0] - e[0], f[1] - e[1], f[2] - e[2]]));
    least = Math.min(least, dot(normals[k], sum) / length / longest);
  }
  return least > 0 ? 0.499 * least : 0;
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: number[], b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** What may be lost computing a triple product of edges, as a share of the product of their lengths: 8 roundings and more. */
const ROUNDING = 2 ** -48;

/**
 * Whether the triangles around a vertex share nothing but what neighbours always share. Certain if true. The direction at `o` is tried, and
 * if it does not tell, that which they face together, which takes its place there: it will mostly tell at the next instant.
 */
function isStarFlat(
  x: Float64Array,
  v: number,
  rings: Uint32Array,
  from: number,
  to: number,
  directions: Float64Array,
  o: number,
): boolean {
  if (doFace(x, v, rings, from, to, directions[o], directions[o + 1], directions[o + 2])) return true;
  sumNormals(x, v, rings, from, to, directions, o);
  return doFace(x, v, rings, from, to, directions[o], directions[o + 1], directions[o + 2]);
}

/** The sum of the normals of a star, by area. */
function sumNormals(
  x: Float64Array,
  v: number,
  rings: Uint32Array,
  from: number,
  to: number,
  out: Float64Array,
  o: number,
): void {
  out.fill(0, o, o + 3);
  for (let k = from; k < to; k++) {
    const e = 3 * rings[k === from ? to - 1 : k - 1];
    const f = 3 * rings[k];
    for (let axis = 0; axis < 3; axis++) {
      const p = (axis + 1) % 3;
      const q = (axis + 2) % 3;
      out[o + axis] +=
        (x[e + p] - x[3 * v + p]) * (x[f + q] - x[3 * v + q]) - (x[e + q] - x[3 * v + q]) * (x[f + p] - x[3 * v + p]);
    }
  }
}

/**
 * Whether all triangles of a star face along d, and go around their vertex once.
 *
 * Why that is enough: their shadows in a plane across d turn the same way around the vertex, and a ring of them goes around it a whole
 * number of times. If that number is one, the shadows do not overlap, so neither do the triangles. A line of the plane through the vertex
 * is passed twice each time they go around: counted by how often the ring steps from one side of it to the other.
 */
function doFace(
  x: Float64Array,
  v: number,
  rings: Uint32Array,
  from: number,
  to: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  const vx = x[3 * v];
  const vy = x[3 * v + 1];
  const vz = x[3 * v + 2];
  // Across d, and not along the smallest of its coordinates.
  let mx = 0;
  let my = dz;
  let mz = -dy;
  if (Math.abs(dx) > Math.abs(dy)) {
    mx = -dz;
    my = 0;
    mz = dx;
  }
  const size = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  const least = ROUNDING * size;
  const last = 3 * rings[to - 1];
  let ex = x[last] - vx;
  let ey = x[last + 1] - vy;
  let ez = x[last + 2] - vz;
  let squaredE = ex * ex + ey * ey + ez * ez;
  let wasUp = mx * ex + my * ey + mz * ez > 0 ? 1 : 0;
  let changes = 0;
  for (let k = from; k < to; k++) {
    const w = 3 * rings[k];
    const fx = x[w] - vx;
    const fy = x[w + 1] - vy;
    const fz = x[w + 2] - vz;
    const squaredF = fx * fx + fy * fy + fz * fz;
    const facing = dx * (ey * fz - ez * fy) + dy * (ez * fx - ex * fz) + dz * (ex * fy - ey * fx);
    const aside = mx * fx + my * fy + mz * fz;
    if (!(facing > least * (squaredE + squaredF) && aside * aside > least * least * squaredF)) return false;
    const isUp = aside > 0 ? 1 : 0;
    changes += isUp ^ wasUp; // without a branch, which would go either way
    wasUp = isUp;
    ex = fx;
    ey = fy;
    ez = fz;
    squaredE = squaredF;
  }
  return changes === 2;
}

/**
 * Adds all pairs of neighbours that cross (`neighboursCross`) at an instant, by slot, the lower first. What follows
 * one joint alone, which keeps its shape, is left out. Cost: 50 ns a vertex, and 2 us where the surface is sharp or folded.
 */
export function findCrossingNeighbours(motion: BodyMotion, instant: number, out: PairList): void {
  const { shape, keepsApart, drift, starDirections } = motion;
  const { stars, jointOfTriangle } = shape;
  const { vertices, ringStarts, rings, joints, isFlat, leeways, bent: bentStars } = stars;
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const positions = motion.positions[instant];
  let bent = 0;
  for (let k = 0; k < vertices.length; k++) {
    const from = ringStarts[k];
    const to = ringStarts[k + 1];
    const isKept = drift.ofStars[k] < leeways[k] || (joints[k] >= 0 && keepsApart[joints[k]] === 1);
    isFlat[k] = 1;
    if (isKept || (from < to && isStarFlat(positions, vertices[k], rings, from, to, starDirections, 3 * k))) continue;
    isFlat[k] = 0;
    bentStars[bent++] = k;
  }
  for (let n = 0; n < bent; n++) {
    const v = vertices[bentStars[n]];
    for (let i = vertexStarts[v]; i < vertexStarts[v + 1]; i++) {
      for (let j = i + 1; j < vertexStarts[v + 1]; j++) {
        const one = trianglesOfVertex[i];
        const other = trianglesOfVertex[j];
        const joint = jointOfTriangle[one];
        if (joint >= 0 && joint === jointOfTriangle[other] && keepsApart[joint]) continue;
        if (isFirstOfPair(shape, one, other, v) && doCross(shape.mesh, positions, one, other)) addPair(out, one, other);
      }
    }
  }
}

function doCross({ triangles }: Mesh, positions: Float64Array, one: number, other: number): boolean {
  const [a, b, c] = [triangles[3 * one], triangles[3 * one + 1], triangles[3 * one + 2]];
  const [d, e, f] = [triangles[3 * other], triangles[3 * other + 1], triangles[3 * other + 2]];
  return neighboursCross(positions, a, b, c, d, e, f);
}

/** Whether no other common vertex of the pair rules it out, or comes before this one. */
function isFirstOfPair({ mesh, stars }: CheckedShape, one: number, other: number, v: number): boolean {
  const { triangles } = mesh;
  for (let k = 3 * one; k < 3 * one + 3; k++) {
    const w = triangles[k];
    if (w === v) continue;
    if (w !== triangles[3 * other] && w !== triangles[3 * other + 1] && w !== triangles[3 * other + 2]) continue;
    if (w < v || stars.isFlat[stars.numbers[w]]) return false;
  }
  return true;
}
