import { createTouchSpan, findTouchSpan, isOfInterest, type TouchSpan } from '../../query/elementary/touch-span.ts';
import { trianglesTouch } from '../../query/elementary/triangle-triangle.ts';
import { findFirstFreeCompiled, isFreeCompiled, openParting, type Parting } from '../compiled/part-regions.ts';
import {
  beginMoved,
  clearAfterSlots,
  createMovedPairs,
  type Entangled,
  isLeftOut,
  type MovedPairs,
  turnTo,
  walkMoved,
} from './moved-pairs.ts';
import { loadCorners, type Snapshot } from './snapshot.ts';

/** Directions along which a plane parts both this many times later than the best way found are not followed. */
const PROMISING = 3;
/** How far off the best direction others are tried. */
const ASIDE = 0.4;
/** What is added to a way so that rounding does not leave surfaces touching: as a share of the way and of the largest extent. */
const MARGINS = [1e-9, 1e-6, 1e-3];

/**
 * A translation of the first region after which no triangle of it touches one of the second (but those that do at rest): checked by the
 * exact test. Short, but not always the shortest: the shortest of some directions, each followed to the first free place. `hint`: a direction, either way along which it
 * may be short; the one across the curve in which both cross is, as less and less is inside that way (`areaOfCurve`). `touching`: pairs of triangles that touch, as many as are known;
 * which they are changes an answer by rounding only. `open`: asks the compiled query, if there is one. Null if none was found. Cost: 0.2 to 3 ms for regions of 500 triangles.
 */
export function findSeparation(
  entangled: Entangled,
  touching: readonly number[],
  hint: Vector,
  open: typeof openParting = openParting,
): Vector | null {
  const search = createSearch(entangled, touching, open);
  const hints = Math.hypot(...hint) > 0 ? [hint, negate(hint)].map(toUnit) : [];
  for (const directions of [hints, DIRECTIONS]) {
    const planes = measurePlaneWays(search, directions);
    const ways = directions.map((direction, k) => ({ direction, plane: planes[k] }));
    for (const { direction, plane } of ways.sort((p, q) => p.plane - q.plane)) {
      // The way to where a plane parts both is never too short.
      if (search.length === Infinity) takeWay(search, direction, plane);
      if (plane > PROMISING * search.length) break;
      takeWay(search, direction, findFirstFree(search, direction));
    }
  }
  for (const direction of search.best ? listAround(toUnit(search.best)) : []) {
    takeWay(search, direction, findFirstFree(search, direction));
  }
  return search.best;
}

type Vector = [number, number, number];

/** Along the axes first, then between two and three of them, each of length 1. */
const DIRECTIONS: readonly Vector[] = Array.from(
  { length: 27 },
  (_, k): Vector => [(k % 3) - 1, (Math.floor(k / 3) % 3) - 1, Math.floor(k / 9) - 1],
)
  .filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0)
  .sort((p, q) => Math.hypot(...p) - Math.hypot(...q))
  .map(toUnit);

function toUnit([x, y, z]: Vector): Vector {
  const size = Math.hypot(x, y, z);
  return [x / size, y / size, z / size];
}

/** Four directions around another: off it along the two axes that it is least along, either way. */
function listAround(direction: Vector): Vector[] {
  const along = direction.map(Math.abs);
  const main = along.indexOf(Math.max(...along));
  return [1, 2, 4, 5].map(k => {
    const aside: Vector = [...direction];
    aside[(main + k) % 3] += k < 3 ? ASIDE : -ASIDE;
    return toUnit(aside);
  });
}

function negate([x, y, z]: Vector): Vector {
  return [-x, -y, -z];
}

/** How far boxes and triangles go until they are clear may differ by roundings: as a share of the extent, far more than these. */
const ROUNDING = 1e-9;

