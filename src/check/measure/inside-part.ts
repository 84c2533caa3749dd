import type { RegionPair } from '../scan/search-step.ts';
import { type Curve, traceCurve } from './curve.ts';
import { facingOf, isFlawed, listInside } from './inside.ts';
import { createNearest, findNearest, mayCount } from './nearest.ts';
import type { Moment, Snapshot } from './snapshot.ts';

/** What of a surface is inside another. */
export interface InsidePart {
  area: number;
  /** The volume of the cones from a place to it, by sign: with those to what of the other is inside this one, the volume that both have in common. */
  volume: number;
  vertices: number;
}

/** Whose part inside what is asked for. */
export interface InsideQuestion {
  body: number;
  other: number;
  /** Of the body, numbered over all bodies; -1: all of them. */
  region: number;
  /** What touches from which on vertices are looked for, of these two bodies. */
  starts: readonly RegionPair[];
  /** Where the cones begin. */
  from: readonly [number, number, number];
}

/**
 * The part of a surface that is inside another. Whether a vertex is inside is told by how the other winds around it; triangles that cross the other are cut along the
 * curve in which they do. So it is right but for rounding if both are closed. Where the other is open, or a triangle touches it at rest already or
 * lies in one plane with it, triangles count by the share of their corners that are inside. The moment must have all that touches: then a region of which only a part is
 * nearest to the other of `starts` counts with that part. Cost: 1 us for each vertex inside and each pair that touches.
 */
export function measureInsidePart(moment: Moment, question: InsideQuestion): InsidePart {
  const { plan, bodies } = moment;
  const { body, other, starts } = question;
  const { shape, positions } = bodies[body];
  const isInside = new Uint8Array(positions.length / 3);
  const isListed = new Uint8Array(shape.mesh.triangles.length / 3);
  const slots: number[] = [];
  const add = (slot: number): void => {
    if (isListed[slot] === 0) slots.push(slot);
    isListed[slot] = 1;
  };
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const list = listInside(moment, starts, body, other, isFlawed(plan, other) ? undefined : Infinity);
  for (let k = 0; k < list.length; k += 2) {
    isInside[list[k]] = 1;
    for (let t = vertexStarts[list[k]]; t < vertexStarts[list[k] + 1]; t++) add(trianglesOfVertex[t]);
  }
  const touching = listTouching(moment, question);
  const curve = traceCurve(bodies[body], bodies[other], touching);
  const segments = groupByTriangle(curve);
  for (const slot of segments.keys()) add(slot);
  const isAsked = createFilter(moment, question, touching);
  const part = { area: 0, volume: 0, vertices: list.length / 2 };
  for (const slot of Uint32Array.from(slots).sort()) {
    if (isAsked(slot)) addTriangle(part, bodies[body], slot, isInside, curve, segments.get(slot) ?? [], question.from);
  }
  part.volume *= facingOf(moment, body);
  return part;
}

/** All pairs of the moment of a triangle that is asked for with one of the other body, that first. */
function listTouching({ plan, bodies, regionPairs }: Moment, { body, other, region }: InsideQuestion): number[] {
  const { regionOfTriangle } = bodies[body].shape.regions;
  const first = plan.firstRegions[body];
  const list: number[] = [];
  for (const { bodyA, bodyB, touching } of regionPairs) {
    for (let k = 0; k < touching.length; k++) {
      const [own, of] = k % 2 === 0 ? [bodyA, bodyB] : [bodyB, bodyA];
      if (own !== body || of !== other) continue;
      if (region < 0 || first + regionOfTriangle[touching[k]] === region) list.push(touching[k], touching[k ^ 1]);
    }
  }
  return list;
}

/** Which triangles are asked for: those of the region; of one that touches several others, those whose middle is nearest to the one that is asked for. */
function createFilter(
  { plan, bodies }: Moment,
  { body, other, region, starts }: InsideQuestion,
  touching: readonly number[],
): (slot: number) => boolean {
  if (region < 0) return () => true;
  const [own, surface] = [bodies[body], bodies[other]];
  const regionOf = (b: number, slot: number): number =>
    plan.firstRegions[b] + bodies[b].shape.regions.regionOfTriangle[slot];
  const [{ regionA, regionB }] = starts;
  const partner = regionA === region ? regionB : regionA;
  const isAlone = touching.every((slot, k) => k % 2 === 0 || regionOf(other, slot) === partner);
  if (isAlone || partner === region) return slot => regionOf(body, slot) === region;
  const nearest = createNearest();
  const but = body === other ? region - plan.firstRegions[body] : -1;
  const floors = new Float64Array(surface.shape.regions.joints.length).fill(Infinity);
  floors[partner - plan.firstRegions[other]] = 0;
  return slot => {
    if (regionOf(body, slot) !== region) return false;
    const [x, y, z] = middleOf(own, slot);
    if (!mayCount(surface, but, floors, x, y, z, nearest.slot, nearest)) return false;
    findNearest(surface, but, x, y, z, nearest, nearest.slot);
    return nearest.slot >= 0 && regionOf(other, nearest.slot) === partner;
  };
}

