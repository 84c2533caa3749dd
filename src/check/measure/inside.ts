import type { CheckedShape } from '../plan/checked-shape.ts';
import type { CheckPlan } from '../plan/plan.ts';
import { listNearRest } from '../plan/rest-contacts.ts';
import type { RegionPair } from '../scan/search-step.ts';
import type { Moment } from './snapshot.ts';
import { measureMoments, windAround } from './solid-angle.ts';
import { countWindings, facesOutward } from './winding.ts';

/** Looking for vertices inside ends here by default: more do not make a finding deeper, mostly. */
const MOST_VERTICES = 4000;

/** What is known of a vertex. A fold: two triangles at it cross, so what is true on one side of it may not be on another. */
const MET = 1;
const INSIDE = 2;
const OUTSIDE = 4;
const FOLD = 8;

/**
 * The vertices of a body that are inside the other (or covered by other parts of itself), from the triangles of some pairs of regions inward over
 * the surface, as long as they are inside; each with a slot of the other that may be near.
 *
 * Whether a vertex is inside is told by how often the other surface winds around it. What is true of a vertex is true of the other end of
 * an edge, too, if nothing crosses that, and if neither is a fold: a triangle that crosses an edge touches all triangles at it. So a
 * ray is cast only for a few vertices on each side of where surfaces cross. Cost: 1 us for each of those, 0.1 us for the others.
 *
 * All that needs a closed surface. Through a hole of an open one a limb may come out without crossing it: there each vertex is asked for itself,
 * by the solid angle that the open pieces of the surface cover seen from it, and a ray for the others. Cost: 3 us for each. Asked the same again of a moment, it is not told anew.
 */
export function listInside(
  moment: Moment,
  regionPairs: readonly RegionPair[],
  body: number,
  other: number,
  most = MOST_VERTICES,
): readonly number[] {
  const known = moment.insides.find(
    ({ starts, ...entry }) =>
      entry.body === body &&
      entry.other === other &&
      entry.most === most &&
      starts.length === regionPairs.length &&
      starts.every((pair, k) => pair === regionPairs[k]),
  );
  if (known) return known.list;
  const list = spreadInside(moment, regionPairs, body, other, most);
  moment.insides.push({ starts: regionPairs, body, other, most, list });
  return list;
}

function spreadInside(
  moment: Moment,
  regionPairs: readonly RegionPair[],
  body: number,
  other: number,
  most: number,
): number[] {
  const { shape, marks } = moment.bodies[body];
  const { triangles } = shape.mesh;
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const isClosed = !isFlawed(moment.plan, other);
  const crossing = findCrossing(moment, body, other);
  const folds = markFolds(moment, body, other);
  const met: number[] = [];
  const hints: number[] = [];
  for (const { bodyA, bodyB, touching } of regionPairs) {
    for (let k = 0; k < touching.length; k++) {
      if ((k % 2 === 0 ? bodyA : bodyB) !== body) continue;
      for (let corner = 3 * touching[k]; corner < 3 * touching[k] + 3; corner++) {
        const v = triangles[corner];
        if (marks[v] & MET) continue;
        marks[v] |= MET;
        met.push(v);
        hints.push(touching[k ^ 1]);
      }
    }
  }
  const tell = (v: number, t: number): void => {
    marks[v] |= isInside(moment, body, other, v, t) ? INSIDE : OUTSIDE;
    if (t >= 0 && isClosed) spread(shape, crossing, v, marks);
  };
  // From triangles that nothing crosses it is told for certain, and for more than one vertex: they come first.
  for (const v of met) {
    const t = isDecided(marks[v]) ? -1 : findClear(shape, crossing, v, marks[v]);
    if (t >= 0) tell(v, t);
  }
  const inside: number[] = [];
  for (let n = 0; n < met.length; n++) {
    const v = met[n];
    if (!isDecided(marks[v])) tell(v, findClear(shape, crossing, v, marks[v]));
    if (!(marks[v] & INSIDE)) continue;
    inside.push(v, hints[n]);
    for (let k = vertexStarts[v]; k < vertexStarts[v + 1] && met.length < most; k++) {
      const t = trianglesOfVertex[k];
      for (let side = 0; side < 3; side++) {
        const w = endOfSide(triangles, t, side, v);
        if (w < 0 || isDecided(marks[w])) continue;
        if (!(marks[w] & MET)) {
          met.push(w);
          hints.push(hints[n]);
        }
        marks[w] |= MET;
        if (isClosed && !((marks[v] | marks[w]) & FOLD) && isOpen(shape, crossing, t, side)) marks[w] |= INSIDE;
      }
    }
  }
  // What was marked is wiped out again: the next question finds the room as this one did.
  for (const v of met) marks[v] = 0;
  for (const v of folds) marks[v] = 0;
  for (const slot of crossing.slots) crossing.heads[slot] = -1;
  return inside;
}