interface Search {
  entangled: Entangled;
  /** Where the positions of their vertices begin. */
  verticesA: Uint32Array;
  verticesB: Uint32Array;
  /** The largest extent of both bodies. */
  extent: number;
  /** What goes over pairs of both, in the compiled query or here. */
  walk: Parting | MovedPairs;
  /** Pairs that touch where the first region is now: these have to be parted whichever way it goes. In any order. */
  touching: number[];
  span: TouchSpan;
  best: Vector | null;
  length: number;
}

function createSearch(entangled: Entangled, touching: readonly number[], open: typeof openParting): Search {
  const { plan, bodyA, bodyB, regionA, regionB, a, b } = entangled;
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (const { boxes } of [a, b]) extent = Math.max(extent, boxes[3 + axis] - boxes[axis]);
  }
  const parted: number[] = [];
  for (let k = 0; k < touching.length; k += 2) {
    if (!isLeftOut(entangled, touching[k], touching[k + 1])) parted.push(touching[k], touching[k + 1]);
  }
  return {
    entangled,
    verticesA: listVertices(a, regionA - plan.firstRegions[bodyA]),
    verticesB: listVertices(b, regionB - plan.firstRegions[bodyB]),
    extent,
    walk: open(entangled, parted, ROUNDING * extent) ?? createMovedPairs(entangled, ROUNDING * extent),
    touching: parted,
    span: createTouchSpan(),
    best: null,
    length: Infinity,
  };
}

function listVertices({ shape, positions }: Snapshot, region: number): Uint32Array {
  const { triangles } = shape.mesh;
  const { regionOfTriangle } = shape.regions;
  const isIn = new Uint8Array(positions.length / 3);
  const vertices: number[] = [];
  for (let slot = 0; slot < regionOfTriangle.length; slot++) {
    if (regionOfTriangle[slot] !== region) continue;
    for (let corner = 3 * slot; corner < 3 * slot + 3; corner++) {
      const v = triangles[corner];
      if (isIn[v] === 0) vertices.push(3 * v);
      isIn[v] = 1;
    }
  }
  return Uint32Array.from(vertices);
}

/** For each direction, with which there is the opposite one, how far the first region must go for all of it to be beyond all of the second. */
function measurePlaneWays({ entangled, verticesA, verticesB }: Search, directions: readonly Vector[]): Float64Array {
  const { a, b } = entangled;
  const planes = new Float64Array(directions.length).fill(Number.NaN);
  const [spanA, spanB] = [new Float64Array(2), new Float64Array(2)];
  directions.forEach(([x, y, z], k) => {
    if (!Number.isNaN(planes[k])) return;
    findSpan(a.positions, verticesA, x, y, z, spanA);
    findSpan(b.positions, verticesB, x, y, z, spanB);
    planes[k] = Math.max(0, spanB[1] - spanA[0]);
    planes[directions.findIndex(([u, v, w]) => u === -x && v === -y && w === -z)] = Math.max(0, spanA[1] - spanB[0]);
  });
  return planes;
}

/** The lowest and the highest of some vertices along a direction. */
function findSpan(p: Float64Array, vertices: Uint32Array, x: number, y: number, z: number, out: Float64Array): void {
  let least = Infinity;
  let most = -Infinity;
  for (let k = 0; k < vertices.length; k++) {
    const o = vertices[k];
    const height = x * p[o] + y * p[o + 1] + z * p[o + 2];
    if (height > most) most = height;
    if (height < least) least = height;
  }
  out[0] = least;
  out[1] = most;
}

/** Takes a way if it is shorter than the best so far and leads out, with the least margin that is enough. */
function takeWay(search: Search, direction: Vector, way: number): void {
  for (const margin of MARGINS) {
    const length = way + margin * (way + search.extent);
    if (!(length < search.length)) return;
    if (!isFreeAt(search, direction, length)) continue;
    const [x, y, z] = direction;
    search.best = [x * length, y * length, z * length];
    search.length = length;
    return;
  }
}

