import type { Skeleton } from '../../deform/skeleton.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { buildTopology } from '../../mesh/topology.ts';
import { clusterTriangles, refineBorders, type VertexWeights } from './clusters.ts';
import { type Components, examineComponents } from './components.ts';
import { chooseObserver, isSeenWell, type Observer } from './observers.ts';
import { type Cluster, reduceClusters } from './reduce-clusters.ts';

/** A mesh taken apart for looking at it from within ([Wong2013] 4). */
export interface RadialPlan extends Components {
  clusterOfTriangle: Uint32Array;
  /** The observer of each cluster; null for triangles of pieces that are not closed: these are not looked at. */
  observers: (Observer | null)[];
  /** How many clusters there were before any were merged. */
  clustersBefore: number;
}

/** Takes a mesh at rest apart. Every cluster is part of one closed piece; what is not closed is the last cluster. */
export function planRadialViews(mesh: Mesh, weights: VertexWeights, skeleton: Skeleton): RadialPlan {
  const topology = buildTopology(mesh);
  const pieces = examineComponents(mesh);
  const { components, componentOfTriangle } = pieces;
  const joints = clusterTriangles(mesh, topology, weights, skeleton.positions);
  refineBorders(topology, joints);

  const lists = new Map<number, { joint: number; triangles: number[] }>();
  const rest: number[] = [];
  for (let t = 0; t < joints.length; t++) {
    if (components[componentOfTriangle[t]].flaw !== null) {
      rest.push(t);
      continue;
    }
    const key = componentOfTriangle[t] * skeleton.parents.length + joints[t];
    const list = lists.get(key);
    if (list) list.triangles.push(t);
    else lists.set(key, { joint: joints[t], triangles: [t] });
  }
  const before: Cluster[] = [...lists.values()].map(({ joint, triangles }) => ({
    triangles,
    observer: chooseObserver(mesh, triangles, joint, skeleton),
  }));
  const clusters = reduceClusters(mesh, topology, before, skeleton);
  const clusterOfTriangle = new Uint32Array(joints.length).fill(clusters.length);
  clusters.forEach(({ triangles }, c) => {
    for (const t of triangles) clusterOfTriangle[t] = c;
  });
  const observers: (Observer | null)[] = clusters.map(({ observer }) => observer);
  if (rest.length > 0) observers.push(null);
  return { ...pieces, clusterOfTriangle, observers, clustersBefore: before.length };
}

/**
 * The triangles beyond its cluster that each observer sees well at rest, up to `rings` rings of triangles away. They are
 * looked at too, so that borders between clusters need no tests where either side's observer sees both.
 */
export function findNeighbours(mesh: Mesh, plan: RadialPlan, rings: number): Uint32Array[] {
  const topology = buildTopology(mesh);
  const { vertexStarts, trianglesOfVertex } = topology;
  const { clusterOfTriangle, observers } = plan;
  const members: number[][] = observers.map(() => []);
  clusterOfTriangle.forEach((cluster, t) => {
    members[cluster].push(t);
  });
  const reached = new Int32Array(clusterOfTriangle.length).fill(-1);
  return observers.flatMap((observer, cluster) => {
    if (!observer) return [];
    const found: number[] = [];
    let front = members[cluster];
    for (const t of front) reached[t] = cluster;
    for (let ring = 0; ring < rings; ring++) {
      const next: number[] = [];
      for (const t of front) {
        for (let k = 3 * t; k < 3 * t + 3; k++) {
          const v = mesh.triangles[k];
          for (let at = vertexStarts[v]; at < vertexStarts[v + 1]; at++) {
            const other = trianglesOfVertex[at];
            if (reached[other] === cluster) continue;
            reached[other] = cluster;
            if (isSeenWell(mesh, other, observer)) found.push(other);
            next.push(other);
          }
        }
      }
      front = next;
    }
    return [Uint32Array.from(found)];
  });
}
