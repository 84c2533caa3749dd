import type { Mesh } from '../mesh/mesh.ts';
import type { Topology } from '../mesh/topology.ts';
import { neighboursCross } from '../query/elementary/neighbours-cross.ts';
import { addPair, type PairList } from '../query/pair-list.ts';
import type { BodyMotion } from './body-motion.ts';
import type { CheckedShape } from './checked-shape.ts';

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
  /** For each vertex of the mesh its number here. */
  numbers: Int32Array;
  /** Room for one search: the stars that rule out all their pairs. */
  isFlat: Uint8Array;
}

export function findStars({ triangles, positions }: Mesh, topology: Topology, jointOfTriangle: Int32Array): Stars {
  const { vertexStarts, trianglesOfVertex } = topology;
  const vertices: number[] = [];
  const joints: number[] = [];
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
    for (const w of findRing(triangles, around, v)) rings.push(w);
    ringStarts.push(rings.length);
  }
  return {
    vertices: Uint32Array.from(vertices),
    ringStarts: Uint32Array.from(ringStarts),
    rings: Uint32Array.from(rings),
    joints: Int32Array.from(joints),
    numbers,
    isFlat: new Uint8Array(vertices.length),
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

/** What may be lost computing a triple product of edges, as a share of the product of their lengths: 8 roundings and more. */
const ROUNDING = 2 ** -48;

/**
 * Whether the triangles around a vertex share nothing but what neighbours always share. Certain if true.
 *
 * Why: if all of them face along one direction d, their shadows in a plane across d turn the same way around the vertex, and
 * a ring of them goes around it a whole number of times. If that number is one, the shadows do not overlap, so neither do
 * the triangles. A half-line of the plane is passed by exactly as many shadows as they go around: counted by how often the
 * ring steps from one side of it to the other. The half-line is that of `m`, along which the ring goes from + to -.
 */
function isStarFlat(x: Float64Array, v: number, rings: Uint32Array, from: number, to: number): boolean {
  const vx = x[3 * v];
  const vy = x[3 * v + 1];
  const vz = x[3 * v + 2];
  let dx = 0;
  let dy = 0;
  let dz = 0;
  let longest = 0;
  let w = 3 * rings[to - 1];
  const lastX = x[w] - vx;
  const lastY = x[w + 1] - vy;
  const lastZ = x[w + 2] - vz;
  let ex = lastX;
  let ey = lastY;
  let ez = lastZ;
  for (let k = from; k < to; k++) {
    w = 3 * rings[k];
    const fx = x[w] - vx;
    const fy = x[w + 1] - vy;
    const fz = x[w + 2] - vz;
    dx += ey * fz - ez * fy;
    dy += ez * fx - ex * fz;
    dz += ex * fy - ey * fx;
    const squared = fx * fx + fy * fy + fz * fz;
    if (squared > longest) longest = squared;
    ex = fx;
    ey = fy;
    ez = fz;
  }
  const size = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  const least = ROUNDING * longest * size;
  // Across d, and not along the smallest of its coordinates.
  let mx = 0;
  let my = dz;
  let mz = -dy;
  if (Math.abs(dx) > Math.abs(dy)) {
    mx = -dz;
    my = 0;
    mz = dx;
  }
  const leastAside = ROUNDING * Math.sqrt(longest) * size;
  let turns = 0;
  ex = lastX;
  ey = lastY;
  ez = lastZ;
  let before = mx * ex + my * ey + mz * ez;
  if (!(Math.abs(before) > leastAside)) return false;
  for (let k = from; k < to; k++) {
    w = 3 * rings[k];
    const fx = x[w] - vx;
    const fy = x[w + 1] - vy;
    const fz = x[w + 2] - vz;
    const facing = dx * (ey * fz - ez * fy) + dy * (ez * fx - ex * fz) + dz * (ex * fy - ey * fx);
    const aside = mx * fx + my * fy + mz * fz;
    if (!(facing > least && Math.abs(aside) > leastAside)) return false;
    if (before > 0 && aside < 0) turns++;
    before = aside;
    ex = fx;
    ey = fy;
    ez = fz;
  }
  return turns === 1;
}

/**
 * Adds all pairs of neighbours that cross (`neighboursCross`) at an instant, by slot, the lower first. What follows
 * one joint alone, which keeps its shape, is left out. Cost: 50 ns a vertex, and 2 us where the surface is sharp or folded.
 */
export function findCrossingNeighbours(motion: BodyMotion, instant: number, out: PairList): void {
  const { shape, keepsApart } = motion;
  const { stars, jointOfTriangle } = shape;
  const { vertices, ringStarts, rings, joints, isFlat } = stars;
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const positions = motion.positions[instant];
  for (let k = 0; k < vertices.length; k++) {
    const from = ringStarts[k];
    const to = ringStarts[k + 1];
    const isKept = joints[k] >= 0 && keepsApart[joints[k]] === 1;
    isFlat[k] = isKept || (from < to && isStarFlat(positions, vertices[k], rings, from, to)) ? 1 : 0;
  }
  for (let k = 0; k < vertices.length; k++) {
    if (isFlat[k]) continue;
    const v = vertices[k];
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