/** Whether no triangle of the first region touches one of the second there, but for neighbours and those that do at rest. */
function isFreeAt(search: Search, direction: Vector, way: number): boolean {
  const { walk } = search;
  return 'calls' in walk ? isFreeCompiled(walk, direction, way) : isFreeHere(search, walk, direction, way);
}

function isFreeHere({ entangled, span }: Search, pairs: MovedPairs, direction: Vector, way: number): boolean {
  const { corners } = span;
  const { slots, by } = pairs;
  beginMoved(pairs, direction, way);
  while (walkMoved(pairs)) {
    for (let k = 0; k < pairs.length; k += 2) {
      loadCorners(entangled.a, slots[k], corners, 0);
      loadCorners(entangled.b, slots[k + 1], corners, 9);
      for (let o = 0; o < 9; o++) corners[o] += by[o % 3];
      if (!trianglesTouch(corners, 0, 3, 6, corners, 9, 12, 15)) continue;
      if (!isLeftOut(entangled, slots[k], slots[k + 1])) return false;
    }
  }
  return true;
}

/**
 * How far the first region goes along a direction until none of it touches the second, from where it is without a gap: each time to where the last of what
 * touches ceases to, until nothing does. Infinity if that is no shorter than the best so far.
 */
function findFirstFree(search: Search, direction: Vector): number {
  const { walk, length } = search;
  return 'calls' in walk ? findFirstFreeCompiled(walk, direction, length) : findFirstFreeHere(search, walk, direction);
}

function findFirstFreeHere(search: Search, pairs: MovedPairs, direction: Vector): number {
  const { span, length } = search;
  turnTo(pairs, direction);
  let way = goPastTouching(search, pairs, direction);
  while (way < length) {
    beginMoved(pairs, direction, way);
    pairs.leastTo = way;
    span.latestFrom = way;
    span.leastTo = way;
    while (span.leastTo < length && walkMoved(pairs)) goPast(search, pairs, direction);
    if (span.leastTo === way) return way;
    way = span.leastTo;
  }
  return Infinity;
}

/** To where the last of what is known to touch now ceases to: mostly that tells that a direction is no shorter. What else touches now is met there, or clear before. */
function goPastTouching({ entangled, touching, span, length }: Search, pairs: MovedPairs, [x, y, z]: Vector): number {
  span.latestFrom = 0;
  span.leastTo = 0;
  for (let k = 0; k < touching.length && span.leastTo < length; k += 2) {
    if (clearAfterSlots(pairs, touching[k], touching[k + 1]) + pairs.margin <= span.leastTo) continue;
    loadCorners(entangled.a, touching[k], span.corners, 0);
    loadCorners(entangled.b, touching[k + 1], span.corners, 9);
    findTouchSpan(span, x, y, z);
    if (!isOfInterest(span)) continue;
    span.leastTo = span.to;
    // What ceases last along one direction is among the last along the next: it goes first there, and others need not be followed to the end.
    [touching[0], touching[k]] = [touching[k], touching[0]];
    [touching[1], touching[k + 1]] = [touching[k + 1], touching[1]];
  }
  return span.leastTo;
}

/** To where the last of the pairs met ceases to touch, of those that do now. */
function goPast({ entangled, span }: Search, pairs: MovedPairs, [x, y, z]: Vector): void {
  const { slots } = pairs;
  for (let k = 0; k < pairs.length; k += 2) {
    if (clearAfterSlots(pairs, slots[k], slots[k + 1]) + pairs.margin <= span.leastTo) continue;
    loadCorners(entangled.a, slots[k], span.corners, 0);
    loadCorners(entangled.b, slots[k + 1], span.corners, 9);
    findTouchSpan(span, x, y, z);
    if (isOfInterest(span) && !isLeftOut(entangled, slots[k], slots[k + 1])) span.leastTo = span.to;
  }
  pairs.leastTo = span.leastTo;
}
