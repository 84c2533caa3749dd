import type { Mesh } from '../../mesh/mesh.ts';
import { NO_EDGE, type Topology } from '../../mesh/topology.ts';
import { isFacingAway } from './facing.ts';

/** How much each joint moves each vertex: entries `starts[v] .. starts[v + 1]` of vertex v, in any order. */
export interface VertexWeights {
  starts: Uint32Array;
  joints: Uint32Array;
  weights: Float64Array;
}

const NONE = 0xffffffff;

/**
 * Gives every triangle to a joint ([Wong2013] 4.1): to the one that most of its vertices follow most; if they follow
 * three different ones, to that which the triangle faces away from and follows most; if there is none, to the joint of a neighbour.
 */
export function clusterTriangles(
  mesh: Mesh,
  topology: Topology,
  weights: VertexWeights,
  jointPositions: Float64Array,
): Uint32Array {
  const best = followMost(weights);
  const triangles = mesh.triangles.length / 3;
  const clusters = new Uint32Array(triangles).fill(NONE);
  const open: number[] = [];
  for (let t = 0; t < triangles; t++) {
    const [a, b, c] = [best[mesh.triangles[3 * t]], best[mesh.triangles[3 * t + 1]], best[mesh.triangles[3 * t + 2]]];
    if (a === b || a === c) clusters[t] = a;
    else if (b === c) clusters[t] = b;
    else {
      let most = 0;
      for (const joint of [a, b, c]) {
        if (!isFacingAway(mesh, t, jointPositions, 3 * joint)) continue;
        const weight = [0, 1, 2].reduce((sum, k) => sum + weightOf(weights, mesh.triangles[3 * t + k], joint), 0);
        if (weight > most) {
          most = weight;
          clusters[t] = joint;
        }
      }
      if (clusters[t] === NONE) open.push(t);
    }
  }
  spread(topology, clusters, open, best, mesh);
  return clusters;
}

/** Gives what is open to the cluster of a neighbour, again and again; a piece with no cluster at all to a vertex's joint. */
function spread(topology: Topology, clusters: Uint32Array, open: number[], best: Uint32Array, mesh: Mesh): void {
  let rest = open;
  while (rest.length > 0) {
    const before = rest.length;
    rest = rest.filter(t => {
      for (const neighbour of neighboursOf(topology, t)) {
        if (clusters[neighbour] !== NONE) {
          clusters[t] = clusters[neighbour];
          return false;
        }
      }
      return true;
    });
    if (rest.length === before) {
      for (const t of rest) clusters[t] = best[mesh.triangles[3 * t]];
      return;
    }
  }
}

/** The triangles across the sides of a triangle. */
function neighboursOf({ edgesOfTriangle, edgeStarts, trianglesOfEdge }: Topology, triangle: number): number[] {
  const found: number[] = [];
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
    const e = edgesOfTriangle[side];
    if (e === NO_EDGE) continue;
    for (let k = edgeStarts[e]; k < edgeStarts[e + 1]; k++) {
      if (trianglesOfEdge[k] !== triangle) found.push(trianglesOfEdge[k]);
    }
  }
  return found;
}

/**
 * Straightens the borders between clusters: a triangle there with two neighbours in one other cluster joins it. One pass
 * over the border as it was, so that it cannot wander.
 */
export function refineBorders(topology: Topology, clusters: Uint32Array): void {
  const border: number[] = [];
  for (let t = 0; t < clusters.length; t++) {
    if (neighboursOf(topology, t).some(other => clusters[other] !== clusters[t])) border.push(t);
  }
  for (const t of border) {
    const [a, b, c] = neighboursOf(topology, t).map(other => clusters[other]);
    const majority = a === b || a === c ? a : b === c ? b : undefined;
    if (majority !== undefined && majority !== clusters[t]) clusters[t] = majority;
  }
}

function followMost({ starts, joints, weights }: VertexWeights): Uint32Array {
  const best = new Uint32Array(starts.length - 1);
  for (let v = 0; v < best.length; v++) {
    let most = -1;
    for (let k = starts[v]; k < starts[v + 1]; k++) {
      if (weights[k] > most) {
        most = weights[k];
        best[v] = joints[k];
      }
    }
  }
  return best;
}

function weightOf({ starts, joints, weights }: VertexWeights, vertex: number, joint: number): number {
  for (let k = starts[vertex]; k < starts[vertex + 1]; k++) if (joints[k] === joint) return weights[k];
  return 0;
}
