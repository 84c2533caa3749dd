import { type Collider, refitFamily, refitRoot } from '../collider.ts';
import type { Shape } from '../shape.ts';
import { findEdgeEdgeImpact } from './elementary/edge-edge.ts';
import { createImpact, type Impact } from './elementary/impact.ts';
import type { LinearMotion } from './elementary/linear-motion.ts';
import { findVertexTriangleImpact } from './elementary/vertex-triangle.ts';
import { describeContact, type Side, type SurfaceImpact } from './impacts.ts';
import { addContact, type Contacts, createContacts } from './self/contacts.ts';
import { findFeatures, type MeshFeatures, OWNS_SIDE } from './self/features.ts';
import { boxesStayApart, type MovingBoxes } from './self/moving-boxes.ts';
import { createStepStats, type StepStats } from './self/step-stats.ts';
import type { Sweep } from './sweep.ts';
import { openSweepBoxes, refreshBox, type SweepBoxes } from './sweep-boxes.ts';

export interface ImpactOptions {
  /** 'first' (default): the earliest contact and all at the same time; 'all': every contact of the step. */
  find?: 'first' | 'all';
  /** How exact times have to be, as a part of the step. 1e-6 by default. */
  tolerance?: number;
}

export interface Impacts {
  /** By time. */
  impacts: SurfaceImpact[];
  /** The two touch at no time before this; Infinity: at no time of the step. */
  time: number;
}

/**
 * When do two bodies first touch, each on its way from one pose to the next? Never misses a contact, and never names a
 * later time; contacts that float64 cannot decide are named as `undecided`. A contact is a vertex on a triangle or two
 * edges that meet, so bodies that already overlap have one only where something new meets: ask `touches` first.
 *
 * On demand, as all queries are: the volumes of both poses are refitted where the two come near each other, and a pair of
 * nodes is given up if one stays on one side of the other during the whole step.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#impacts}
 */
export function findImpacts(
  a: Sweep,
  b: Sweep,
  options: ImpactOptions = {},
  stats: StepStats = createStepStats(),
): Impacts {
  if (a === b)
    throw new Error('findImpacts: both bodies are the same sweep; ask findSelfImpacts, or make a second sweep.');
  const search: Search = {
    a: prepare(a),
    b: prepare(b),
    tolerance: options.tolerance ?? 1e-6,
    impact: createImpact(),
    contacts: createContacts(),
    turned: createContacts(),
    stats,
  };
  walk(search);
  const time = Math.min(search.contacts.earliest, search.turned.earliest);
  const describe = (contacts: Contacts, isTurned: boolean): SurfaceImpact[] =>
    Array.from({ length: contacts.count }, (_, i) => i)
      .filter(i => options.find === 'all' || contacts.times[i] === time)
      .map(i => describeContact(contacts, i, search.a.side, search.b.side, isTurned));
  const impacts = [...describe(search.contacts, false), ...describe(search.turned, true)];
  return { impacts: impacts.sort((p, q) => p.time - q.time), time };
}

interface Search {
  a: Body;
  b: Body;
  tolerance: number;
  impact: Impact;
  /** Vertices of a with triangles of b, and edges of both; vertices of b with triangles of a. */
  contacts: Contacts;
  turned: Contacts;
  stats: StepStats;
}

/** A sweep as one query reads it. */
interface Body {
  sweep: Sweep;
  side: Side;
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
    side: { start, end, features, order: null },
    motion: { start: start.vertices, end: end.vertices },
    world,
    triangleBoxes: { start: start.triangleBoxes, end: end.triangleBoxes },
  };
}

function walk(search: Search): void {
  const { a, b } = search;
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
    if (linksA[i] < 0 && linksB[j] < 0) {
      testLeaves(search, i, j);
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

function testLeaves(search: Search, i: number, j: number): void {
  const { a, b } = search;
  const treeA = a.sweep.start.shape.tree;
  const treeB = b.sweep.start.shape.tree;
  for (let one = treeA.slotStarts[i]; one < treeA.slotEnds[i]; one++) {
    for (let other = treeB.slotStarts[j]; other < treeB.slotEnds[j]; other++) {
      if (boxesStayApart(a.triangleBoxes, 6 * one, b.triangleBoxes, 6 * other)) continue;
      search.stats.candidates++;
      testVertices(search, a, one, b, other, search.contacts);
      testVertices(search, b, other, a, one, search.turned);
      testEdges(search, one, other);
    }
  }
}

/** The vertices that a triangle owns against another triangle. */
function testVertices(search: Search, a: Body, one: number, b: Body, other: number, contacts: Contacts): void {
  const { features } = a.side;
  const { triangles } = b.side.features;
  const p = 3 * triangles[3 * other];
  const q = 3 * triangles[3 * other + 1];
  const r = 3 * triangles[3 * other + 2];
  for (let k = 0; k < 3; k++) {
    if (!(features.owned[one] & (1 << k))) continue;
    const v = features.triangles[3 * one + k];
    search.stats.featureTests++;
    if (findVertexTriangleImpact(a.motion, 3 * v, b.motion, p, q, r, search.tolerance, search.impact)) {
      addContact(contacts, false, v, other, search.impact);
    }
  }
}

/** The edges that two triangles own. */
function testEdges(search: Search, one: number, other: number): void {
  const { a, b } = search;
  const featuresA = a.side.features;
  const featuresB = b.side.features;
  const { edges: edgesA, edgesOfTriangle: sidesA } = featuresA.topology;
  const { edges: edgesB, edgesOfTriangle: sidesB } = featuresB.topology;
  for (let k = 0; k < 3; k++) {
    if (!(featuresA.owned[one] & (1 << (OWNS_SIDE + k)))) continue;
    const e = sidesA[3 * one + k];
    for (let l = 0; l < 3; l++) {
      if (!(featuresB.owned[other] & (1 << (OWNS_SIDE + l)))) continue;
      const f = sidesB[3 * other + l];
      search.stats.featureTests++;
      const [e0, e1, f0, f1] = [3 * edgesA[2 * e], 3 * edgesA[2 * e + 1], 3 * edgesB[2 * f], 3 * edgesB[2 * f + 1]];
      if (findEdgeEdgeImpact(a.motion, e0, e1, b.motion, f0, f1, search.tolerance, search.impact)) {
        addContact(search.contacts, true, e, f, search.impact);
      }
    }
  }
}
