import type { CheckedShape } from './checked-shape.ts';
import { type CheckPlan, keyOf } from './plan.ts';
import type { Meeting } from './search-step.ts';

/** Pairs looked at to tell a crease: the one farthest apart at rest, and some spread over the others. */
const LOOKED_AT = 8;
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
export function isCrease(plan: CheckPlan, { bodyA, bodyB, regionA, regionB, touching }: Meeting): boolean {
  if (bodyA !== bodyB) return false;
  const shape = plan.shapes[bodyA];
  const { radii } = shape.regions;
  const first = plan.firstRegions[bodyA];
  const isBend = plan.borders.has(keyOf(plan, regionA, regionB));
  const most =
    (regionA === regionB ? RADII_WITHIN : isBend ? RADII_ACROSS_BORDER : RADII) *
    Math.min(radii[regionA - first], radii[regionB - first]);
  let farthest = 0;
  let longest = 0;
  for (let k = 0; k < touching.length; k += 2) {
    const gap = restGap(shape, touching[k], touching[k + 1]);
    if (gap > longest) {
      longest = gap;
      farthest = k;
    }
  }
  if (longest > most) return false;
  const count = touching.length / 2;
  const some = Array.from({ length: Math.min(count, LOOKED_AT) }, (_, i) => 2 * Math.floor((i * count) / LOOKED_AT));
  return [farthest, ...some].every(k => isNearOnSurface(shape, touching[k], touching[k + 1], most));
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

const known = new WeakMap<CheckedShape, Map<string, boolean>>();

/** Whether a path along edges of the rest surface leads from one triangle to the other within `most`. */
function isNearOnSurface(shape: CheckedShape, one: number, other: number, most: number): boolean {
  let answers = known.get(shape);
  if (!answers) {
    answers = new Map();
    known.set(shape, answers);
  }
  const key = `${one} ${other}`;
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = searchSurface(shape, one, other, most);
    answers.set(key, answer);
  }
  return answer;
}

interface Path {
  v: number;
  /** How long it is so far, and how long it will be at least. */
  length: number;
  whole: number;
}

/** Looks along the path that may still be the shortest first ([Hart1968]): no path is shorter than the straight line. */
function searchSurface({ mesh, topology }: CheckedShape, one: number, other: number, most: number): boolean {
  const { positions: p, triangles } = mesh;
  const { vertexStarts, trianglesOfVertex } = topology;
  const distance = (v: number, w: number): number =>
    Math.hypot(p[3 * v] - p[3 * w], p[3 * v + 1] - p[3 * w + 1], p[3 * v + 2] - p[3 * w + 2]);
  const goal = triangles[3 * other];
  const lengths = new Map<number, number>();
  const queue: Path[] = [];
  for (const v of triangles.subarray(3 * one, 3 * one + 3)) {
    lengths.set(v, 0);
    pushTo(queue, { v, length: 0, whole: distance(v, goal) });
  }
  while (queue.length > 0) {
    const { v, length } = popFrom(queue);
    if (v === goal) return true;
    if (length > lengths.get(v)!) continue;
    for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
      for (let c = 3 * trianglesOfVertex[k]; c < 3 * trianglesOfVertex[k] + 3; c++) {
        const w = triangles[c];
        const next = length + distance(v, w);
        const whole = next + distance(w, goal);
        if (whole > most || next >= (lengths.get(w) ?? Infinity)) continue;
        lengths.set(w, next);
        pushTo(queue, { v: w, length: next, whole });
      }
    }
  }
  return false;
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
