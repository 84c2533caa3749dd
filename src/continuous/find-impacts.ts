import { type Collider, refitFamily, refitRoot } from '../collider.ts';
import { trianglesTouch } from '../query/elementary/triangle-triangle.ts';
import type { Shape } from '../shape.ts';
import { findEdgeEdgeImpact } from './elementary/edge-edge.ts';
import { createImpact, type Impact } from './elementary/impact.ts';
import type { LinearMotion } from './elementary/linear-motion.ts';
import { findVertexTriangleImpact } from './elementary/vertex-triangle.ts';
import { keepFirst } from './first-contacts.ts';
import { describeContacts, describeStart, type SurfaceImpact } from './impacts.ts';
import { addContact, type Contacts, clearContacts, createContacts } from './self/contacts.ts';
import { findFeatures, type MeshFeatures, OWNS_SIDE } from './self/features.ts';
import { boxesOverlapAtStart, boxesStayApart, boxesStayApartUntil, type MovingBoxes } from './self/moving-boxes.ts';
import { createStepStats, type StepStats } from './self/step-stats.ts';
import type { Sweep } from './sweep.ts';
import { openSweepBoxes, refreshBox, type SweepBoxes } from './sweep-boxes.ts';

export interface ImpactOptions {
  /**
   * 'first' (default): the earliest contact and all that cannot be told from it, or, if the step begins in contact, one
   * pair of triangles that touch at its start. 'all': every contact of the step.
   */
  find?: 'first' | 'all';
  /** How exact times have to be, as a part of the step. 1e-6 by default. */
  tolerance?: number;
  /** What the query did is added to it. */
  stats?: StepStats;
}

export interface Impacts {
  /** By time; empty only if `time` is Infinity. */
  impacts: SurfaceImpact[];
  /** The two touch at no time before this: 0 if they do at the start, Infinity if at no time of the step. */
  time: number;
  /** Whether they do not touch at the start. If they do, `findPairs(a.start, b.start)` names all pairs that touch there. */
  isFreeAtStart: boolean;
}

/**
 * When do two bodies first touch, each on its way from one pose to the next? Never misses a contact, and never names a
 * later time; contacts that float64 cannot decide are named as `undecided`. A step that begins in contact has the time 0:
 * `time === Infinity` says that the two are apart during all of it, both ends included.
 *
 * On demand, as all queries are: the volumes of both poses are refitted where the two come near each other, and a pair of
 * nodes is given up if one stays on one side of the other during the whole step, or, when a contact has been found, up
 * to its time.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#impacts}
 */
export function findImpacts(a: Sweep, b: Sweep, options: ImpactOptions = {}): Impacts {
  if (a === b)
    throw new Error('findImpacts: both bodies are the same sweep; ask findSelfImpacts, or make a second sweep.');
  const search: Search = {
    a: prepare(a),
    b: prepare(b),
    tolerance: options.tolerance ?? 1e-6,
    impact: createImpact(),
    contacts: createContacts(),
    touching: null,
    stats: options.stats ?? createStepStats(),
  };
  const { contacts } = search;
  clearContacts(contacts, options.find !== 'all');
  walk(search);
  const { touching } = search;
  const start = touching ? [describeStart(a.start, touching[0], b.start, touching[1])] : [];
  const isOver = touching !== null && contacts.onlyFirst;
  if (contacts.onlyFirst && !isOver) keepFirst(contacts, search.a, search.b);
  return {
    impacts: isOver ? start : [...start, ...describeContacts(contacts, sideOf(search.a), sideOf(search.b))],
    time: touching ? 0 : contacts.earliest,
    isFreeAtStart: touching === null,
  };
}

interface Search {
  a: Body;
  b: Body;
  tolerance: number;
  impact: Impact;
  contacts: Contacts;
  /** The slots of two triangles that touch at the start. */
  touching: [number, number] | null;
  stats: StepStats;
}

/** A sweep as one query reads it. */
interface Body {
  sweep: Sweep;
  features: MeshFeatures;
  motion: LinearMotion;
  world: SweepBoxes;
  triangleBoxes: MovingBoxes;
}

/** What a shape, which never changes, is made of: worked out once. */
const featuresOfShapes = new WeakMap<Shape, MeshFeatures>();

function prepare(sweep: Sweep): Body {
  const { start, end } = sweep;
  const world = openSweepBoxes(sweep, 'findImpacts');
  let features = featuresOfShapes.get(start.shape);
  if (!features) featuresOfShapes.set(start.shape, (features = findFeatures(start.shape.mesh)));
  return {
    sweep,
    features,
    motion: { start: start.vertices, end: end.vertices },
    world,
    triangleBoxes: { start: start.triangleBoxes, end: end.triangleBoxes },
  };
}

function sideOf({ sweep, features }: Body): { start: Collider; end: Collider; features: MeshFeatures; order: null } {
  return { start: sweep.start, end: sweep.end, features, order: null };
}