function isDecided(mark: number): boolean {
  return (mark & (INSIDE | OUTSIDE)) !== 0;
}

/** Marks the vertices that two triangles which cross have in common, and lists them. */
function markFolds({ bodies, regionPairs }: Moment, body: number, other: number): number[] {
  const { shape, marks } = bodies[body];
  const { triangles } = shape.mesh;
  const folds: number[] = [];
  if (body !== other) return folds;
  for (const { bodyA, bodyB, touching } of regionPairs) {
    if (bodyA !== body || bodyB !== body) continue;
    for (let k = 0; k < touching.length; k += 2) {
      const other = 3 * touching[k + 1];
      for (let corner = 3 * touching[k]; corner < 3 * touching[k] + 3; corner++) {
        const v = triangles[corner];
        if (v !== triangles[other] && v !== triangles[other + 1] && v !== triangles[other + 2]) continue;
        marks[v] = FOLD;
        folds.push(v);
      }
    }
  }
  return folds;
}

/** What is true of v is true of all that can be reached from it over open edges, among the vertices met. */
function spread(shape: CheckedShape, crossing: Crossing, v: number, marks: Uint8Array): void {
  const { triangles } = shape.mesh;
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const reached = [v];
  while (reached.length > 0) {
    const next = reached.pop()!;
    for (let k = vertexStarts[next]; k < vertexStarts[next + 1]; k++) {
      const t = trianglesOfVertex[k];
      for (let side = 0; side < 3; side++) {
        const w = endOfSide(triangles, t, side, next);
        if (w < 0 || marks[w] !== MET || !isOpen(shape, crossing, t, side)) continue;
        marks[w] = marks[v];
        reached.push(w);
      }
    }
  }
}

/** A triangle at v that nothing crosses; -1 if there is none, or v is a fold. */
function findClear({ topology }: CheckedShape, { heads, nearRest }: Crossing, v: number, mark: number): number {
  const { vertexStarts, trianglesOfVertex } = topology;
  if (mark & FOLD) return -1;
  for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
    const t = trianglesOfVertex[k];
    if (heads[t] < 0 && !nearRest?.[t]) return t;
  }
  return -1;
}

/** The other end of a side of a triangle that has one end at v; -1 if it has not. */
function endOfSide(triangles: Uint32Array, t: number, side: number, v: number): number {
  const from = triangles[3 * t + side];
  const to = triangles[3 * t + (side === 2 ? 0 : side + 1)];
  if (from === to) return -1;
  return from === v ? to : to === v ? from : -1;
}

/** For each slot of a body the slots of another that it touches, but those known at rest. */
interface Crossing {
  /** Those of slot t are `crossers[n]` for n = `heads[t]`, `nexts[n]` and so on down to -1. */
  heads: Int32Array;
  /** The slots that have any, some several times. */
  slots: number[];
  nexts: number[];
  crossers: number[];
  nearRest: Uint8Array | null;
}

function findCrossing({ plan, bodies, regionPairs }: Moment, body: number, other: number): Crossing {
  const { heads } = bodies[body];
  const slots: number[] = [];
  const nexts: number[] = [];
  const crossers: number[] = [];
  const add = (slot: number, crosser: number): void => {
    slots.push(slot);
    nexts.push(heads[slot]);
    heads[slot] = crossers.push(crosser) - 1;
  };
  for (const { bodyA, bodyB, touching } of regionPairs) {
    for (let k = 0; k < touching.length; k += 2) {
      if (bodyA === body && bodyB === other) add(touching[k], touching[k + 1]);
      if (bodyA === other && bodyB === body) add(touching[k + 1], touching[k]);
    }
  }
  return { heads, slots, nexts, crossers, nearRest: listNearRest(plan, body, other) };
}

/** Whether certainly nothing crosses a side of a triangle. Where something touches at rest that is not known. */
function isOpen({ topology }: CheckedShape, crossing: Crossing, t: number, side: number): boolean {
  const { edgesOfTriangle, edgeStarts, trianglesOfEdge } = topology;
  const { heads, nexts, crossers, nearRest } = crossing;
  const e = edgesOfTriangle[3 * t + side];
  for (let k = edgeStarts[e]; nearRest && k < edgeStarts[e + 1]; k++) if (nearRest[trianglesOfEdge[k]]) return false;
  for (let n = heads[t]; n >= 0; n = nexts[n]) {
    let isCrossed = true;
    for (let k = edgeStarts[e]; k < edgeStarts[e + 1]; k++) {
      let m = heads[trianglesOfEdge[k]];
      while (m >= 0 && crossers[m] !== crossers[n]) m = nexts[m];
      if (m < 0) isCrossed = false;
    }
    if (isCrossed) return false;
  }
  return true;
}

