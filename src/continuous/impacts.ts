import type { Collider } from '../collider.ts';
import { NO_EDGE } from '../mesh/topology.ts';
import { nearestOfTriangle } from '../query/elementary/point-triangle.ts';
import { NEAREST_SIZE, triangleDistance } from '../query/elementary/triangle-distance.ts';
import { jointsAt } from '../query/surface/joints-at.ts';
import type { ImpactState } from './elementary/impact.ts';
import type { Contacts } from './self/contacts.ts';
import type { MeshFeatures } from './self/features.ts';

/** One meeting of two features during a step, described for people. */
export interface SurfaceImpact {
  /** 'triangle-triangle': two triangles that touch at the start of the step already, at time 0. */
  kind: 'vertex-triangle' | 'edge-edge' | 'triangle-triangle';
  /** 'undecided': they come so near that float64 cannot tell. */
  state: Exclude<ImpactState, 'free'>;
  /** They do not touch before this part of the step, 0 to 1. */
  time: number;
  /** A triangle on each side at which they meet, numbered as in the meshes given to `createShape`. */
  triangles: [number, number];
  /** Where on each of the triangles: three weights for its corners. */
  barycentrics: [number[], number[]];
  /** The place on the first side at that time. */
  point: [number, number, number];
  /** The joint that moves each place most. */
  joints: [number, number];
}

/** Vertex positions of a shape. */
export type Posed = Pick<Collider, 'shape' | 'vertices'>;

/** One of the two sides of a list of contacts: whose features they are, and how its triangles are numbered. */
export interface Side {
  start: Posed;
  end: Posed;
  features: MeshFeatures;
  /** The slot of the shape that each triangle of `features` is. */
  order: Uint32Array | null;
}

/**
 * Describes all contacts, by time; those of one time by kind and features, so that the order tells nothing of how they
 * were found. Allocates some hundred bytes each.
 */
export function describeContacts(contacts: Contacts, a: Side, b: Side): SurfaceImpact[] {
  const { count, times, areEdges, areTurned, first, second } = contacts;
  return Array.from({ length: count }, (_, i) => i)
    .sort(
      (i, j) =>
        times[i] - times[j] ||
        areEdges[i] - areEdges[j] ||
        areTurned[i] - areTurned[j] ||
        first[i] - first[j] ||
        second[i] - second[j],
    )
    .map(i => describeContact(contacts, i, a, b));
}

/** Describes contact i. */
function describeContact(contacts: Contacts, i: number, a: Side, b: Side): SurfaceImpact {
  const isTurned = contacts.areTurned[i] === 1;
  const areEdges = contacts.areEdges[i] === 1;
  const u = contacts.places[2 * i];
  const v = contacts.places[2 * i + 1];
  const [one, other] = isTurned ? [b, a] : [a, b];
  const first = areEdges ? onEdge(one.features, contacts.first[i], u) : onVertex(one.features, contacts.first[i]);
  const second = areEdges
    ? onEdge(other.features, contacts.second[i], v)
    : { triangle: contacts.second[i], barycentrics: [1 - u - v, u, v] };
  const places = isTurned ? [second, first] : [first, second];
  const sides = [a, b];
  const time = contacts.times[i];
  const triangles = pair(k => sides[k].start.shape.triangleOrder[slotOf(sides[k], places[k].triangle)]);
  return {
    kind: areEdges ? 'edge-edge' : 'vertex-triangle',
    state: contacts.areUndecided[i] ? 'undecided' : 'impact',
    time,
    triangles,
    barycentrics: pair(k => places[k].barycentrics),
    point: pointAt(a, places[0], time),
    joints: pair(k => jointsAt(sides[k].start, triangles[k], places[k].barycentrics)[0].joint),
  };
}

/** Describes two triangles, by their slots, that touch at the start of the step; `a` and `b` are posed where they are. */
export function describeStart(a: Posed, slotA: number, b: Posed, slotB: number): SurfaceImpact {
  const sides = [a, b];
  const corners = pair(k =>
    Array.from(sides[k].shape.mesh.triangles.subarray(3 * [slotA, slotB][k], 3 * [slotA, slotB][k] + 3), v => 3 * v),
  );
  const nearest = new Float64Array(NEAREST_SIZE);
  const [[p, q, r], [s, t, u]] = corners;
  triangleDistance(a.vertices, p, q, r, b.vertices, s, t, u, nearest);
  const [x, y, z] = nearest;
  const barycentrics = pair(k => {
    const weights = new Float64Array(4);
    const [i, j, l] = corners[k];
    nearestOfTriangle(nearest, 3 * k, sides[k].vertices, i, j, l, weights, 0);
    return Array.from(weights.subarray(0, 3));
  });
  const triangles = pair(k => sides[k].shape.triangleOrder[[slotA, slotB][k]]);
  return {
    kind: 'triangle-triangle',
    state: 'impact',
    time: 0,
    triangles,
    barycentrics,
    point: [x, y, z],
    joints: pair(k => jointsAt(sides[k], triangles[k], barycentrics[k])[0].joint),
  };
}

function pair<T>(make: (k: number) => T): [T, T] {
  return [make(0), make(1)];
}

interface Place {
  triangle: number;
  barycentrics: number[];
}

function slotOf({ order }: Side, triangle: number): number {
  return order ? order[triangle] : triangle;
}

function onVertex({ triangles, topology }: MeshFeatures, vertex: number): Place {
  const triangle = topology.trianglesOfVertex[topology.vertexStarts[vertex]];
  const corner = triangles.indexOf(vertex, 3 * triangle) - 3 * triangle;
  return { triangle, barycentrics: [0, 1, 2].map(k => (k === corner ? 1 : 0)) };
}

/** The place at `part` of the way from the lower to the upper vertex of an edge. */
function onEdge({ triangles, topology }: MeshFeatures, edge: number, part: number): Place {
  const { edges, edgeStarts, trianglesOfEdge } = topology;
  const triangle = edge === NO_EDGE ? 0 : trianglesOfEdge[edgeStarts[edge]];
  const corners = [0, 1, 2].map(k => triangles[3 * triangle + k]);
  const barycentrics = [0, 0, 0];
  barycentrics[corners.indexOf(edges[2 * edge])] = 1 - part;
  barycentrics[corners.indexOf(edges[2 * edge + 1])] = part;
  return { triangle, barycentrics };
}

function pointAt(
  { start, end, features }: Side,
  { triangle, barycentrics }: Place,
  time: number,
): [number, number, number] {
  const point: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const v = 3 * features.triangles[3 * triangle + k];
    for (let axis = 0; axis < 3; axis++) {
      const way = end.vertices[v + axis] - start.vertices[v + axis];
      point[axis] += barycentrics[k] * (start.vertices[v + axis] + time * way);
    }
  }
  return point;
}