function walk(search: Search): void {
  const { a, b, contacts } = search;
  refitBothRoots(a.sweep);
  refitBothRoots(b.sweep);
  const { links: linksA, ends: endsA } = a.sweep.start.shape.tree;
  const { links: linksB, ends: endsB } = b.sweep.start.shape.tree;
  const boxesA = a.world.boxes;
  const boxesB = b.world.boxes;
  const stack: number[] = [0, 0];
  while (stack.length > 0) {
    const j = stack.pop() as number;
    const i = stack.pop() as number;
    refreshBox(a.sweep, a.world, i);
    refreshBox(b.sweep, b.world, j);
    search.stats.volumeTests++;
    if (boxesStayApart(boxesA, 6 * i, boxesB, 6 * j)) continue;
    if (contacts.latest < 1 && boxesStayApartUntil(contacts.latest, boxesA, 6 * i, boxesB, 6 * j)) continue;
    if (linksA[i] < 0 && linksB[j] < 0) {
      testLeaves(search, i, j);
      if (search.touching && contacts.onlyFirst) return;
    } else if (linksB[j] < 0 || (linksA[i] >= 0 && sizeOf(boxesA, 6 * i) >= sizeOf(boxesB, 6 * j))) {
      refitBoth(a.sweep, linksA[i], endsA[i]);
      for (let child = linksA[i]; child < endsA[i]; child++) stack.push(child, j);
    } else {
      refitBoth(b.sweep, linksB[j], endsB[j]);
      for (let child = linksB[j]; child < endsB[j]; child++) stack.push(i, child);
    }
  }
}

function refitBothRoots({ start, end }: Sweep): void {
  refitRoot(start);
  refitRoot(end);
}

function refitBoth({ start, end }: Sweep, first: number, last: number): void {
  refitIfStale(start, first, last);
  refitIfStale(end, first, last);
}

function refitIfStale(collider: Collider, first: number, last: number): void {
  if (collider.volumeEpochs[first] !== collider.posed.epoch) refitFamily(collider, first, last);
}

function sizeOf({ start }: MovingBoxes, o: number): number {
  return start[o + 3] - start[o] + (start[o + 4] - start[o + 1]) + (start[o + 5] - start[o + 2]);
}

/** Tests the triangles of two leaves: whether they touch at the start, and what their features do later. */
function testLeaves(search: Search, i: number, j: number): void {
  const { a, b, contacts } = search;
  const treeA = a.sweep.start.shape.tree;
  const treeB = b.sweep.start.shape.tree;
  const boxesA = a.triangleBoxes;
  const boxesB = b.triangleBoxes;
  for (let one = treeA.slotStarts[i]; one < treeA.slotEnds[i]; one++) {
    for (let other = treeB.slotStarts[j]; other < treeB.slotEnds[j]; other++) {
      if (boxesStayApart(boxesA, 6 * one, boxesB, 6 * other)) continue;
      if (contacts.latest < 1 && boxesStayApartUntil(contacts.latest, boxesA, 6 * one, boxesB, 6 * other)) continue;
      search.stats.candidates++;
      if (
        !search.touching &&
        boxesOverlapAtStart(boxesA, 6 * one, boxesB, 6 * other) &&
        touchAtStart(a, one, b, other)
      ) {
        search.touching = [one, other];
        if (contacts.onlyFirst) return;
      }
      testVertices(search, a, one, b, other, false);
      testVertices(search, b, other, a, one, true);
      testEdges(search, one, other);
    }
  }
}

function touchAtStart(a: Body, one: number, b: Body, other: number): boolean {
  const s = a.features.triangles;
  const t = b.features.triangles;
  const p = a.motion.start;
  const q = b.motion.start;
  const [i, j] = [3 * one, 3 * other];
  return trianglesTouch(p, 3 * s[i], 3 * s[i + 1], 3 * s[i + 2], q, 3 * t[j], 3 * t[j + 1], 3 * t[j + 2]);
}

/** The vertices that a triangle owns against another triangle. */
function testVertices(search: Search, a: Body, one: number, b: Body, other: number, isTurned: boolean): void {
  const { features } = a;
  const { triangles } = b.features;
  const p = 3 * triangles[3 * other];
  const q = 3 * triangles[3 * other + 1];
  const r = 3 * triangles[3 * other + 2];
  for (let k = 0; k < 3; k++) {
    if (!(features.owned[one] & (1 << k))) continue;
    const v = features.triangles[3 * one + k];
    search.stats.featureTests++;
    if (findVertexTriangleImpact(a.motion, 3 * v, b.motion, p, q, r, search.tolerance, search.impact)) {
      addContact(search.contacts, false, v, other, search.impact, isTurned);
    }
  }
}

/** The edges that two triangles own. */
function testEdges(search: Search, one: number, other: number): void {
  const { a, b } = search;
  const { edges: edgesA, edgesOfTriangle: sidesA } = a.features.topology;
  const { edges: edgesB, edgesOfTriangle: sidesB } = b.features.topology;
  for (let k = 0; k < 3; k++) {
    if (!(a.features.owned[one] & (1 << (OWNS_SIDE + k)))) continue;
    const e = sidesA[3 * one + k];
    for (let l = 0; l < 3; l++) {
      if (!(b.features.owned[other] & (1 << (OWNS_SIDE + l)))) continue;
      const f = sidesB[3 * other + l];
      search.stats.featureTests++;
      const [e0, e1, f0, f1] = [3 * edgesA[2 * e], 3 * edgesA[2 * e + 1], 3 * edgesB[2 * f], 3 * edgesB[2 * f + 1]];
      if (findEdgeEdgeImpact(a.motion, e0, e1, b.motion, f0, f1, search.tolerance, search.impact)) {
        addContact(search.contacts, true, e, f, search.impact);
      }
    }
  }
}
