import { QUERY } from '../../compiled/query-record.ts';
import { nearestOfTriangle } from '../../query/elementary/point-triangle.ts';
import { openSnapshot } from '../compiled/pack-snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** Where on a surface a point is nearest to: the slot and the place on it. */
export interface Nearest {
  slot: number;
  squared: number;
  barycentrics: Float64Array;
  /** Room for the place on the triangle that is tried, its squared distance, and the point it is nearest to. */
  place: Float64Array;
}

export function createNearest(): Nearest {
  return { slot: -1, squared: Infinity, barycentrics: new Float64Array(3), place: new Float64Array(7) };
}

/**
 * The nearest place of a surface, but for one region (-1: for none); of equally near ones that of the lowest slot. A
 * `hint` is a slot to begin with: with one that is near the answer it takes 2 us, else 10. With `enough`, a squared distance, the
 * search ends at any place nearer than that.
 */
export function findNearest(
  surface: Snapshot,
  butRegion: number,
  x: number,
  y: number,
  z: number,
  out: Nearest,
  hint = -1,
  enough = 0,
): void {
  const packed = openSnapshot(surface);
  if (packed === null) {
    findNearestHere(surface, butRegion, x, y, z, out, hint, enough);
    return;
  }
  packed.calls.findNearest(packed.at, butRegion, x, y, z, hint, enough, QUERY);
  const { words, numbers } = packed.arena;
  out.slot = words[QUERY / 4] | 0;
  for (let k = 0; k < 3; k++) out.barycentrics[k] = numbers[FOUND + k];
  out.squared = numbers[FOUND + 3];
}

/** Where the module puts what it found, in float64 numbers. */
const FOUND = QUERY / 8 + 1;

/** The same in JavaScript. */
export const findNearestHere: typeof findNearest = (surface, butRegion, x, y, z, out, hint = -1, enough = 0) => {
  const { shape, boxes, stack } = surface;
  const { links, ends, slotStarts, slotEnds } = shape.tree;
  const { regionOfNode } = shape;
  askFrom(out, x, y, z);
  out.slot = -1;
  out.squared = Infinity;
  if (hint >= 0 && shape.regions.regionOfTriangle[hint] !== butRegion) {
    tryTriangle(surface, hint, out);
  }
  let top = 0;
  stack[top++] = 0;
  while (top > 0 && !(out.squared < enough)) {
    const next = stack[--top];
    if (regionOfNode[next] === butRegion) continue;
    if (squaredGap(boxes, 6 * next, x, y, z) > out.squared) continue;
    const left = links[next];
    if (left >= 0) {
      const right = ends[next] - 1; // trees by joint have two children
      const isLeftNearer = squaredGap(boxes, 6 * left, x, y, z) < squaredGap(boxes, 6 * right, x, y, z);
      stack[top++] = isLeftNearer ? right : left;
      stack[top++] = isLeftNearer ? left : right;
      continue;
    }
    for (let slot = slotStarts[next]; slot < slotEnds[next]; slot++) {
      tryTriangle(surface, slot, out);
    }
  }
};

/**
 * Whether the nearest place of a surface, but for one region, may be of a region in which it would count: one whose `floors`, a squared distance for each
 * region, is no more than the squared distance of that place. Nothing is farther than the triangle of the `hint`, so regions with a higher floor
 * are passed over as a whole, and others need only be looked at as near as that. True also if it is not known. Mostly less than 1 us.
 */
export function mayCount(
  surface: Snapshot,
  butRegion: number,
  floors: Float64Array,
  x: number,
  y: number,
  z: number,
  hint: number,
  room: Nearest,
): boolean {
  if (hint < 0 || surface.shape.regions.regionOfTriangle[hint] === butRegion) return true;
  const packed = openSnapshot(surface);
  if (packed === null) return mayCountHere(surface, butRegion, floors, x, y, z, hint, room);
  packed.arena.numbers.set(floors, packed.places.floors / 8);
  return packed.calls.mayCount(packed.at, butRegion, x, y, z, hint, QUERY) !== 0;
}

/** The same in JavaScript, with such a hint. */
export const mayCountHere: typeof mayCount = (surface, butRegion, floors, x, y, z, hint, room) => {
  const { shape, boxes, stack } = surface;
  const { links, ends, slotStarts, slotEnds } = shape.tree;
  const { regionOfNode } = shape;
  const { regionOfTriangle } = shape.regions;
  askFrom(room, x, y, z);
  const most = squaredDistance(surface, hint, room);
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const next = stack[--top];
    const region = regionOfNode[next];
    if (region === butRegion || (region >= 0 && floors[region] > most)) continue;
    if (squaredGap(boxes, 6 * next, x, y, z) > most) continue;
    if (links[next] >= 0) {
      for (let child = links[next]; child < ends[next]; child++) stack[top++] = child;
      continue;
    }
    for (let slot = slotStarts[next]; slot < slotEnds[next]; slot++) {
      const own = regionOfTriangle[slot];
      if (own === butRegion || floors[own] > most) continue;
      if (!(squaredDistance(surface, slot, room) > most)) return true;
    }
  }
  return false;
};

/** Takes the nearest place of some triangles, but those with a corner at vertex `but`, if it is nearer than what was found. */
export function findNearer(
  surface: Snapshot,
  slots: Iterable<number>,
  but: number,
  x: number,
  y: number,
  z: number,
  out: Nearest,
): void {
  const { triangles } = surface.shape.mesh;
  askFrom(out, x, y, z);
  for (const slot of slots) {
    const k = 3 * slot;
    if (triangles[k] === but || triangles[k + 1] === but || triangles[k + 2] === but) continue;
    tryTriangle(surface, slot, out);
  }
}

/** From where it is asked: the point that places of triangles are to be nearest to. */
function askFrom({ place }: Nearest, x: number, y: number, z: number): void {
  place[4] = x;
  place[5] = y;
  place[6] = z;
}

function squaredDistance({ shape, positions }: Snapshot, slot: number, { place }: Nearest): number {
  const { triangles } = shape.mesh;
  const a = 3 * triangles[3 * slot];
  const b = 3 * triangles[3 * slot + 1];
  const c = 3 * triangles[3 * slot + 2];
  nearestOfTriangle(place, 4, positions, a, b, c, place, 0);
  return place[3];
}

function tryTriangle(surface: Snapshot, slot: number, out: Nearest): void {
  const squared = squaredDistance(surface, slot, out);
  if (!(squared < out.squared || (squared === out.squared && slot < out.slot))) return;
  out.squared = squared;
  out.slot = slot;
  for (let k = 0; k < 3; k++) out.barycentrics[k] = out.place[k];
}

function squaredGap(boxes: Float32Array, o: number, x: number, y: number, z: number): number {
  const lowX = boxes[o];
  const lowY = boxes[o + 1];
  const lowZ = boxes[o + 2];
  const highX = boxes[o + 3];
  const highY = boxes[o + 4];
  const highZ = boxes[o + 5];
  const dx = x < lowX ? lowX - x : x > highX ? x - highX : 0;
  const dy = y < lowY ? lowY - y : y > highY ? y - highY : 0;
  const dz = z < lowZ ? lowZ - z : z > highZ ? z - highZ : 0;
  return dx * dx + dy * dy + dz * dz;
}
