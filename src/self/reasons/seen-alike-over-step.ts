import type { Surface } from '../../shape.ts';
import type { SelfPlan } from '../plan.ts';

/*
 * The reason: what one observer sees alike cannot be the first of a closed surface to touch ([Wong2013], repaired). It
 * is the only reason here that is about the *first* contact of a step that begins free of contact; all others hold at
 * every time, whether or not something else touches.
 *
 * Statement. Let a piece of a mesh be a closed, consistently oriented surface that does not touch itself before the time
 * c, at which two features f and g of it touch that have no vertex in common; and o any point. Then there is a pair of
 * features that touch at c in the same place such that the triangles around the two do not all face away from o, nor all
 * face it.
 * Proof. Let p be the place. Before c the piece bounds a body: along a line of sight from o one leaves and enters it in
 * turn. Were all triangles around f and g facing away, both features would lie in sheets that every line of sight near
 * p passes outward, the one just behind the other as c comes near: so between them is a third sheet, passed inward. It
 * is squeezed into p as well: a feature of it touches f, or g, at c, and those two are not seen alike.
 *
 * So pairs of features that one observer sees alike need no test, if all other pairs of the piece are tested. The
 * argument needs that winding numbers are 0 and 1 only (or 0 and -1) right before c, so it fails for
 *  - steps that begin with the piece touching itself: what was pushed into it is doubly covered, however far from the
 *    place where it touches: a hand in a belly touches the skin from within, both leave, and no wrist is near. No part of
 *    the piece is spared by how far it is from the contacts; another piece is, as it does not count for the winding
 *    number of this one;
 *  - all contacts after the first one of the piece;
 *  - open pieces, and several pieces together.
 * There the other reasons must do.
 */

/**
 * What views see of the nodes and vertices of a shape during a step, as codes: three bits for each of ten places, that
 * something is seen facing away, facing, uncertain. Clusters next to each other have their views at the same places as
 * far as `common` says: at [c * clusters + d], the first bit of each place that has one view for clusters c and d.
 */
export interface SeenParts {
  /** Of all triangles below each node with all that they own, and the cluster whose views the places are. */
  nodes: Int32Array;
  clusterOfNode: Uint32Array;
  /** Of all triangles around each vertex with all that they own. */
  fans: Int32Array;
  clusterOfVertex: Uint32Array;
  common: Int32Array;
  clusters: number;
}

const UNCERTAIN = 4;

/** The first bit of every place. */
export const EVERY_PLACE = 0b001001001001001001001001001001;

/** Whether one view sees everything in `code` as facing away, or everything as facing. `common`: the places that count. */
export function isSeenAlike(code: number, common: number): boolean {
  return ((code ^ (code >> 1)) & ~(code >> 2) & common) !== 0;
}

/** Uncertain at all places but the common ones. */
export function differing(common: number): number {
  return (~common & EVERY_PLACE) * UNCERTAIN;
}

export function createSeenParts({ shape, usedVertices }: SelfPlan, common: Int32Array, clusters: number): SeenParts {
  return {
    nodes: new Int32Array(shape.tree.links.length),
    clusterOfNode: new Uint32Array(shape.tree.links.length),
    fans: new Int32Array(usedVertices),
    clusterOfVertex: new Uint32Array(usedVertices),
    common,
    clusters,
  };
}

/** Joins the codes of triangles with what they own, by slot. 10 ns a triangle. */
export function joinSeenParts(
  { mesh, tree }: Surface,
  owners: Int32Array,
  clusterOfTriangle: Uint32Array,
  out: SeenParts,
): void {
  const { nodes, clusterOfNode, fans, clusterOfVertex, common, clusters } = out;
  const { triangles } = mesh;
  for (let corner = triangles.length - 1; corner >= 0; corner--) {
    clusterOfVertex[triangles[corner]] = clusterOfTriangle[Math.floor(corner / 3)];
  }
  fans.fill(0);
  for (let t = 0, corner = 0; t < owners.length; t++) {
    const cluster = clusterOfTriangle[t];
    for (const end = corner + 3; corner < end; corner++) {
      const v = triangles[corner];
      fans[v] |= owners[t];
      if (clusterOfVertex[v] !== cluster) fans[v] |= differing(common[clusters * clusterOfVertex[v] + cluster]);
    }
  }
  const { links, ends, slotStarts, slotEnds } = tree;
  for (let node = links.length - 1; node >= 0; node--) {
    const isLeaf = links[node] < 0;
    const [codes, clustersBelow] = isLeaf ? [owners, clusterOfTriangle] : [nodes, clusterOfNode];
    const from = isLeaf ? slotStarts[node] : links[node];
    const to = isLeaf ? slotEnds[node] : ends[node];
    const cluster = clustersBelow[from];
    let code = 0;
    for (let k = from; k < to; k++) {
      code |= codes[k];
      if (clustersBelow[k] !== cluster) code |= differing(common[clusters * cluster + clustersBelow[k]]);
    }
    nodes[node] = code;
    clusterOfNode[node] = cluster;
  }
}
