import type { CheckedShape } from '../plan/checked-shape.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import type { RegionPair } from '../scan/search-step.ts';

/** Along the surface, a crease reaches at most this many radii of the thinner part from one side to the other. */
const RADII = 4;
/** The same for parts that border on each other: a joint bends between them. Within one part nothing bends as far. */
const RADII_ACROSS_BORDER = 8;
const RADII_WITHIN = 2;

/**
 * Whether what touches is a crease: two parts of one surface that lie next to each other, as at the inside of an elbow. They are
 * if every two triangles that touch are, at rest and along the surface, no farther apart than twice the thinner of the two
 * parts is thick. A forearm that bends onto the upper arm creases; one that goes through the chest does not.
 */
export function isCrease(plan: CheckPlan, { bodyA, bodyB, regionA, regionB, touching }: RegionPair): boolean {
  if (bodyA !== bodyB) return false;
  const shape = plan.shapes[bodyA];
  const { radii } = shape.regions;
  const first = plan.firstRegions[bodyA];
  const isBend = plan.borders.has(keyOf(plan, regionA, regionB));
  const most =
    (regionA === regionB ? RADII_WITHIN : isBend ? RADII_ACROSS_BORDER : RADII) *
    Math.min(radii[regionA - first], radii[regionB - first]);
  // The cheap test goes first for all: one pair that is too far apart is enough.
  for (let k = 0; k < touching.length; k += 2) if (restGap(shape, touching[k], touching[k + 1]) > most) return false;
  for (let k = 0; k < touching.length; k += 2) {
    if (!isNearOnSurface(shape, touching[k], touching[k + 1], most)) return false;
  }
  return true;
}

/** The distance of the middles of two triangles at rest: never more than along the surface. */
function restGap({ mesh }: CheckedShape, one: number, other: number): number {
  const { positions: p, triangles } = mesh;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    let gap = 0;
    for (let k = 0; k < 3; k++) gap += p[3 * triangles[3 * one + k] + axis] - p[3 * triangles[3 * other + k] + axis];
    squared += (gap / 3) ** 2;
  }
  return Math.sqrt(squared);
}

const known = new WeakMap<CheckedShape, Map<number, boolean>>();

/**
 * Whether a path along the rest surface leads from one triangle to the other within `most`, which is the same for the same two whenever
 * it is asked: it follows from their regions.
 */
function isNearOnSurface(shape: CheckedShape, one: number, other: number, most: number): boolean {
  let answers = known.get(shape);
  if (!answers) known.set(shape, (answers = new Map()));
  const key = Math.min(one, other) * shape.order.length + Math.max(one, other);
  let answer = answers.get(key);
  if (answer === undefined) answers.set(key, (answer = searchSurface(shape, one, other, most)));
  return answer;
}

interface Path {
  v: number;
  /** How long it is so far, and how long it will be at least. */
  length: number;
  whole: number;
}

/**
 * Looks along the path that may still be the shortest first ([Hart1968]): no path is shorter than the straight line. Paths lead from any corner
 * of one triangle to any of the other, along edges and straight across them, so that neither the order of corners nor which way the
 * quads of a model were cut matters: left and right of a figure are told alike.
 */
export function searchSurface(shape: CheckedShape, one: number, other: number, most: number): boolean {
  const { triangles, positions } = shape.mesh;
  const { vertexStarts, trianglesOfVertex, edgesOfTriangle, edgeStarts, trianglesOfEdge } = shape.topology;
  const [goal0, goal1, goal2] = triangles.subarray(3 * other, 3 * other + 3);
  const lengths = new Map<number, number>();
  const queue: Path[] = [];
  const reach = (v: number, length: number): void => {
    if (length >= (lengths.get(v) ?? Infinity)) return;
    const ahead = distanceOf(positions, v, goal0);
    const whole = length + Math.min(ahead, distanceOf(positions, v, goal1), distanceOf(positions, v, goal2));
    if (whole > most) return;
    lengths.set(v, length);
    pushTo(queue, { v, length, whole });
  };
  for (const v of triangles.subarray(3 * one, 3 * one + 3)) reach(v, 0);
  while (queue.length > 0) {
    const { v, length } = popFrom(queue);
    if (v === goal0 || v === goal1 || v === goal2) return true;
    if (length > lengths.get(v)!) continue;
    for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
      const t = trianglesOfVertex[k];
      const corner = triangles[3 * t] === v ? 0 : triangles[3 * t + 1] === v ? 1 : 2;
      const side = (corner + 1) % 3;
      const p = triangles[3 * t + side];
      const q = triangles[3 * t + ((side + 1) % 3)];
      reach(p, length + distanceOf(positions, v, p));
      reach(q, length + distanceOf(positions, v, q));
      const e = edgesOfTriangle[3 * t + side];
      for (let n = edgeStarts[e]; n < edgeStarts[e + 1]; n++) {
        const u = 3 * trianglesOfEdge[n];
        if (u === 3 * t) continue;
        const w = triangles[u] + triangles[u + 1] + triangles[u + 2] - p - q; // its corner off the edge
        reach(w, length + distanceAcross(positions, v, p, q, w));
      }
    }
  }
  return false;
}

/** Without `Math.hypot`, which takes ten times as long: coordinates are far from overflow (`poseJoints`). */
function distanceOf(x: Float64Array, v: number, w: number): number {
  const dx = x[3 * v] - x[3 * w];
  const dy = x[3 * v + 1] - x[3 * w + 1];
  const dz = x[3 * v + 2] - x[3 * w + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** From v to w over the edge from p to q, in the plane that both their triangles are laid into; Infinity if the line misses the edge. */
function distanceAcross(x: Float64Array, v: number, p: number, q: number, w: number): number {
  const edge = distanceOf(x, p, q);
  const fromP = alongEdge(x, p, q, v) / edge;
  const toP = alongEdge(x, p, q, w) / edge;
  const fromHeight = heightAbove(distanceOf(x, v, p), fromP);
  const toHeight = heightAbove(distanceOf(x, w, p), toP);
  const crossing = fromP + ((toP - fromP) * fromHeight) / (fromHeight + toHeight);
  if (!(crossing >= 0 && crossing <= edge)) return Infinity;
  return Math.sqrt((toP - fromP) * (toP - fromP) + (fromHeight + toHeight) * (fromHeight + toHeight));
}

/** The product of the edge from p to q with what leads from p to u. */
function alongEdge(x: Float64Array, p: number, q: number, u: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (x[3 * u + k] - x[3 * p + k]) * (x[3 * q + k] - x[3 * p + k]);
  return sum;
}

function heightAbove(distance: number, along: number): number {
  return Math.sqrt(Math.max(0, distance * distance - along * along));
}

/** A heap with the shortest whole in front. */
function pushTo(heap: Path[], path: Path): void {
  let at = heap.push(path) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (heap[above].whole <= path.whole) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = path;
}

function popFrom(heap: Path[]): Path {
  const first = heap[0];
  const last = heap.pop()!;
  if (heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1].whole < heap[below].whole) below++;
    if (heap[below].whole >= last.whole) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = last;
  return first;
}