function middleOf({ shape, positions: x }: Snapshot, slot: number): number[] {
  const [a, b, c] = shape.mesh.triangles.subarray(3 * slot, 3 * slot + 3);
  return [0, 1, 2].map(k => (x[3 * a + k] + x[3 * b + k] + x[3 * c + k]) / 3);
}

/** The segments of a curve by the slot of the first surface. */
function groupByTriangle({ slots }: Curve): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (let s = 0; 2 * s < slots.length; s++) {
    const group = groups.get(slots[2 * s]);
    if (group) group.push(s);
    else groups.set(slots[2 * s], [s]);
  }
  return groups;
}

function addTriangle(
  part: InsidePart,
  { shape, positions: x }: Snapshot,
  slot: number,
  isInside: Uint8Array,
  curve: Curve,
  segments: readonly number[],
  from: readonly [number, number, number],
): void {
  const corners = shape.mesh.triangles.subarray(3 * slot, 3 * slot + 3);
  const [a, b, c] = [3 * corners[0], 3 * corners[1], 3 * corners[2]];
  const normal = crossFrom(x, a, x, b, x, c);
  const twice = Math.hypot(...normal);
  if (!(twice > 0)) return;
  const count = isInside[corners[0]] + isInside[corners[1]] + isInside[corners[2]];
  const cut = segments.length > 0 ? cutTriangle(x, corners, normal, isInside, curve, segments) : null;
  const share = cut === null ? count / 3 : Math.min(1, Math.max(0, cut / twice));
  const height =
    (normal[0] * (x[a] - from[0]) + normal[1] * (x[a + 1] - from[1]) + normal[2] * (x[a + 2] - from[2])) / twice;
  part.area += (share * twice) / 2;
  part.volume += (share * twice * height) / 6;
}

/**
 * Twice the area of the part of a triangle that is to the left of some segments, around which it lies: the sum of the triangles between its first corner and
 * what bounds it, which are the segments, and of the edges what is inside. Only the edge opposite the corner adds something. Null if segments and corners do
 * not agree on what is inside.
 */
function cutTriangle(
  x: Float64Array,
  corners: ArrayLike<number>,
  normal: readonly number[],
  isInside: Uint8Array,
  { ends, edges }: Curve,
  segments: readonly number[],
): number | null {
  const size = Math.hypot(...normal);
  const along = ([u, v, w]: readonly number[]): number => (u * normal[0] + v * normal[1] + w * normal[2]) / size;
  const a = 3 * corners[0];
  let twice = 0;
  for (const s of segments) twice += along(crossFrom(x, a, ends, 6 * s, ends, 6 * s + 3));
  for (let edge = 0; edge < 3; edge++) {
    const [p, q] = [corners[edge], corners[(edge + 1) % 3]];
    const share = insideOfEdge(x, 3 * p, 3 * q, edge, ends, edges, segments, isInside[p], isInside[q]);
    if (share === null) return null;
    if (edge === 1) twice += share * size;
  }
  return twice;
}

/** Which share of an edge is inside: from where segments begin it is not, from where they end it is. Null if that does not fit its ends. */
function insideOfEdge(
  x: Float64Array,
  p: number,
  q: number,
  edge: number,
  ends: Float64Array,
  edges: Int8Array,
  segments: readonly number[],
  isFirstInside: number,
  isLastInside: number,
): number | null {
  const turns: { at: number; turn: number }[] = [];
  for (const s of segments) {
    if (edges[2 * s] === edge) turns.push({ at: partOf(x, p, q, ends, 6 * s), turn: -1 });
    if (edges[2 * s + 1] === edge) turns.push({ at: partOf(x, p, q, ends, 6 * s + 3), turn: 1 });
  }
  let count = isFirstInside;
  let share = 0;
  let last = 0;
  turns.sort((one, other) => one.at - other.at);
  for (let k = 0; k < turns.length; ) {
    const { at } = turns[k];
    if (count === 1) share += at - last;
    // Where the curve only comes by, or an edge of the other passes, one segment ends and another begins.
    for (; k < turns.length && turns[k].at - at < ONE_PLACE; k++) count += turns[k].turn;
    last = at;
    if (count !== 0 && count !== 1) return null;
  }
  if (count !== isLastInside) return null;
  return count === 1 ? share + 1 - last : share;
}

/** Places on an edge nearer to each other than this share of it are one. */
const ONE_PLACE = 1e-7;

/** How far along an edge a place on it is, from 0 to 1. */
function partOf(x: Float64Array, p: number, q: number, ends: Float64Array, o: number): number {
  let along = 0;
  let whole = 0;
  for (let k = 0; k < 3; k++) {
    along += (ends[o + k] - x[p + k]) * (x[q + k] - x[p + k]);
    whole += (x[q + k] - x[p + k]) ** 2;
  }
  return along / whole;
}

/** The cross of the ways from a place to two others. */
function crossFrom(
  x: Float64Array,
  a: number,
  y: Float64Array,
  b: number,
  z: Float64Array,
  c: number,
): [number, number, number] {
  const [ux, uy, uz] = [y[b] - x[a], y[b + 1] - x[a + 1], y[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [z[c] - x[a], z[c + 1] - x[a + 1], z[c + 2] - x[a + 2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
