import { differing, EVERY_PLACE } from '../../self/reasons/seen-alike-over-step.ts';
import type { LinearMotion } from '../elementary/linear-motion.ts';
import { classifyFromPoint, classifyFromSegment, type Observers, UNCERTAIN } from '../radial-view/classify.ts';
import type { MeshFeatures } from './features.ts';

/** How many views a code has room for. A view has three bits in it: seen positive, negative, uncertain. */
const VIEW_PLACES = 10;

/**
 * Who sees what. A *view* is an observer of one cluster, and it sees the triangles of that cluster and some of the
 * clusters next to it. A *code* holds what up to ten views see of a triangle, a feature or a whole node, so that codes
 * can be joined by OR: a node seen by a view as positive only has the bits 001 at that view's place.
 *
 * Why it culls ([Wong2013], repaired and extended): at the first contact of a closed surface the triangles around the two
 * features are not all seen alike from any one observer, wherever it is. So a pair of features may be skipped if one view
 * sees all triangles incident to either of them as positive, or all as negative. That is a claim about features, so the
 * code of a vertex joins all its triangles, that of an edge both; then views may be mixed freely, each pair of features
 * may be tested at one fixed pair of triangles, and neighbours need no extra sets. A view sees one closed component
 * only: others may lie between.
 */
export interface Views {
  count: number;
  areSegments: Uint8Array;
  /** The place of each view in a code. */
  places: Uint8Array;
  /** View v sees the triangles `seen[starts[v] .. starts[v + 1])`. */
  starts: Uint32Array;
  seen: Uint32Array;
  /** The codes of triangles and vertices before anything is seen: uncertain where no view looks. */
  triangleTemplates: Int32Array;
  vertexTemplates: Int32Array;
  /** At [c * clusters + d], the first bit of each place that has the same view for clusters c and d. */
  common: Int32Array;
  clusters: number;
}

/** What the views see in a step. */
export interface SeenCodes {
  triangles: Int32Array;
  vertices: Int32Array;
  /** A triangle with all it owns. */
  owners: Int32Array;
}

export interface ViewPlan {
  clusterOfTriangle: Uint32Array;
  /** The view of each cluster, -1 for none. */
  viewOfCluster: Int32Array;
  areSegments: Uint8Array;
  /** The triangles beyond its own cluster that a view might see: close to it, and facing away from it at rest. */
  neighbours: Uint32Array[];
}

export function createViews(features: MeshFeatures, plan: ViewPlan): Views {
  const { clusterOfTriangle, viewOfCluster, areSegments, neighbours } = plan;
  const count = areSegments.length;
  const clusters = viewOfCluster.length;
  const clusterOfView = new Uint32Array(count);
  viewOfCluster.forEach((view, cluster) => {
    if (view >= 0) clusterOfView[view] = cluster;
  });
  const places = choosePlaces(plan, clusters);
  const viewAt = assignViews(plan, places, clusters);

  const starts = new Uint32Array(count + 1);
  const seen: number[] = [];
  const triangleTemplates = new Int32Array(clusterOfTriangle.length).fill(EVERY_PLACE * UNCERTAIN);
  const ownTriangles = listTriangles(clusterOfTriangle, clusters);
  for (let view = 0; view < count; view++) {
    const place = places[view];
    const look = (triangle: number): void => {
      if (viewAt[VIEW_PLACES * clusterOfTriangle[triangle] + place] !== view) return;
      triangleTemplates[triangle] &= ~(7 << (3 * place));
      seen.push(triangle);
    };
    for (const triangle of ownTriangles[clusterOfView[view]]) look(triangle);
    for (const triangle of neighbours[view]) look(triangle);
    starts[view + 1] = seen.length;
  }

  const common = new Int32Array(clusters * clusters);
  for (let c = 0; c < clusters; c++) {
    for (let d = 0; d < clusters; d++) {
      for (let place = 0; place < VIEW_PLACES; place++) {
        const view = viewAt[VIEW_PLACES * c + place];
        if (view >= 0 && view === viewAt[VIEW_PLACES * d + place]) common[clusters * c + d] |= 1 << (3 * place);
      }
    }
  }
  return {
    count,
    areSegments,
    places,
    starts,
    seen: Uint32Array.from(seen),
    triangleTemplates,
    vertexTemplates: createVertexTemplates(features, clusterOfTriangle, common, clusters),
    common,
    clusters,
  };
}

/**
 * A place for each view, different for views that clusters next to each other see by, as far as ten places allow: what
 * does not fit is not seen, so this is a matter of speed only.
 */
function choosePlaces({ clusterOfTriangle, viewOfCluster, neighbours }: ViewPlan, clusters: number): Uint8Array {
  const viewsOf: Set<number>[] = Array.from({ length: clusters }, (_, c) => new Set([viewOfCluster[c]]));
  neighbours.forEach((triangles, view) => {
    for (const triangle of triangles) viewsOf[clusterOfTriangle[triangle]].add(view);
  });
  const places = new Uint8Array(neighbours.length).fill(VIEW_PLACES);
  for (let view = 0; view < places.length; view++) {
    const taken = new Set<number>();
    for (const views of viewsOf) {
      if (!views.has(view)) continue;
      for (const other of views) {
        if (other < 0) continue;
        taken.add(places[other]);
        // And what the clusters there see by: vertices between two clusters join the codes of both.
        for (const further of viewsOf[viewOfCluster.indexOf(other)] ?? []) if (further >= 0) taken.add(places[further]);
      }
    }
    let place = 0;
    while (place < VIEW_PLACES && taken.has(place)) place++;
    places[view] = place < VIEW_PLACES ? place : view % VIEW_PLACES;
  }
  return places;
}