/**
 * Whether vertex v of one body is inside the other (of itself: whether another part of the body covers it): whether the surface winds around it more than half. Of itself it is asked
 * from a triangle, the way that faces: from the middle of one at v that nothing crosses, `clear`, or if there is none (-1) from near v.
 */
function isInside(moment: Moment, body: number, other: number, v: number, clear: number): boolean {
  const { shape, positions: x } = moment.bodies[body];
  const facing = facingOf(moment, other);
  if (body !== other) {
    const at = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
    // A ray may go either way; toward the nearer end of the surface there is less of it.
    const { boxes } = moment.bodies[other];
    return facing * windingsAt(moment, other, 0, 2 * at[0] > boxes[0] + boxes[3], at, -1) > 0.5;
  }
  const { triangles } = shape.mesh;
  const t = clear < 0 ? shape.topology.trianglesOfVertex[shape.topology.vertexStarts[v]] : clear;
  const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  const share = clear < 0 ? NEAR_CORNER : 1;
  const at = [0, 1, 2].map(k => x[3 * v + k] + share * ((x[a + k] + x[b + k] + x[c + k]) / 3 - x[3 * v + k]));
  let axis = 0;
  let along = 0;
  for (let k = 0; k < 3; k++) {
    const [p, q] = [(k + 1) % 3, (k + 2) % 3];
    const normal = (x[b + p] - x[a + p]) * (x[c + q] - x[a + q]) - (x[b + q] - x[a + q]) * (x[c + p] - x[a + p]);
    if (Math.abs(normal) > Math.abs(along)) [axis, along] = [k, normal];
  }
  // An open piece covers half of what a place on it sees: what is inside another part sees one and a half.
  const own = moment.plan.areClosed[other][t] === 1 ? 0 : 0.5;
  return facing * windingsAt(moment, other, axis, facing * along > 0, at, t) > own + 0.5;
}

/**
 * How often a body winds around a place: by a ray how often its closed pieces do, by the solid angle what the open ones do. Slot `but` does not count: so
 * the closed piece that it is of counts as seen from just beyond it, if the ray goes outward. On two sheets in one place rounding would decide on which side of the other a ray
 * begins: there the solid angle of all is asked, of which a sheet covers half.
 */
function windingsAt(
  moment: Moment,
  body: number,
  axis: number,
  isUp: boolean,
  at: ArrayLike<number>,
  but: number,
): number {
  const surface = moment.bodies[body];
  if (!isFlawed(moment.plan, body)) return countWindings(surface, axis, isUp, at, but);
  const areClosed = moment.plan.areClosed[body];
  moment.openMoments[body] ??= measureMoments(surface, areClosed);
  const byClosed = countWindings(surface, axis, isUp, at, but, areClosed);
  if (!Number.isNaN(byClosed)) return byClosed + windAround(surface, moment.openMoments[body], at, but, areClosed);
  moment.moments[body] ??= measureMoments(surface);
  const own = but >= 0 && areClosed[but] === 1 ? 0.5 * facingOf(moment, body) : 0;
  return windAround(surface, moment.moments[body], at, but) - own;
}

/** How far toward the middle of a triangle a place is that counts as near its corner. */
const NEAR_CORNER = 1e-3;

/** How sure it is that a place is inside an open surface: 1 as sure as of a closed one, 0 not at all. Of itself: of a vertex of it. */
export function measureSureness(moment: Moment, body: number, other: number, at: ArrayLike<number>): number {
  moment.moments[other] ??= measureMoments(moment.bodies[other]);
  const windings = facingOf(moment, other) * windAround(moment.bodies[other], moment.moments[other], at, -1);
  return Math.min(1, Math.max(0, 2 * (windings - (body === other ? 0.5 : 0)) - 1));
}

/** Whether one piece of a body is no closed surface. */
export function isFlawed({ components }: CheckPlan, body: number): boolean {
  return components[body].some(({ flaw }) => flaw !== null);
}

/** 1 if the normals of a body point outward, -1 if inward. */
export function facingOf(moment: Moment, body: number): number {
  if (moment.facings[body] === 0) moment.facings[body] = facesOutward(moment.bodies[body]) ? 1 : -1;
  return moment.facings[body];
}

/** Of pairs of a region with itself: which of its slots touch. */
export function listOwnContacts(regionPairs: readonly RegionPair[]): Map<number, readonly number[]> {
  return new Map(regionPairs.filter(p => p.regionA === p.regionB).map(p => [p.regionA, p.touching]));
}