/** Which view has each place in the codes of each cluster: its own first, then those next to it. */
function assignViews(plan: ViewPlan, places: Uint8Array, clusters: number): Int32Array {
  const { clusterOfTriangle, viewOfCluster, neighbours } = plan;
  const viewAt = new Int32Array(VIEW_PLACES * clusters).fill(-1);
  viewOfCluster.forEach((view, cluster) => {
    if (view >= 0) viewAt[VIEW_PLACES * cluster + places[view]] = view;
  });
  neighbours.forEach((triangles, view) => {
    for (const triangle of triangles) {
      const at = VIEW_PLACES * clusterOfTriangle[triangle] + places[view];
      if (viewAt[at] < 0) viewAt[at] = view;
    }
  });
  return viewAt;
}

function listTriangles(clusterOfTriangle: Uint32Array, clusters: number): number[][] {
  const lists: number[][] = Array.from({ length: clusters }, () => []);
  clusterOfTriangle.forEach((cluster, triangle) => {
    lists[cluster].push(triangle);
  });
  return lists;
}

/** A vertex between clusters is uncertain at the places that mean different views there. */
function createVertexTemplates(
  { topology }: MeshFeatures,
  clusterOfTriangle: Uint32Array,
  common: Int32Array,
  clusters: number,
): Int32Array {
  const { vertexStarts, trianglesOfVertex } = topology;
  const templates = new Int32Array(vertexStarts.length - 1);
  for (let v = 0; v < templates.length; v++) {
    const first = clusterOfTriangle[trianglesOfVertex[vertexStarts[v]]];
    for (let k = vertexStarts[v] + 1; k < vertexStarts[v + 1]; k++) {
      const other = clusterOfTriangle[trianglesOfVertex[k]];
      if (other !== first) templates[v] |= differing(common[clusters * first + other]);
    }
  }
  return templates;
}

export function createSeenCodes(features: MeshFeatures): SeenCodes {
  const triangles = features.triangles.length / 3;
  return {
    triangles: new Int32Array(triangles),
    vertices: new Int32Array(features.topology.vertexStarts.length - 1),
    owners: new Int32Array(triangles),
  };
}

/** Looks at a step from all views. Cost: about 45 ns for each triangle and view that sees it. */
export function lookAtStep(
  views: Views,
  features: MeshFeatures,
  motion: LinearMotion,
  observers: Observers,
  clusterOfTriangle: Uint32Array,
  codes: SeenCodes,
): void {
  const { triangles } = features;
  const { starts, seen, places, areSegments } = views;
  codes.triangles.set(views.triangleTemplates);
  for (let view = 0; view < views.count; view++) {
    const classify = areSegments[view] ? classifyFromSegment : classifyFromPoint;
    const shift = 3 * places[view];
    classify(motion, triangles, seen, starts[view], starts[view + 1], observers, view, shift, codes.triangles);
  }
  const { triangles: seenTriangles, vertices: seenVertices } = codes;
  seenVertices.set(views.vertexTemplates);
  for (let k = 0, t = 0; k < triangles.length; k += 3, t++) {
    const code = seenTriangles[t];
    seenVertices[triangles[k]] |= code;
    seenVertices[triangles[k + 1]] |= code;
    seenVertices[triangles[k + 2]] |= code;
  }
  joinOwned(views, features, clusterOfTriangle, codes);
}

/** The code of an edge, which is that of all triangles at it. */
export function codeOfEdge(
  { common, clusters }: Views,
  { topology }: MeshFeatures,
  clusterOfTriangle: Uint32Array,
  codes: SeenCodes,
  edge: number,
): number {
  const { edgeStarts, trianglesOfEdge } = topology;
  const first = trianglesOfEdge[edgeStarts[edge]];
  let code = codes.triangles[first];
  for (let k = edgeStarts[edge] + 1; k < edgeStarts[edge + 1]; k++) {
    const other = trianglesOfEdge[k];
    code |= codes.triangles[other];
    if (clusterOfTriangle[other] !== clusterOfTriangle[first]) {
      code |= differing(common[clusters * clusterOfTriangle[first] + clusterOfTriangle[other]]);
    }
  }
  return code;
}

function joinOwned(views: Views, features: MeshFeatures, clusterOfTriangle: Uint32Array, codes: SeenCodes): void {
  const { triangles, owned, topology } = features;
  const { edgesOfTriangle } = topology;
  for (let t = 0; t < owned.length; t++) {
    const has = owned[t];
    let code = codes.triangles[t];
    for (let k = 0; k < 3; k++) {
      if (has & (1 << k)) code |= codes.vertices[triangles[3 * t + k]];
      if (has & (8 << k)) code |= codeOfEdge(views, features, clusterOfTriangle, codes, edgesOfTriangle[3 * t + k]);
    }
    codes.owners[t] = code;
  }
}
